import path from 'node:path'
import type { Element, Root } from 'hast'
import sharp from 'sharp'
import { walk } from './tree.ts'

/** The pictures of texts: a text names /posts/team.png for content/public/posts/team.png. */
const publicFolder = path.resolve(import.meta.dirname, '../../content/public')

/**
 * A rehype plugin: gives each picture from content/public its width and height, so that the text below does not move when it
 * loads, and a low priority, so that it does not delay the text above it.
 * @throws with the address of a picture that does not exist there or cannot be read
 */
export function pictureSizes(folder = publicFolder) {
  return async (tree: Root) => {
    const pictures: Element[] = []
    walk(tree, (node) => {
      if (node.tagName === 'img') pictures.push(node)
    })
    for (const { properties } of pictures) {
      properties.fetchPriority = 'low'
      // `safeLinks` has emptied an address with another protocol.
      if (properties.src === '') continue
      const address = URL.parse(String(properties.src ?? ''), 'file:///')
      if (address?.protocol !== 'file:' || address.host) continue
      try {
        const { autoOrient } = await sharp(path.join(folder, decodeURIComponent(address.pathname))).metadata()
        Object.assign(properties, autoOrient)
      } catch (cause) {
        throw new Error(
          `There is no picture ${properties.src}. Put it into content/public, and write its address there, such as /posts/units.svg.`,
          { cause },
        )
      }
    }
  }
}
