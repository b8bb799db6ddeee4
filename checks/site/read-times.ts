import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { attribute } from '../../server/http/html-elements.ts'
import { type Problem, type Site, sourcesOf, textOf } from './read-site.ts'

/** The speed at which people read prose, in words a minute. */
const wordsPerMinute = 220

/** Code does not count, because readers only look at it. */
const ignored = ['pre', 'figcaption', 'button', 'script', 'style']

function countWords(node: Tree.Node): number {
  if ('value' in node) return node.value.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  if ('tagName' in node && ignored.includes(node.tagName)) return 0
  return 'childNodes' in node ? node.childNodes.reduce((sum, child) => sum + countWords(child), 0) : 0
}

/**
 * Checks that a post's read time, if it has one, is its words by 220, rounded, and at least 1 minute. The number may be anywhere
 * in the text, such as `8 min read`.
 */
export function* checkReadTimes({ posts }: Site): Generator<Problem> {
  for (const post of posts) {
    const withClass = (name: string) =>
      post.elements.find((element) => attribute(element, 'class')?.split(' ').includes(name))
    const [readTime, prose] = [withClass('read-time'), withClass('prose')]
    if (!readTime || !prose) continue
    const stated = textOf(readTime)
    const words = countWords(prose)
    const right = stated.replace(/\d+|$/, String(Math.max(1, Math.round(words / wordsPerMinute))))
    if (stated !== right)
      yield {
        file: sourcesOf(post),
        problem: `has ${words} words, but says ${stated}`,
        remedy: `Write readTime: ${right} (words without code, at ${wordsPerMinute} a minute), or remove the line.`,
      }
  }
}
