// The script of a page until somebody uses it: 2 KB compressed, at the end of the body, in front of React. (What
// cannot wait for the body, such as the theme, is in site/early.js.)
// React starts at the first sign that a control will be used; reading, scrolling and following links need none
// of it. What is done before React is there is native (dialog, details, popover, links) or kept and handed on.

import { processing } from '../ui/processing.ts'
import { frame } from './frame.ts'
import { giveKey } from './history.ts'
import { layOutLater } from './lay-out-later.ts'

/** Filled in by scripts/finish-build.ts for each page. */
declare const __START__: string
declare const __PRELOADS__: string[]

const root = document.documentElement
let started: Promise<unknown> | undefined

/** The rules of what only React shows (styles/with-react.css), which have to be there before it shows any. */
function loadSheet(): Promise<unknown> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = document.getElementById('sheet')?.dataset.withReact ?? ''
  // Not into the head: after an error React puts its sheet there anew, behind whatever is there, and these rules
  // have to follow the sheet's.
  document.body.append(link)
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new Error(link.href))
    }
  })
}

/** Text fields that came in a template (scripts/finish-build.ts), each with what is in its stead without scripts. */
const heldBack = [...document.querySelectorAll<HTMLTemplateElement>('dialog template')]
function placeHeldBack() {
  for (const field of heldBack.splice(0)) {
    field.nextElementSibling?.remove()
    field.replaceWith(field.content)
  }
  window.placeLate()
}
if (document.querySelector('dialog:modal')) placeHeldBack()
// An approach places them, too, since it starts React; a click that none came before is an assistive technology's.
document.addEventListener('click', placeHeldBack, { capture: true, once: true })

function start(): Promise<unknown> {
  if (!started) {
    placeHeldBack()
    giveKey()
    // All at once: left to themselves the modules would arrive one import after another.
    for (const href of __PRELOADS__) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = href
      document.head.append(link)
    }
    started = loadSheet().then(() => import(/* @vite-ignore */ __START__))
  }
  return started
}

/** Rejects when React can't come, and after 8 s: a line may stall without ever failing. */
function hydrated(): Promise<void> {
  return new Promise((resolve, reject) => {
    if ('hydrated' in root.dataset) resolve()
    else {
      setTimeout(reject, 8000)
      document.addEventListener('hydrated', () => resolve(), { once: true })
      start().catch((error) => {
        started = undefined
        reject(error)
      })
    }
  })
}

/** Controls that React makes more of: an approach to one starts it. `data-react` marks whole regions. */
const controls = 'button, input, [data-react]'

// What the approach or the press itself shows (the dialog) is shown first.
function onIntent(event: Event) {
  if (event.target instanceof Element && event.target.closest(controls))
    void frame()
      .then(hydrated)
      .catch(() => {})
}
for (const type of ['pointerover', 'pointerdown', 'touchstart', 'focusin']) {
  document.addEventListener(type, onIntent, { passive: true, capture: true })
}

// A part that shows what only the server knows is fetched for when it comes near, after the visitor moved.
document.addEventListener(
  'scroll',
  () => {
    const near = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      near.disconnect()
      void hydrated().catch(() => {})
    })
    for (const part of document.querySelectorAll('[data-react-near]')) near.observe(part)
  },
  { passive: true, once: true },
)

void layOutLater(placeHeldBack)

// The page that may be next, for browsers that do not read speculation rules (site/speculation.tsx): the answer
// stays in their cache, and at the tap they only ask whether it still holds.
if (!HTMLScriptElement.supports?.('speculationrules')) {
  const fetched = new Set([location.pathname])
  const fetchNext = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
    if (!link || fetched.has(link.pathname)) return
    fetched.add(link.pathname)
    fetch(link.pathname, { priority: 'low' }).catch(() => {})
  }
  for (const type of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(type, fetchNext, { passive: true, capture: true })
  }
}

// The menu of narrow windows does not stay when the window becomes a wide one.
matchMedia('(min-width: 64rem)').addEventListener('change', () => {
  document.querySelector<HTMLElement>('nav:popover-open')?.hidePopover()
})

// A form sent before React is there is sent by React when it is; if it can't come, by the browser. Until then its button
// is busy, as React shows it (site/ui/button.tsx) but for the spinner.
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-react]')) {
  form.noValidate = true
  const button = form.querySelector<HTMLButtonElement>('[type=submit]')
  const offline = form.querySelector<HTMLElement>('[role=alert]')
  form.addEventListener('submit', (event) => {
    if (offline) offline.hidden = true
    if ('hydrated' in root.dataset) return
    event.preventDefault()
    if (!button || button.ariaDisabled) return
    const label = button.textContent
    button.ariaDisabled = 'true'
    button.textContent = processing
    const dialog = form.closest('dialog')
    const release = () => {
      button.ariaDisabled = null
      button.textContent = label
      dialog?.removeEventListener('close', giveUp)
    }
    // Who closes the dialog meanwhile does not want to be led away later.
    let wanted = true
    const giveUp = () => {
      wanted = false
      release()
    }
    dialog?.addEventListener('close', giveUp)
    const proceed = (how: () => void) => () => {
      if (!wanted) return
      release()
      how()
    }
    void hydrated().then(
      proceed(() => {
        // React may have made the page anew (./hydrated.ts).
        const current = form.isConnected ? form : document.querySelector<HTMLFormElement>('form[data-react]')
        current?.requestSubmit()
      }),
      proceed(() => {
        if (!navigator.onLine) {
          if (offline) offline.hidden = false
          return
        }
        // So long after the press the browser would block a new tab.
        form.target = '_self'
        form.submit()
      }),
    )
  })
}

// The same for a button that does nothing without React.
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-replay]') : null
  if (button && !('hydrated' in root.dataset))
    void hydrated().then(
      () => button.click(),
      () => {},
    )
})

// What is pressed in the tree of files before React is there, for its taking over: of a folder no address tells.
document.addEventListener('click', (event) => {
  const node = event.target instanceof Element && event.target.closest<HTMLElement>('[data-path]')
  if (node && !('hydrated' in root.dataset)) root.dataset.pressed = node.dataset.path
})

// Browsers without invoker commands: the same attributes, by script.
if (!('commandForElement' in HTMLButtonElement.prototype)) {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button[commandfor]') : null
    const dialog = button && document.getElementById(button.getAttribute('commandfor') ?? '')
    if (!(dialog instanceof HTMLDialogElement)) return
    if (button?.getAttribute('command') === 'close') dialog.close()
    else if (!dialog.open) dialog.showModal()
  })
}
// A button that was pressed before its dialog was there (site/early.js).
window.pressedEarly?.click()

function hashName(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    // A typed % that is no escape.
    return ''
  }
}

// An address that names a question opens it.
function openTarget() {
  const target = document.getElementById(hashName())
  if (target instanceof HTMLDetailsElement) target.open = true
}
window.addEventListener('hashchange', openTarget)
openTarget()

// A page reached from another of ours begins at its heading, as when React changes the page (WCAG 2.4.3).
function beginAtHeading() {
  if (!('arrived' in root.dataset) || location.hash) return
  const heading = document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
if ('prerendering' in document && document.prerendering) {
  document.addEventListener('prerenderingchange', beginAtHeading, { once: true })
} else beginAtHeading()

// Pages whose whole work is React's (the one for addresses that are not there).
if (document.querySelector('[data-react-now]')) void hydrated().catch(() => {})
