import type { Element, Root } from 'hast'
import type {} from 'mdast-util-to-hast'
import { highlight } from './highlight.ts'
import { element, replaceEach, textOf, walk } from './tree.ts'

/** The page's own title is its one h1, so a body's becomes an h2. */
export function demoteTitles() {
  return (tree: Root) =>
    walk(tree, (node) => {
      if (node.tagName === 'h1') node.tagName = 'h2'
    })
}

/** What is too wide scrolls in a region of its own that has a name and that the keyboard reaches (WCAG 2.1.1). */
const region = (name: string) => ({ role: 'region', ariaLabel: name, tabIndex: 0 })

/** Raw HTML in a text is left out: a text is Markdown and nothing else. */
export function dropRaw() {
  return (tree: Root) => {
    // Astro's Markdown adds `raw` nodes, which the types of hast do not know.
    const drop = ({ children }: Root | Element) => {
      for (let at = children.length - 1; at >= 0; at--) {
        if ((children[at]?.type as string) === 'raw') children.splice(at, 1)
      }
    }
    drop(tree)
    walk(tree, drop)
  }
}

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

/** In the page from the start, so that nothing moves later; post/copy-code.ts makes it work. */
const copyButton = (caption: string) =>
  element(
    'button',
    { type: 'button', className: ['code-copy'], ariaLabel: `Copy ${caption}` },
    { type: 'text', value: 'Copy' },
  )

/** Code as captioned figures, colored at build. */
export function codeFigures() {
  return (tree: Root) =>
    replaceEach(tree, 'pre', async (pre, nth) => {
      const code = pre.children.find((child) => child.type === 'element')
      if (!code) return pre
      const { language, caption } = fenceOf(code)
      const tokens = await highlight(textOf(code).replace(/\n$/, ''), language)
      const colored = tokens.map((token) =>
        typeof token === 'string'
          ? ({ type: 'text', value: token } as const)
          : element('span', { className: [token[0]] }, { type: 'text', value: token[1] }),
      )
      return element(
        'figure',
        { className: ['code'] },
        element('figcaption', {}, element('span', {}, { type: 'text', value: caption }), copyButton(caption)),
        element('pre', region(`Code ${nth}: ${caption}`), element('code', {}, ...colored)),
      )
    })
}
