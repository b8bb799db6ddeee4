// What every page does without React. The browser itself runs the dialog, the menu, the questions and the links. This file
// does the rest.
import { keepTypedText } from '../checkout/typed-text.ts'
import { recall, remember } from '../storage.ts'
import { closest, followTheme, one, revealWhenLoaded, runMenu, showToday, whenShown } from './page-parts.ts'

const root = document.documentElement
const { pathname } = location

/**
 * Follows links to sections of the home page. On the home page, the browser follows them itself. From another page, the home
 * page opens at its top and scrolls to the section 100 ms later (specification, section 2).
 */
function followSectionLinks() {
  document.addEventListener('click', (event) => {
    if (closest(event, 'a[href*="#"]')) {
      // `moved` makes the scroll smooth (base.css). `whole` gives sections their real height (section.css).
      root.dataset.moved = ''
      root.dataset.whole = ''
    }
    const link = closest<HTMLAnchorElement>(event, 'a[href^="/#"]')
    if (!link || pathname === '/' || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    remember('sessionStorage', 'section', link.hash)
    location.assign('/')
  })
}

/** Runs after a click on a link to this page: goes to the section that the link named, or focuses the heading (WCAG 2.4.3). */
function arrive() {
  const section = recall('sessionStorage', 'section')
  remember('sessionStorage', 'section', null)
  if (section && pathname === '/') {
    root.dataset.whole = ''
    setTimeout(() => location.replace(section), 100)
    return
  }
  const heading = one<HTMLElement>('h1')
  if (!heading || location.hash || !('arrived' in root.dataset)) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Opens the question that the address names, and what a place is folded in. */
function openTarget() {
  let id = ''
  try {
    id = decodeURIComponent(location.hash.slice(1))
  } catch {
    // The address has a malformed % escape, so it names no question.
  }
  let folded = document.getElementById(id)?.closest('details')
  for (; folded; folded = folded.parentElement?.closest('details')) folded.open = true
}

/** Marks the current section in the bar: the one that crosses a line a third of the way down the window. */
function markCurrentSection() {
  const links = new Map<string, Element>()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('#menu a[href^="/#"]'))
    links.set(link.hash.slice(1), link)
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) links.get(target.id)?.setAttribute('aria-current', 'location')
        else links.get(target.id)?.removeAttribute('aria-current')
      }
    },
    { rootMargin: '-33% 0px -66% 0px' },
  )
  for (const id of links.keys()) {
    const section = document.getElementById(id)
    if (section) observer.observe(section)
  }
}

/** In browsers without speculation rules, fetches the page behind a hovered link into the cache. */
function fetchNextPage() {
  if (HTMLScriptElement.supports?.('speculationrules')) return
  const fetched = new Set([pathname])
  document.addEventListener('pointerover', (event) => {
    const link = closest<HTMLAnchorElement>(event, 'a[href^="/"]:not([download])')
    if (!link || fetched.has(link.pathname)) return
    fetched.add(link.pathname)
    fetch(link.pathname, { priority: 'low' }).catch(() => {})
  })
}

/** In browsers without invoker commands, opens and closes the dialog as the same attributes say. */
function runInvokers() {
  if ('commandForElement' in HTMLButtonElement.prototype) return
  document.addEventListener('click', (event) => {
    const button = closest(event, 'button[commandfor]')
    const dialog = button && one<HTMLDialogElement>(`#${button.getAttribute('commandfor')}`)
    if (button?.getAttribute('command') === 'close') dialog?.close()
    else if (dialog && !dialog.open) dialog.showModal()
  })
}

followTheme()
runMenu()
showToday()
keepTypedText()
followSectionLinks()
whenShown(arrive)
openTarget()
addEventListener('hashchange', openTarget)
markCurrentSection()
revealWhenLoaded()
fetchNextPage()
runInvokers()
