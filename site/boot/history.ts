// The browser's history where React Router does not keep it: before React is there, and of links into the page.

const root = document.documentElement
const { pathname } = location

/** Under which React Router keeps how far down each entry was, in px by the entry's key. */
const placesKey = 'react-router-scroll-positions'

function keptPlaces(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(placesKey) ?? '{}')
  } catch {
    return {}
  }
}

/** React Router tells entries apart by their key, which those that it did not make lack. */
export function giveKey() {
  if (history.state?.key) return
  history.replaceState({ ...history.state, key: Math.random().toString(32).slice(2) }, '')
}

/** Before a link leads away in the page: React Router, come meanwhile, would have the way back end at the top. */
export function keepPlace() {
  if ('hydrated' in root.dataset) return
  giveKey()
  try {
    sessionStorage.setItem(placesKey, JSON.stringify({ ...keptPlaces(), [history.state.key]: scrollY }))
  } catch {}
}

// In front of React Router's own, which would give all links into the page one key and so one place.
window.addEventListener('popstate', () => {
  giveKey()
  // After a reload the entries that React Router made of other pages are, to the browser, this page.
  if (!('hydrated' in root.dataset) && location.pathname !== pathname) location.reload()
})

// Of those the browser restores no place. Told to earlier than this, it would, and it has that of the other page.
if (history.scrollRestoration === 'manual') {
  window.scrollTo(0, keptPlaces()[history.state?.key] ?? 0)
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto'
  })
}
