// What the first paint leaves out: the faces of prose and code, and the parts below the first window.

import { frame } from './frame.ts'
import { keepPlace } from './history.ts'

const root = document.documentElement

/** After the page is loaded and painted: what begins any earlier takes line and processor from its first paint. */
const shown = Promise.all([
  new Promise((resolve) => {
    if (document.readyState === 'complete') resolve(undefined)
    else window.addEventListener('load', resolve, { once: true })
  }),
  new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
    // Browsers that resist fingerprinting tell of no paint.
    setTimeout(resolve, 3000)
  }),
])

// The faces of prose and code, unless site/early.js has brought them. Shown one after the other: together they would
// have the page laid out in one long task. One that does not come is done without. From then on this browser has
// them in its cache.
async function loadFaces() {
  if ('typeset' in root.dataset) return
  for (const loading of window.makeFaces().map((face) => face.load().catch(() => null))) {
    const face = await loading
    if (!face) continue
    await new Promise((resolve) => setTimeout(resolve))
    document.fonts.add(face)
    // Laid out in this task, painted in the next.
    root.getBoundingClientRect()
    await frame()
  }
  try {
    localStorage.setItem('faces', document.getElementById('sheet')?.dataset.faces ?? '')
  } catch {}
}

/** What the first paint leaves out: site/ui/section.css; a post's sections in post.css. */
const parts = [...document.querySelectorAll<HTMLElement>('.later, .post .prose > section')]
const later = [...parts]

/**
 * Brings them once the page is shown, in a task for each; all at once when a link leads into the page, since where it
 * ends depends on them. Their faces first: one that comes later has whatever is there laid out again.
 * @param placeHeldBack puts into the page what else waits until it is shown
 */
export async function layOutLater(placeHeldBack: () => void) {
  await shown
  placeHeldBack()
  await loadFaces()
  let at = 0
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve))
    // Two frames after the page moved the browser has laid out what it shows now, and holds on to that.
    while (at !== scrollY) {
      at = scrollY
      await frame()
      await frame()
    }
    // What is above, after a jump, is left to the browser: laid out here it would push away what is being read.
    const next = later.findIndex((part) => part.getBoundingClientRect().bottom >= 0)
    const [part] = next < 0 ? [] : later.splice(next, 1)
    if (!part) return
    part.style.contentVisibility = 'visible'
    part.getBoundingClientRect()
  }
}
document.addEventListener(
  'click',
  (event) => {
    const link = event.target instanceof Element && event.target.closest('a[href*="#"]')
    if (!link) return
    keepPlace()
    // Movement asked for is smooth (site/styles/base.css). Safari gives a pressed link no focus, which would tell.
    root.dataset.moved = ''
    for (const part of later.splice(0)) part.style.contentVisibility = 'visible'
  },
  { capture: true },
)

// A modal dialog makes what is around it inert, for which all of it is styled anew: parts out of sight sit that out
// until the page moves or the dialog closes.
let sittingOut: HTMLElement[] = []
function showAll() {
  for (const part of sittingOut.splice(0)) part.style.contentVisibility = 'visible'
}
document.addEventListener(
  'beforetoggle',
  (event) => {
    if (!(event.target instanceof HTMLDialogElement)) return
    showAll()
    if (event.newState === 'closed') return
    sittingOut = parts.filter((part) => {
      if (!part.style.contentVisibility) return false
      const { top, bottom } = part.getBoundingClientRect()
      return bottom < -innerHeight || top > 2 * innerHeight
    })
    for (const part of sittingOut) part.style.contentVisibility = 'hidden'
  },
  { capture: true },
)
window.addEventListener('scroll', showAll, { passive: true })
window.addEventListener('resize', showAll)
