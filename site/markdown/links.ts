import type { Root } from 'hast'
import { walk } from './tree.ts'

const allowed = new Set(['http', 'https', 'irc', 'ircs', 'mailto', 'xmpp'])

/**
 * Returns a link's target, or the empty string if its protocol is not one of the six that the specification allows. A target
 * without a protocol (relative, fragment, `//host`) is kept. All text before a colon in the first segment counts as the
 * protocol, unchanged. Browsers remove tabs and line breaks inside a scheme (WHATWG URL §4.4); such a scheme is not in
 * the list, so its target is emptied.
 */
export function keepTarget(target: string): string {
  const [beforePath = ''] = target.split(/[/?#\\]/, 1)
  const colon = beforePath.indexOf(':')
  if (colon === -1) return target
  return allowed.has(beforePath.slice(0, colon).toLowerCase()) ? target : ''
}

/** A rehype plugin: applies `keepTarget` to every address that a reader or the browser would follow. */
export function safeLinks() {
  return (tree: Root) =>
    walk(tree, ({ properties }) => {
      for (const name of ['href', 'src', 'cite']) {
        if (name in properties) properties[name] = keepTarget(String(properties[name] ?? ''))
      }
    })
}
