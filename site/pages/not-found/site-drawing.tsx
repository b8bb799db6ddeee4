import { Link } from 'react-router'
import { pages } from '../../../contract/paths.ts'
import { Sheet } from '../../ui/sheet.tsx'

const known = [
  [pages.blog, 'Blog'],
  [pages.privacy, 'Privacy Policy'],
  [pages.terms, 'Terms of Service'],
] as const

/** The site as a trunk with its pages, and the one that was asked for: dashed, since it is not in the plan. */
export function SiteDrawing({ attempted }: { attempted: string | undefined }) {
  return (
    <Sheet grid className="site-drawing">
      <p className="site-node site-root">
        <Link to={pages.home}>
          <b>/</b> <span>Home</span>
        </Link>
      </p>
      <ul>
        {known.map(([path, name]) => (
          <li key={path}>
            <p className="site-node">
              <Link to={path}>
                <b>{path}</b> <span>{name}</span>
              </Link>
            </p>
          </li>
        ))}
        <li>
          <p className="site-node site-missing">
            <b>{attempted ?? 'this address'}</b> <span>not in the plan</span>
          </p>
        </li>
      </ul>
    </Sheet>
  )
}
