// The state of a page in the query of its address, so that a link shows what its sender saw. Nothing here needs React.

/** Milliseconds without a further change before the address follows: browsers refuse more than about 100 changes in 30 s. */
const pause = 300
const changed = 'querychange'

/** A change that the address does not have yet. */
let pending: { query: string; timer: ReturnType<typeof setTimeout> } | undefined

/** The query with its `?`, or an empty text. */
export const currentQuery = () => pending?.query ?? location.search

function drop() {
  clearTimeout(pending?.timer)
  pending = undefined
}

/** Colons and slashes stay readable: a query may have them (RFC 3986 §3.4). */
export const textOf = (query: URLSearchParams) =>
  query.size > 0 ? `?${String(query).replaceAll('%3A', ':').replaceAll('%2F', '/')}` : ''
const address = (query: string) => `${location.pathname}${query}${location.hash}`

function flush() {
  if (!pending) return
  const { query } = pending
  drop()
  history.replaceState(history.state, '', address(query))
}

/** For what a visitor types or chooses: the page changes at once, and the address without a further step in the history. */
export function replaceQuery(query: URLSearchParams) {
  drop()
  pending = { query: textOf(query), timer: setTimeout(flush, pause) }
  dispatchEvent(new Event(changed))
}

/** For another example: the visitor can go back. */
export function pushQuery(query: URLSearchParams) {
  flush()
  history.pushState(null, '', address(textOf(query)))
  dispatchEvent(new Event(changed))
}

/** @returns a function that ends it */
export function onQueryChange(listener: () => void) {
  const onPopState = () => {
    drop()
    listener()
  }
  addEventListener(changed, listener)
  addEventListener('popstate', onPopState)
  // A page that the visitor leaves in the pause keeps what was typed.
  addEventListener('pagehide', flush)
  return () => {
    removeEventListener(changed, listener)
    removeEventListener('popstate', onPopState)
    removeEventListener('pagehide', flush)
  }
}
