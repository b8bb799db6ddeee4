import { statSync } from 'node:fs'
import path from 'node:path'
import type { Element, Root } from 'hast'
import sharp from 'sharp'
import { ProblemWith } from './content-error.ts'
import { walk } from './tree.ts'

/** The pictures of texts: a text names /posts/team.png for content/public/posts/team.png. */
const publicFolder = path.resolve(import.meta.dirname, '../../content/public')

/**
 * Checks the addresses of a Markdown text's pictures before Astro decodes them.
 * @throws with the remedy if a `%` begins no escape
 */
export function checkPictureAddresses(markdown: string): void {
  for (const [, address = ''] of markdown.matchAll(/!\[[^\]]*\]\(([^)\s]*)/g)) {
    try {
      decodeURIComponent(address)
    } catch {
      throw new ProblemWith(
        address,
        `The address ${address} has a % that stands for itself. Write it as %25.`,
      )
    }
  }
}

/**
 * A rehype plugin: gives each picture from content/public its width and height, so that the text below does not move when it
 * loads, and a low priority, so that it does not delay the text above it. A missing picture stays as it is, and
 * `npm test -- site` reports it.
 * @throws with the name of a file that is not a picture
 */
export function pictureSizes(folder = publicFolder) {
  return async (tree: Root) => {
    const pictures: Element[] = []
    walk(tree, (node) => {
      if (node.tagName === 'img') pictures.push(node)
    })
    for (const { properties } of pictures) {
      properties.fetchPriority = 'low'
      const address = URL.parse(String(properties.src ?? ''), 'file:///')
      if (address?.protocol !== 'file:' || address.host) continue
      const file = path.join(folder, decodeURIComponent(address.pathname))
      if (!statSync(file, { throwIfNoEntry: false })?.isFile()) continue
      const { autoOrient } = await sharp(file)
        .metadata()
        .catch(() => {
          throw new Error(`${properties.src} is not a picture. Replace content/public${address.pathname}.`)
        })
      Object.assign(properties, autoOrient)
    }
  }
}
