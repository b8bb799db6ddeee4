import Menu from 'lucide-react/icons/menu'
import { Link, NavLink, useLocation } from 'react-router'
import { site } from '../../content/site.ts'
import { pages } from '../../contract/paths.ts'
import { BuyButton } from '../checkout/buy-button.tsx'
import { unbroken } from '../ui/unbroken.tsx'
import { useCurrentSection } from './current-section.ts'
import { Mark } from './mark.tsx'
import { SectionLink } from './section-link.tsx'
import { ThemeControl } from './theme-control.tsx'

const sections = [
  { id: 'features', label: 'Features' },
  { id: 'pricing', label: 'Pricing' },
  { id: 'faq', label: 'FAQ' },
] as const
const ids = sections.map(({ id }) => id)

/** The navigation bar. Below 1024px its links are a popover, which opens and closes without scripts. */
export function Bar() {
  const { pathname } = useLocation()
  const current = useCurrentSection(ids, pathname)
  return (
    <header className="bar">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="wrap bar-row">
        <Link className="brand" to={pages.home} aria-current={pathname === pages.home ? 'page' : undefined}>
          <Mark />
          <span>{unbroken(site.name)}</span>
        </Link>
        <nav id="menu" className="menu" popover="auto" aria-label="Main">
          <ul>
            {sections.map(({ id, label }) => (
              <li key={id}>
                <SectionLink section={id} current={current === id}>
                  {label}
                </SectionLink>
              </li>
            ))}
            <li>
              <NavLink to={pages.blog} prefetch="intent">
                Blog
              </NavLink>
            </li>
          </ul>
          <ThemeControl />
        </nav>
        <BuyButton label="Get Started" size="small" className="bar-buy" />
        <button
          type="button"
          className="menu-button"
          popoverTarget="menu"
          aria-controls="menu"
          aria-label="Menu"
          suppressHydrationWarning
        >
          <Menu size={24} aria-hidden="true" />
        </button>
      </div>
    </header>
  )
}
