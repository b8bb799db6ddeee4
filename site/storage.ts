/** Reads a stored text. @returns null if there is none, or if the browser blocks storage */
export function recall(area: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[area].getItem(key)
  } catch {
    return null
  }
}

/** Stores a text. @param value null removes it */
export function remember(area: 'localStorage' | 'sessionStorage', key: string, value: string | null) {
  try {
    if (value === null) window[area].removeItem(key)
    else window[area].setItem(key, value)
  } catch {}
}
