// What all pages do without React, also the one that may fetch nothing (tools/dry-run/hydrate.tsx).
import { recall, remember } from '../storage.ts'

const root = document.documentElement
export const one = <E extends Element>(selector: string) => document.querySelector<E>(selector)
export const closest = <E extends Element>({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<E>(selector) : null

/** Calls `act` when the page is visible: now, or when the browser shows the page that it has prerendered. */
export function whenShown(act: () => void) {
  if (document.prerendering) document.addEventListener('prerenderingchange', act, { once: true })
  else act()
}

/**
 * Stores and applies the visitor's choice of theme. theme.ts applied it already, but another page may have changed it since.
 */
export function followTheme() {
  const apply = (theme: string | null) => {
    if (theme) root.dataset.theme = theme
    else delete root.dataset.theme
    const choice = one<HTMLInputElement>(`[name=theme][value=${theme ?? 'system'}]`)
    if (choice) choice.checked = true
  }
  one('.theme')?.addEventListener('change', ({ target }) => {
    const { value } = target as HTMLInputElement
    const theme = value === 'system' ? null : value
    remember('localStorage', 'theme', theme)
    // Not what is stored: the browser may block storage.
    apply(theme)
  })
  const applyStored = () => apply(recall('localStorage', 'theme'))
  applyStored()
  whenShown(applyStored)
  addEventListener('pageshow', applyStored)
}

/**
 * Closes the menu after a choice, and in a wide window. Keeps the button's `aria-expanded` for browsers that do not announce
 * the state of a popover. HTML does not have it, because ARIA in HTML forbids it beside `popovertarget`. Safari before 17 has no
 * popovers, and no menu in a narrow window (bar.css).
 */
export function runMenu() {
  const menu = one<HTMLElement>('#menu')
  const sayOpen = (isOpen: boolean) => one('.menu-button')?.setAttribute('aria-expanded', String(isOpen))
  sayOpen(false)
  menu?.addEventListener('toggle', ({ newState }) => sayOpen(newState === 'open'))
  menu?.addEventListener('click', (event) => closest(event, 'a') && menu.hidePopover?.())
  matchMedia('(min-width: 64rem)').addEventListener('change', () => menu?.hidePopover?.())
}

/** Replaces the date of the build with the visitor's own. */
export function showToday() {
  const now = new Date()
  for (const place of document.querySelectorAll<HTMLElement>('[data-today]')) {
    place.textContent =
      place.dataset.today === 'year'
        ? String(now.getFullYear())
        : now.toLocaleDateString(root.lang, { dateStyle: 'long' })
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

declare global {
  interface Window {
    /** Resolves when the typefaces are added or have failed. Missing if none had to be loaded (theme.ts). */
    facesAdded?: Promise<void>
  }
}

/**
 * Reveals the sections after the page has loaded and the typefaces are added. Otherwise, the browser would lay out all revealed
 * sections again for each typeface. A slow typeface delays them by at most 1 second.
 */
export async function revealWhenLoaded() {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await Promise.race([window.facesAdded, wait(1000)])
  revealSections()
}
