import type { Element, ElementContent, Root } from 'hast'
import { highlightToHast } from './highlight.server.ts'
import { element, replaceEach, textOf, walk } from './tree.ts'

/** The page's own title is its one h1, so a body's becomes an h2. */
export function demoteTitles() {
  return (tree: Root) =>
    walk(tree, (node) => {
      if (node.tagName === 'h1') node.tagName = 'h2'
    })
}

/** Each heading of the second level, with what follows it, as an element that a page can lay out later. */
export function sections() {
  return (tree: Root) => {
    const parts: Root['children'] = []
    let into: (Root['children'][number] | ElementContent)[] = parts
    for (const node of tree.children) {
      if (node.type === 'element' && node.tagName === 'h2') {
        const section = element('section', {})
        parts.push(section)
        into = section.children
      }
      into.push(node)
    }
    tree.children = parts
  }
}

/** What is too wide scrolls in a region of its own that has a name and that the keyboard reaches (WCAG 2.1.1). */
const region = (name: string) => ({ role: 'region', ariaLabel: name, tabIndex: 0 })

/** Tables that scroll by themselves, so that the page never does sideways. */
export function scrollTables() {
  return (tree: Root) =>
    replaceEach(tree, 'table', (table, nth) =>
      element('div', { className: ['table-scroll'], ...region(`Table ${nth}`) }, table),
    )
}

/** A fence's language, and the words behind it (```` ```hcl main.tf ````), which caption the block. */
function fenceOf(code: Element): { language: string; caption: string } {
  const names = Array.isArray(code.properties.className) ? code.properties.className.map(String) : []
  const language = names.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? ''
  return { language, caption: code.data?.meta?.trim() || language || 'text' }
}

/** Code as captioned figures, coloured at build. */
export function codeFigures() {
  return (tree: Root) =>
    replaceEach(tree, 'pre', async (pre, nth) => {
      const code = pre.children.find((child) => child.type === 'element')
      if (!code) return pre
      const { language, caption } = fenceOf(code)
      const coloured = await highlightToHast(textOf(code).replace(/\n$/, ''), language)
      return element(
        'figure',
        { className: ['code'] },
        element('figcaption', {}, element('span', {}, { type: 'text', value: caption })),
        element('pre', region(`Code ${nth}: ${caption}`), element('code', {}, ...coloured)),
      )
    })
}
