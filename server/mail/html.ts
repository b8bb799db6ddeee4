import { html, raw } from 'hono/html'
import { Marked, type Token, type Tokens } from 'marked'
import type { Role } from '../../brand/theme.ts'
import { typefaces } from '../../brand/typefaces.ts'
import type { Letter } from '../../contract/markdown.ts'
import { theme } from '../http/theme.ts'

const sansSerif = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const body = `'${typefaces.body.family}',${sansSerif}`
const heading = `'${typefaces.heading.family}',${sansSerif}`
const mono = `'${typefaces.mono.family}',ui-monospace,Menlo,Consolas,'Liberation Mono',monospace`

/** Without these properties, a name of 200 letters makes the mail wider than its window. */
const breakable = 'overflow-wrap:anywhere;word-break:break-word'

/**
 * The look of each element, by its tag or its tag and class.
 * @param color the value of a color of the theme
 */
const lookIn = (color: (role: Role) => string): Record<string, string> => ({
  body: `margin:0;padding:0;background:${color('paper')}`,
  'td.page': `padding:32px 16px;background:${color('paper')}`,
  'table.column': 'width:100%;max-width:600px',
  'td.column': `font:16px/26px ${body};color:${color('ink-2')};${breakable}`,
  h1: `margin:0 0 16px;font:600 28px/34px ${heading};letter-spacing:-0.02em;color:${color('ink')}`,
  h2: `margin:32px 0 12px;font:600 20px/26px ${heading};color:${color('ink')}`,
  h3: `margin:24px 0 8px;font:600 16px/26px ${heading};color:${color('ink')}`,
  p: 'margin:0 0 16px',
  a: `color:${color('link')}`,
  'table.button': 'margin:8px 0 24px',
  'td.button': `padding:13px 24px;border-radius:6px;background:${color('action')}`,
  'a.button': `font:600 16px/22px ${body};color:${color('action-text')};text-decoration:none`,
  blockquote: `margin:0 0 16px;padding:0 0 0 14px;border-left:3px solid ${color('action-edge')};color:${color('ink')}`,
  // In Outlook, the markers of a list with padding are outside of the window.
  ol: 'margin:0 0 16px 22px;padding:0',
  ul: 'margin:0 0 16px 22px;padding:0',
  li: 'margin:0 0 8px',
  pre: `margin:0 0 16px;padding:10px 14px;border:1px solid ${color('line')};border-radius:3px;font:13px/20px ${mono};color:${color('ink')};white-space:pre-wrap`,
  code: `font-family:${mono};font-size:13px`,
  'table.facts': 'margin:8px 0 24px;width:100%',
  th: `padding:8px 12px 8px 0;border-top:1px solid ${color('line')};font:14px/22px ${body};color:${color('ink-3')};text-align:left;vertical-align:top;width:96px`,
  'td.fact': `padding:8px 0;border-top:1px solid ${color('line')};font:14px/22px ${body};color:${color('ink')};vertical-align:top`,
  hr: `margin:32px 0 16px;border:0;border-top:1px solid ${color('line-strong')}`,
})

const lightLook = lookIn((role) => theme[role].light)

/** The rules that have a color. `!important`: the light color is in the element's own `style`. */
const darkRules = Object.entries(lookIn((role) => `${theme[role].dark}!important`))
  .map(([selector, look]) => {
    const colors = look.split(';').filter((rule) => rule.includes('!important'))
    return colors.length > 0 ? `${selector}{${colors.join(';')}}` : ''
  })
  .join('')

/** Writes the light look into each tag, because some mail programs drop style sheets. A text has no `<` any more: it is escaped. */
const withLook = (page: string): string =>
  page.replace(/<([a-z]\w*)(?: class="(\w+)")?(?=[ >])/g, (tag, name, part) => {
    const look = lightLook[part ? `${name}.${part}` : name]
    return look ? `${tag} style="${look}"` : tag
  })

/** The link of a paragraph that is nothing but a link: a button. */
export function buttonIn(tokens: Token[]): Tokens.Link | null {
  const [first, ...more] = tokens
  return first?.type === 'link' && more.length === 0 ? (first as Tokens.Link) : null
}

/** The rows of a table, without the empty heading that `facts` writes. */
export const rowsIn = ({ header, rows }: Tokens.Table): Tokens.TableCell[][] =>
  header.some(({ text }) => text) ? [header, ...rows] : rows

/** Whether a link leads somewhere from a mailbox. It excludes scripts and addresses without a host. */
export const isMailLink = (href: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(href)

const linkTo = (href: string, text: string, look = '') =>
  html`<a${raw(look)} href="${href}" target="_blank">${raw(text)}</a>`

const marked = new Marked({
  renderer: {
    paragraph({ tokens }) {
      const button = buttonIn(tokens)
      if (!button || !isMailLink(button.href)) return `<p>${this.parser.parseInline(tokens)}</p>\n`
      const link = linkTo(button.href, this.parser.parseInline(button.tokens), ' class="button"')
      // Outlook ignores the padding of a link, but not that of a cell.
      return `<table class="button" border="0" cellpadding="0" cellspacing="0" role="presentation"><tr><td class="button">${link}</td></tr></table>\n`
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      return isMailLink(href) ? String(linkTo(href, text)) : text
    },
    table(table) {
      const lines = rowsIn(table).map(([label, ...values]) => {
        const cells = values.map(({ tokens }) => `<td class="fact">${this.parser.parseInline(tokens)}</td>`)
        return `<tr><th scope="row">${this.parser.parseInline(label?.tokens ?? [])}</th>${cells.join('')}</tr>\n`
      })
      return `<table class="facts" cellpadding="0" cellspacing="0">${lines.join('')}</table>\n`
    },
    // Tags that somebody has typed are shown, and not run.
    html: ({ text }) => String(html`${text}`),
    image: ({ text }) => String(html`${text}`),
  },
})

/**
 * The HTML part of a mail, light and dark. It is readable without pictures and fits a phone.
 * @param language a BCP 47 tag
 */
export function htmlOf({ subject, text }: Letter, language: string): string {
  const page = html`<!doctype html>
<html dir="ltr" lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${raw(darkRules)}}</style>
</head>
<body>
<table width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation"><tr><td class="page" align="center">
<table class="column" width="600" align="center" border="0" cellpadding="0" cellspacing="0" role="presentation"><tr><td class="column">
${raw(marked.parse(text.source) as string)}
</td></tr></table>
</td></tr></table>
</body>
</html>`
  return withLook(String(page))
}
