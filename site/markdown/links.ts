import type { Root } from 'hast'
import { walk } from './tree.ts'

const allowed = new Set(['http', 'https', 'irc', 'ircs', 'mailto', 'xmpp'])

/**
 * A link's target, or nothing if its protocol is not one of the six that the specification allows. Without a
 * protocol (relative, fragment, `//host`) it is kept. Whatever stands before a colon in the first segment
 * counts as the protocol, to the letter: what a browser would repair (tabs and line breaks inside a scheme,
 * WHATWG URL §4.4) is not on the list and so is emptied.
 */
export function keepTarget(target: string): string {
  const [beforePath = ''] = target.split(/[/?#\\]/, 1)
  const colon = beforePath.indexOf(':')
  if (colon === -1) return target
  return allowed.has(beforePath.slice(0, colon).toLowerCase()) ? target : ''
}

/** A rehype step: the rule above on everything that a reader, or the browser for them, would follow. */
export function safeLinks() {
  return (tree: Root) =>
    walk(tree, ({ properties }) => {
      for (const name of ['href', 'src', 'cite']) {
        if (name in properties) properties[name] = keepTarget(String(properties[name] ?? ''))
      }
    })
}
