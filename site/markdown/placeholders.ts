import type { VFile } from 'vfile'
import { ProblemWith } from './content-error.ts'

/** What each `{name}` in a text stands for. */
export type Placeholders = Record<string, string>

/**
 * Replaces each `{name}` by its value.
 * @throws with the remedy if a name has no value, because a gap in a contract must not be published
 */
export function fill(text: string, values: Placeholders): string {
  return text.replace(/\{([A-Za-z]+)\}/g, (whole, name: string) => {
    if (Object.hasOwn(values, name)) return values[name] ?? ''
    const known = Object.keys(values).map((key) => `{${key}}`)
    throw new ProblemWith(whole, `${whole} has no value. The names in braces are: ${known.join(', ')}.`)
  })
}

/** A Markdown text without its code, which may contain anything. */
export const withoutCode = (markdown: string) => markdown.replace(/```[\s\S]*?```|`[^`]*`/g, '')

interface Node {
  type: string
  value?: string
  url?: string
  children?: Node[]
}

/**
 * A remark plugin: fills placeholders in the text and links of a text whose header has `placeholders`. The loader writes
 * that header (load-texts.ts). Braces in other texts stay.
 */
export function fillPlaceholders() {
  return (tree: Node, file: VFile) => {
    const values = file.data.astro?.frontmatter?.placeholders as Placeholders | undefined
    if (!values) return
    const visit = (node: Node) => {
      if (node.type === 'text' && node.value) node.value = fill(node.value, values)
      // Markdown has encoded the braces.
      if (node.url) node.url = fill(node.url.replaceAll(/%7b/gi, '{').replaceAll(/%7d/gi, '}'), values)
      node.children?.forEach(visit)
    }
    visit(tree)
  }
}
