import { pages, sharePicturesPath } from '../../contract/paths.ts'

/** Pixels, and the format: what X, LinkedIn, Slack and others show large (https://ogp.me/#structured). */
export const shareFormat = { width: 1200, height: 630, type: 'image/png' } as const

/**
 * The address of a page's picture for link previews. Heads, structured data and feeds ask here alone.
 * @param path the page's address
 */
export const sharePicture = (path: string): string =>
  `${sharePicturesPath}${path === pages.home ? 'index' : path.slice(1)}.png`
