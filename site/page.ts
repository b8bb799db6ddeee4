// What every page does without React. Dialog, menu, questions and links are native; this is what browsers leave out.

const root = document.documentElement
const one = <E extends Element>(selector: string) => document.querySelector<E>(selector)

// The theme (theme.js has applied it): a choice is remembered, and shown on a page out of the browser's memory, too.
function showTheme() {
  const choice = one<HTMLInputElement>(`[name=theme][value=${root.dataset.theme ?? 'system'}]`)
  if (choice) choice.checked = true
}
function readTheme() {
  const theme = localStorage.getItem('theme')
  if (theme) root.dataset.theme = theme
  else delete root.dataset.theme
  showTheme()
}
showTheme()
one('.theme')?.addEventListener('change', ({ target }) => {
  const { value } = target as HTMLInputElement
  if (value === 'system') localStorage.removeItem('theme')
  else localStorage.setItem('theme', value)
  readTheme()
})
addEventListener('pageshow', readTheme)
document.addEventListener('prerenderingchange', readTheme)

// The menu says whether it is open, and closes after a choice and in a wide window.
const menu = one<HTMLElement>('#menu')
menu?.addEventListener('toggle', ({ newState }) =>
  one('.menu-button')?.setAttribute('aria-expanded', String(newState === 'open')),
)
menu?.addEventListener('click', ({ target }) => (target as Element).closest('a') && menu.hidePopover())
matchMedia('(min-width: 64rem)').addEventListener('change', () => menu?.hidePopover())

// The visitor's own date.
const now = new Date()
for (const place of document.querySelectorAll<HTMLElement>('[data-today]')) {
  place.textContent =
    place.dataset.today === 'year'
      ? String(now.getFullYear())
      : now.toLocaleDateString('en-US', { dateStyle: 'long' })
}

// From another page of ours one arrives at the heading (WCAG 2.4.3), or, by a link to a section of the home page,
// first at its top and 100 ms later at the section, as specified.
const { pathname } = location
document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/#"]')
  if (!link || pathname === '/' || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  sessionStorage.setItem('section', link.hash)
  location.assign('/')
})
function arrive() {
  const section = pathname === '/' && sessionStorage.getItem('section')
  sessionStorage.removeItem('section')
  if (section) setTimeout(() => location.replace(section), 100)
  const kind = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming
  if (location.hash || kind.type !== 'navigate' || !document.referrer.startsWith(location.origin)) return
  const heading = one<HTMLElement>('h1')
  if (heading) heading.tabIndex = -1
  heading?.focus({ preventScroll: true })
}
if ((document as { prerendering?: boolean }).prerendering)
  document.addEventListener('prerenderingchange', arrive, { once: true })
else arrive()

// Movement asked for is smooth (base.css).
document.addEventListener('click', (event) => {
  // Where it ends depends on what is above being as high as it is (ui/section.css).
  if ((event.target as Element).closest('a[href*="#"]')) root.dataset.moved = root.dataset.whole = ''
})

// An address that names a question opens it.
function openTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target instanceof HTMLDetailsElement) target.open = true
}
addEventListener('hashchange', openTarget)
openTarget()

// The bar says which section one reads: the one across a line a third of the way down.
const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>('#menu a[href^="/#"]')].map((link) => [
    link.hash.slice(1),
    link,
  ]),
)
const reading = new IntersectionObserver(
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
  if (section) reading.observe(section)
}

// Browsers without invoker commands: the same attributes, by script.
if (!('commandForElement' in HTMLButtonElement.prototype)) {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button[commandfor]')
    const dialog = button && one<HTMLDialogElement>(`#${button.getAttribute('commandfor')}`)
    if (button?.getAttribute('command') === 'close') dialog?.close()
    else if (!dialog?.open) dialog?.showModal()
  })
}
