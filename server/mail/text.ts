import { Marked, type Parser, type Token, type Tokens } from 'marked'
import type { Markdown } from '../../contract/markdown.ts'
import { buttonIn, rowsIn } from './html.ts'

/** Without empty lines at both ends. The spaces before a first line of code stay. */
const trimmed = (text: string): string => text.trimEnd().replace(/^\n+/, '')

function onlyText(this: { parser: Parser }, { tokens }: { tokens: Token[] }): string {
  return this.parser.parseInline(tokens)
}

const marked = new Marked({
  renderer: {
    heading({ tokens, depth }) {
      const text = this.parser.parseInline(tokens)
      return `${text}\n${(depth === 1 ? '=' : '-').repeat(text.length)}\n\n`
    },
    paragraph({ tokens }) {
      const button = buttonIn(tokens)
      const text = this.parser.parseInline(button ? button.tokens : tokens)
      return button ? `${text}:\n${button.href}\n\n` : `${text}\n\n`
    },
    blockquote({ tokens }) {
      return `${this.parser.parse(tokens).trim().replace(/^/gm, '> ')}\n\n`
    },
    list({ items, ordered, start }) {
      const lines = items.map((item, index) => {
        const marker = ordered ? `${Number(start) + index}. ` : '- '
        // Parsed together, a list inside an item would follow the item's text without a line break.
        const text = item.tokens.map((token) => trimmed(this.parser.parse([token]))).join('\n')
        return marker + text.replaceAll('\n', `\n${' '.repeat(marker.length)}`)
      })
      return `${lines.join('\n')}\n\n`
    },
    table(table) {
      const cells = rowsIn(table).map((row) => row.map(({ tokens }) => this.parser.parseInline(tokens)))
      const width = Math.max(...cells.map(([label = '']) => label.length)) + 2
      return `${cells.map(([label, ...values]) => `${label}:`.padEnd(width) + values.join(', ')).join('\n')}\n\n`
    },
    code: ({ text }) => `${text.replace(/^/gm, '    ')}\n\n`,
    // After the line of `signed`, the signature begins (RFC 3676 §4.3). A line in the seller's text is only a line.
    hr: ({ raw }) => (raw.startsWith('___') ? '-- \n' : '----\n\n'),
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      return href === text || href.startsWith('mailto:') ? text : `${text} (${href})`
    },
    strong: onlyText,
    em: onlyText,
    del: onlyText,
    text(token: Tokens.Text | Tokens.Escape) {
      return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : token.text
    },
    codespan: ({ text }) => text,
    html: (token: Tokens.HTML | Tokens.Tag) => (token.block ? `${token.text.trim()}\n\n` : token.text),
    image: ({ text }) => text,
    checkbox: ({ checked }) => (checked ? '[x] ' : '[ ] '),
    br: () => '\n',
  },
})

/** The text part of a mail: the Markdown without its signs, and with each address written out. */
export const textOf = ({ source }: Markdown): string => `${trimmed(marked.parse(source) as string)}\n`
