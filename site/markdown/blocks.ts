import type { Element, ElementContent, Root, Text } from 'hast'
import type {} from 'mdast-util-to-hast'
import { labels } from '#content/labels.ts'
import { highlight } from './highlight.ts'
import { element, replaceEach, textOf, walk } from './tree.ts'

/** Turns each h1 of the body into an h2, because the page's title is its only h1. */
export function demoteTitles() {
  return (tree: Root) =>
    walk(tree, (node) => {
      if (node.tagName === 'h1') node.tagName = 'h2'
    })
}

/** Makes each heading a link to itself, so that its address can be copied. It needs the headings' ids. */
export function linkHeadings() {
  return (tree: Root) =>
    walk(tree, (node) => {
      const { id } = node.properties
      if (!/^h[2-6]$/.test(node.tagName) || !id) return
      // The heading of the footnotes is for screen readers alone. A link in it would take the focus unseen.
      if ([node.properties.className].flat().includes('sr-only')) return
      let hasLink = false
      walk(node, ({ tagName }) => {
        hasLink ||= tagName === 'a'
      })
      // A link cannot be inside another link.
      if (hasLink) return
      node.children = [
        element('a', { className: ['heading-link'], href: `#${id}` }, ...(node.children as ElementContent[])),
      ]
    })
}

/** The attributes of a wide block. It scrolls in a named region that the keyboard can reach (WCAG 2.1.1). */
const region = (name: string) => ({ role: 'region', ariaLabel: name, tabIndex: 0 })

/**
 * Shows raw HTML as the text that it is, and removes its comments. A text can have Markdown only, and a placeholder such as
 * `<account-id>` must not vanish from it.
 */
export function showRaw() {
  return (tree: Root) => {
    const show = (parent: Root | Element) => {
      const { children } = parent
      const isBlock = parent.type === 'root' || parent.tagName === 'blockquote'
      for (let at = children.length - 1; at >= 0; at--) {
        const child = children[at]
        // Astro's Markdown adds `raw` nodes, which are missing in hast's types.
        if ((child?.type as string) !== 'raw') continue
        const value = (child as unknown as Text).value.replace(/<!--[\s\S]*?-->/g, '')
        const text: Text = { type: 'text', value }
        if (value.trim() === '') children.splice(at, 1)
        else children.splice(at, 1, isBlock ? element('p', {}, text) : text)
      }
    }
    show(tree)
    walk(tree, show)
  }
}

/** The characters of the longest cell with which a table of so many columns still fits on a phone. One of more columns never does. */
const mostCharacters = [Infinity, Infinity, Infinity, 80, 20]

/**
 * Makes each table scroll in its own region, so that the page does not scroll sideways. A wide table says so, and keeps its first
 * column in view: its first cells are the headings of their rows.
 */
export function scrollTables() {
  return (tree: Root) =>
    replaceEach(tree, 'table', (table, nth) => {
      let [columns, longest] = [0, 0]
      walk(table, (node) => {
        if (node.tagName === 'th') columns++
        if (/^t[hd]$/.test(node.tagName)) longest = Math.max(longest, textOf(node).length)
      })
      const scroller = element(
        'div',
        { className: ['table-scroll'], ...region(labels.post.table(nth)) },
        table,
      )
      if (longest <= (mostCharacters[columns] ?? 0)) return scroller
      walk(table, (node, parent) => {
        if (node.tagName === 'th') node.properties.scope = 'col'
        if (node.tagName !== 'td' || parent.children.find(({ type }) => type === 'element') !== node) return
        node.tagName = 'th'
        node.properties.scope = 'row'
      })
      const hint = element(
        'figcaption',
        { className: ['table-hint'] },
        { type: 'text', value: labels.post.wideTable },
      )
      return element('figure', { className: ['wide-table'] }, hint, scroller)
    })
}

/** Gives the box of each task in a list a name, because its text is not a label. */
export function nameTasks() {
  return (tree: Root) =>
    walk(tree, ({ tagName, properties }) => {
      if (tagName === 'input' && properties.type === 'checkbox')
        properties.ariaLabel = properties.checked ? labels.post.task.done : labels.post.task.open
    })
}

/** Inline code up to this length fits on one line of a phone. */
const mostShort = 24

/** Marks short inline code, so that it stays on one line. The browser would break `us-east-1` after a hyphen. */
export function markShortCode() {
  return (tree: Root) =>
    walk(tree, (node, parent) => {
      const isInline = node.tagName === 'code' && !(parent.type === 'element' && parent.tagName === 'pre')
      if (isInline && textOf(node).length <= mostShort) node.properties.className = ['code-short']
    })
}

/**
 * The language of a code block, and the text after it (```` ```hcl main.tf ````), which is the caption. Other programs write it as
 * `title="main.tf"`.
 */
function fenceOf(code: Element): { language: string; caption: string } {
  const names = Array.isArray(code.properties.className) ? code.properties.className.map(String) : []
  const language = names.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? ''
  const text = code.data?.meta?.trim() ?? ''
  return { language, caption: /^title="([^"]+)"$/.exec(text)?.[1] || text || language || 'text' }
}

/** The button is part of the built page, so that the layout does not shift later. post/copy-code.ts handles the click. */
const copyButton = (caption: string) =>
  element(
    'button',
    {
      type: 'button',
      className: ['code-copy'],
      dataDone: labels.post.copy.done,
      dataSelected: labels.post.copy.selected,
      ariaLabel: labels.post.copyOf(caption),
    },
    { type: 'text', value: labels.post.copy.label },
  )

/** Makes each code block a figure with a caption, and colors it. */
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
        element('pre', region(labels.post.code(nth, caption)), element('code', {}, ...colored)),
      )
    })
}
