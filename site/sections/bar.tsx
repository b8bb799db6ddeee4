import { labels } from '#content/labels.ts'
import { site } from '#content/site.ts'
import { pages } from '../../contract/paths.ts'
import { BuyButton } from '../checkout/buy-button.tsx'
import { sections } from '../home/sections.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Menu } from '../ui/icons.tsx'
import { Unbroken } from '../ui/unbroken.tsx'
import { Mark } from './mark.tsx'
import { ThemeControl } from './theme-control.tsx'

const links = [
  ...(sections.features ? [{ id: 'features', label: labels.bar.features }] : []),
  { id: 'pricing', label: labels.bar.pricing },
  ...(sections.faq ? [{ id: 'faq', label: labels.bar.faq }] : []),
]

/** Whether the first view has another main action, or the visitor has just paid. A page has one orange button in its first view. */
const isQuiet = (pathname: string) =>
  [pages.home, '/404', pages.paymentSuccess, pages.paymentWaiting].includes(pathname)

/**
 * The navigation bar. Below 1024px its links are a popover, which opens and closes without scripts.
 * @param closed for a page without the checkout dialog: the purchase button is a link to the price
 */
export function Bar({ pathname, closed = false }: { pathname: string; closed?: boolean }) {
  return (
    <header className="bar">
      <a className="skip" href="#main">
        {labels.skip}
      </a>
      <div className="wrap bar-row">
        <a className="brand" href={pages.home} aria-current={pathname === pages.home ? 'page' : undefined}>
          <Mark />
          <span>
            <Unbroken text={site.name} />
          </span>
        </a>
        <nav id="menu" className="menu" popover="auto" aria-label={labels.bar.name}>
          <ul>
            {links.map(({ id, label }) => (
              <li key={id}>
                <a href={`/#${id}`}>{label}</a>
              </li>
            ))}
            <li>
              <a href={pages.blog} aria-current={pathname.startsWith(pages.blog) ? 'page' : undefined}>
                {labels.bar.blog}
              </a>
            </li>
          </ul>
          <ThemeControl />
        </nav>
        {closed ? (
          <ButtonLink href="/#pricing" variant="primary" size="small" className="bar-buy">
            {labels.bar.buy}
          </ButtonLink>
        ) : (
          <BuyButton
            label={labels.bar.buy}
            size="small"
            className="bar-buy"
            variant={isQuiet(pathname) ? 'secondary' : 'primary'}
          />
        )}
        <button
          type="button"
          className="menu-button"
          popoverTarget="menu"
          aria-controls="menu"
          aria-label={labels.bar.menu}
        >
          <Menu size={24} />
        </button>
      </div>
    </header>
  )
}
