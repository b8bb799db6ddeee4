// What every page does without React. The browser itself runs the dialog, the menu, the questions and the links. This file
// does the rest.
import { keepTypedText } from './checkout/typed-text.ts'
import { recall, remember } from './storage.ts'

const root = document.documentElement
const { pathname } = location
const one = <E extends Element>(selector: string) => document.querySelector<E>(selector)
const closest = <E extends Element>({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<E>(selector) : null

/** Calls `act` when the page is visible: now, or when the browser shows the page that it has prerendered. */
function whenShown(act: () => void) {
  if (document.prerendering) document.addEventListener('prerenderingchange', act, { once: true })
  else act()
}

/**
 * Stores and applies the visitor's choice of theme. theme.ts applied it already, but another page may have changed it since.
 */
function followTheme() {
  const apply = () => {
    const theme = recall('localStorage', 'theme')
    if (theme) root.dataset.theme = theme
    else delete root.dataset.theme
    const choice = one<HTMLInputElement>(`[name=theme][value=${theme ?? 'system'}]`)
    if (choice) choice.checked = true
  }
  one('.theme')?.addEventListener('change', ({ target }) => {
    const { value } = target as HTMLInputElement
    remember('localStorage', 'theme', value === 'system' ? null : value)
    apply()
  })
  apply()
  whenShown(apply)
  addEventListener('pageshow', apply)
}

/**
 * Closes the menu after a choice, and in a wide window. Keeps the button's `aria-expanded` for browsers that do not announce
 * the state of a popover. HTML does not have it, because ARIA in HTML forbids it beside `popovertarget`.
 */
function runMenu() {
  const menu = one<HTMLElement>('#menu')
  const sayOpen = (isOpen: boolean) => one('.menu-button')?.setAttribute('aria-expanded', String(isOpen))
  sayOpen(false)
  menu?.addEventListener('toggle', ({ newState }) => sayOpen(newState === 'open'))
  menu?.addEventListener('click', (event) => closest(event, 'a') && menu.hidePopover())
  matchMedia('(min-width: 64rem)').addEventListener('change', () => menu?.hidePopover())
}

/** Replaces the date of the build with the visitor's own. */
function showToday() {
  const now = new Date()
  for (const place of document.querySelectorAll<HTMLElement>('[data-today]')) {
    place.textContent =
      place.dataset.today === 'year'
        ? String(now.getFullYear())
        : now.toLocaleDateString(root.lang, { dateStyle: 'long' })
  }
}

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

/** Opens the question that the address names. */
function openTarget() {
  let id = ''
  try {
    id = decodeURIComponent(location.hash.slice(1))
  } catch {
    // The address has a malformed % escape, so it names no question.
  }
  const target = document.getElementById(id)
  if (target instanceof HTMLDetailsElement) target.open = true
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

/**
 * Shows one section after another when the browser is idle, so that a picture of the whole page has them all. Until then,
 * the browser leaves out the sections far below the window (ui/section.css), which makes the first paint faster.
 */
function revealSections() {
  const hidden = [...document.querySelectorAll('.section, .closing, .footer')]
  const whenIdle = (act: () => void) =>
    'requestIdleCallback' in window ? requestIdleCallback(act, { timeout: 100 }) : setTimeout(act, 100)
  const reveal = () => {
    hidden.shift()?.setAttribute('data-revealed', '')
    if (hidden.length > 0) whenIdle(reveal)
  }
  whenIdle(reveal)
}

/** In browsers without speculation rules, fetches the page behind a hovered link into the cache. */
function fetchNextPage() {
  if (HTMLScriptElement.supports?.('speculationrules')) return
  const fetched = new Set([pathname])
  document.addEventListener('pointerover', (event) => {
    const link = closest<HTMLAnchorElement>(event, 'a[href^="/"]')
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
if (document.readyState === 'complete') revealSections()
else addEventListener('load', revealSections)
fetchNextPage()
runInvokers()
