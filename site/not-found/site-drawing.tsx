import { pages } from '../../contract/paths.ts'
import { Sheet } from '../ui/sheet.tsx'

const known = [
  [pages.blog, 'Blog'],
  [pages.privacy, 'Privacy Policy'],
  [pages.terms, 'Terms of Service'],
] as const

/** A drawing of the site: a trunk with its pages, and the unknown page with a dashed outline. */
export function SiteDrawing() {
  return (
    <Sheet grid className="site-drawing">
      <p className="site-node site-root">
        <a href={pages.home}>
          <b>/</b> <span>Home</span>
        </a>
      </p>
      <ul>
        {known.map(([path, name]) => (
          <li key={path}>
            <p className="site-node">
              <a href={path}>
                <b>{path}</b> <span>{name}</span>
              </a>
            </p>
          </li>
        ))}
        <li>
          <p className="site-node site-missing">
            <b data-attempted>this address</b> <span>not in the plan</span>
          </p>
        </li>
      </ul>
    </Sheet>
  )
}
