/** A remembered text, or null. Some browsers refuse all storage; then nothing is remembered. */
export function recall(area: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[area].getItem(key)
  } catch {
    return null
  }
}

/** @param value null forgets it */
export function remember(area: 'localStorage' | 'sessionStorage', key: string, value: string | null) {
  try {
    if (value === null) window[area].removeItem(key)
    else window[area].setItem(key, value)
  } catch {}
}
