// Keeps a page's state in the query of its address, so that a link shows what its sender saw.

/** Milliseconds. The address changes after a pause, because browsers refuse more than about 100 changes in 30 s. */
const pause = 300
const changeEvent = 'querychange'

/** The query that the address will have after the pause. */
let pending: { query: string; timer: ReturnType<typeof setTimeout> } | undefined

/** The page's query with its `?`, or an empty text. It may be ahead of the address. */
export const currentQuery = () => pending?.query ?? location.search

function forgetPending() {
  clearTimeout(pending?.timer)
  pending = undefined
}

/** A query as text with its `?`. Colons and slashes stay readable, because a query may have them (RFC 3986 §3.4). */
export const textOf = (query: URLSearchParams) =>
  query.size > 0 ? `?${String(query).replaceAll('%3A', ':').replaceAll('%2F', '/')}` : ''
const addressWith = (query: string) => `${location.pathname}${query}${location.hash}`

function writeAddress() {
  if (!pending) return
  const { query } = pending
  forgetPending()
  history.replaceState(history.state, '', addressWith(query))
}

/** For what a visitor types or chooses. The page changes at once; the address follows, without a new entry in the history. */
export function replaceQuery(query: URLSearchParams) {
  forgetPending()
  pending = { query: textOf(query), timer: setTimeout(writeAddress, pause) }
  dispatchEvent(new Event(changeEvent))
}

/** For another example. It is a new entry in the history, so the visitor can go back. */
export function pushQuery(query: URLSearchParams) {
  writeAddress()
  history.pushState(null, '', addressWith(textOf(query)))
  dispatchEvent(new Event(changeEvent))
}

/** Calls the listener whenever the page's query changes. @returns a function that stops it */
export function onQueryChange(listener: () => void) {
  const onPopState = () => {
    forgetPending()
    listener()
  }
  addEventListener(changeEvent, listener)
  addEventListener('popstate', onPopState)
  // If the visitor leaves during the pause, the address still gets what they typed.
  addEventListener('pagehide', writeAddress)
  return () => {
    removeEventListener(changeEvent, listener)
    removeEventListener('popstate', onPopState)
    removeEventListener('pagehide', writeAddress)
  }
}
