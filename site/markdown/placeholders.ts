import type { VFile } from 'vfile'
import { placeholders } from '../../content/placeholders.ts'

const values = new Map(Object.entries(placeholders))

/**
 * `{name}` is filled from content/placeholders.ts.
 * @throws with the remedy on a name that is not there: a gap in a contract must not be published
 */
export function fill(text: string): string {
  return text.replace(/\{([A-Za-z]+)\}/g, (whole, name: string) => {
    const value = values.get(name)
    if (value !== undefined) return value
    const known = [...values.keys()].map((key) => `{${key}}`).join(', ')
    throw new Error(`Nothing is known of ${whole}. The names in braces are: ${known}.`)
  })
}

/** Code may hold braces. @throws as `fill` does */
export function checkPlaceholders(markdown: string): void {
  fill(markdown.replace(/```[\s\S]*?```|`[^`]*`/g, ''))
}

interface Node {
  type: string
  value?: string
  url?: string
  children?: Node[]
}

/** A remark plugin: fills placeholders in the text and links of legal texts and pages. Braces in a post stay. */
export function fillPlaceholders() {
  return (tree: Node, file: VFile) => {
    if (!/\/(legal|pages)\//.test(String(file.path ?? ''))) return
    const visit = (node: Node) => {
      if (node.type === 'text' && node.value) node.value = fill(node.value)
      if (node.url) node.url = fill(decodeURI(node.url))
      node.children?.forEach(visit)
    }
    visit(tree)
  }
}
