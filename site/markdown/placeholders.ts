import type { VFile } from 'vfile'
import { placeholders } from '../../content/placeholders.ts'

const values = new Map(Object.entries(placeholders))

/**
 * `{name}` is filled from content/placeholders.ts.
 * @throws on a name that is not there, since a gap in a contract must not be published
 */
export function fill(text: string, path: string): string {
  return text.replace(/\{([A-Za-z]+)\}/g, (whole, name: string) => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`${path}: ${whole} is none of ${[...values.keys()].join(', ')}.`)
    return value
  })
}

interface Node {
  type: string
  value?: string
  url?: string
  children?: Node[]
}

/** A remark step: placeholders in text and links of the legal texts; a post's code may hold braces. */
export function fillPlaceholders() {
  return (tree: Node, file: VFile) => {
    const path = String(file.path ?? '')
    if (!path.includes('/legal/')) return
    const visit = (node: Node) => {
      if (node.type === 'text' && node.value) node.value = fill(node.value, path)
      if (node.url) node.url = fill(decodeURI(node.url), path)
      node.children?.forEach(visit)
    }
    visit(tree)
  }
}
