// What the page keeps while the visitor is elsewhere. It stays in the browser's tab, and the browser forgets it with the tab.
import type { Kept } from './state.ts'

/** Raise it when the shape of what is kept changes: a page that was open before then starts anew. */
const version = 1

const keyOf = () => `dry-run ${version} ${location.pathname}`

/** Keeps a result. A browser without room or permission keeps nothing. */
export function keep(kept: Kept): void {
  try {
    sessionStorage.setItem(keyOf(), JSON.stringify(kept))
  } catch {
    forget()
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(keyOf())
  } catch {
    // The browser forbids storage.
  }
}

/** @returns null if nothing was kept */
export function readKept(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf()) ?? 'null')
  } catch {
    return null
  }
}
