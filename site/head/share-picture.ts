/** What a link preview shows beside a page's title. */
export interface SharePicture {
  /** From the site's root, such as `/assets/home.png`. */
  path: string
  alt: string
  /** Pixels. */
  width: number
  height: number
}

/**
 * A page's picture for link previews; nothing where there is none. Heads, structured data and feeds ask here alone.
 * @param pathname the page's address
 */
export function sharePicture(_pathname: string): SharePicture | undefined {
  return undefined
}
