import { pages, sharePicturesPath } from '../../contract/paths.ts'

/**
 * The size in pixels and the format that X, LinkedIn, Slack and others show as a large picture (https://ogp.me/#structured).
 */
export const shareFormat = { width: 1200, height: 630, type: 'image/png' } as const

/**
 * The address of a page's picture for link previews. Heads, structured data and feeds all use this function.
 * @param path the page's address
 */
export const sharePicture = (path: string): string =>
  `${sharePicturesPath}${path === pages.home ? 'index' : path.slice(1)}.png`
