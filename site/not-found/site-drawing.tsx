import { labels } from '#content/labels.ts'
import { lostLink } from '#content/lost-link.ts'
import { pages } from '../../contract/paths.ts'
import { productLinks } from '../sections/product-links.ts'
import { Sheet } from '../ui/sheet.tsx'

const known = [
  ['/#pricing', labels.bar.pricing],
  ...productLinks.map(({ to, label }) => [to, label] as const),
  [pages.blog, labels.bar.blog],
  [pages.lostLink, lostLink.title],
  [pages.privacy, labels.footer.privacy],
  [pages.terms, labels.footer.terms],
] as const

/** A drawing of the site: a trunk with its pages, and the unknown page with a dashed outline. */
export function SiteDrawing() {
  return (
    <Sheet grid className="site-drawing">
      <p className="site-node site-root">
        <a href={pages.home}>
          <b>/</b> <span>{labels.notFound.home}</span>
        </a>
      </p>
      <ul>
        <li>
          <p className="site-node site-missing">
            <b data-attempted>{labels.notFound.thisAddress}</b> <span>{labels.notFound.missing}</span>
          </p>
        </li>
        {known.map(([path, name]) => (
          <li key={path}>
            <p className="site-node">
              <a href={path}>
                <b>{path}</b> <span>{name}</span>
              </a>
            </p>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
