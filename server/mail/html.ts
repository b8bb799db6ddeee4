import { html } from 'hono/html'
import { mails } from '#content/mails.ts'
import { site } from '#content/site.ts'
import type { Markup } from '../http/page.ts'
import type { Block, Inline, MailContent, TableRow } from './content.ts'
import { fonts, inlineStyle, styleSheet, themed } from './style.ts'

// Mail and the server's pages are Hono templates, because Node does not transform JSX. A library for mail would bring React and 31
// packages into the server, for the few kinds of blocks in content.ts.

/** Without these properties, a name of 200 letters makes the mail wider than its window. */
const prose = {
  fontFamily: fonts.body,
  fontSize: '16px',
  lineHeight: '26px',
  margin: '0 0 16px',
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
}
const small = { fontFamily: fonts.body, fontSize: '14px', lineHeight: '22px', margin: '0' }
const mono = { fontFamily: fonts.mono, fontSize: '13px', lineHeight: '20px' }
/** Addresses and digests have no spaces at which a line could break, and a phone is 320px wide. */
const breakable = { wordBreak: 'break-all', overflowWrap: 'anywhere' }

/** Wraps content in a table, because mail programs agree only about the layout of tables. Screen readers skip this table. */
const layoutTable = (attributes: Markup | string, content: Markup): Markup =>
  html`<table align="center" width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation"${attributes}><tbody><tr><td>${content}</td></tr></tbody></table>`

function renderInline(part: Inline): Markup | string {
  if (typeof part === 'string') return part
  if ('code' in part)
    return html`<code${inlineStyle({ ...mono, overflowWrap: 'anywhere' })}>${part.code}</code>`
  if ('strong' in part) return html`<strong>${part.strong}</strong>`
  const style = { textDecoration: 'underline', ...(part.href === part.text && breakable) }
  return html`<a href="${part.href}"${themed('link', style)} target="_blank">${part.text}</a>`
}
const renderInlines = (content: Inline[]): Markup => html`${content.map(renderInline)}`

function tableRow(row: TableRow): Markup {
  const cell = { borderTopStyle: 'solid', borderTopWidth: '1px', padding: '8px 0', verticalAlign: 'top' }
  const value = row.code
    ? { ...mono, ...breakable, lineHeight: '22px' }
    : { ...small, overflowWrap: 'anywhere' }
  return html`<tr>
<th scope="row" align="left" width="96"${themed('line', { ...cell, paddingRight: '12px' })}><span${themed('ink-3', { ...small, fontWeight: '400' })}>${row.label}</span></th>
<td${themed('line', cell)}><span${themed('ink', value)}>${row.value}</span></td>
</tr>`
}

/** Outlook ignores the padding of a link. Its conditional comments replace the padding with stretched spaces. */
function button(label: string, href: string): Markup {
  const edge = { borderStyle: 'solid', borderWidth: '1px', borderRadius: '6px', padding: '13px 24px' }
  const type = { fontFamily: fonts.body, fontSize: '16px', lineHeight: '22px', fontWeight: '600' }
  const box = { display: 'inline-block', maxWidth: '100%', textDecoration: 'none', msoPaddingAlt: '0px' }
  const text = { display: 'inline-block', maxWidth: '100%', lineHeight: '120%', msoTextRaise: '9.75px' }
  return html`<a href="${href}"${themed('action', { ...box, ...edge, ...type })} target="_blank"><!--[if mso]><i style="mso-font-width:400%;mso-text-raise:19.5" hidden>&#8202;&#8202;&#8202;</i><![endif]--><span${inlineStyle(text)}>${label}</span><!--[if mso]><i style="mso-font-width:400%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]--></a>`
}

function renderBlock(block: Block): Markup {
  switch (block.kind) {
    case 'heading': {
      const type = { fontFamily: fonts.heading, fontSize: '20px', lineHeight: '26px', fontWeight: '600' }
      return html`<h2${themed('ink', { ...type, margin: '32px 0 12px' })}>${block.text}</h2>`
    }
    case 'text':
      return html`<p${themed('ink-2', prose)}>${renderInlines(block.content)}</p>`
    case 'note': {
      const edge = { borderLeftStyle: 'solid', borderLeftWidth: '3px', paddingLeft: '14px' }
      return html`<p${themed('note', { ...prose, ...edge })}>${renderInlines(block.content)}</p>`
    }
    case 'command': {
      const edge = { borderStyle: 'solid', borderWidth: '1px', borderRadius: '3px' }
      const place = { margin: '0 0 16px', padding: '10px 14px', overflowWrap: 'anywhere' }
      return html`<p${themed('command', { ...mono, ...edge, ...place })}>${block.text}</p>`
    }
    case 'button':
      return layoutTable(
        inlineStyle({ margin: '8px 0 24px' }),
        html`${button(block.label, block.href)}
<p${themed('ink-3', { ...small, margin: '16px 0 0' })}>${mails.noButton}<br>${renderInline({ text: block.href, href: block.href })}</p>`,
      )
    case 'table':
      return html`<table width="100%" cellpadding="0" cellspacing="0"${inlineStyle({ margin: '8px 0 16px' })}><tbody>${block.rows.map(tableRow)}</tbody></table>`
    case 'steps':
    case 'list': {
      const items = block.items.map(
        (item) => html`<li${inlineStyle({ marginBottom: '8px' })}>${renderInlines(item)}</li>`,
      )
      const style = themed('ink-2', { ...prose, paddingLeft: '22px' })
      return block.kind === 'steps' ? html`<ol${style}>${items}</ol>` : html`<ul${style}>${items}</ul>`
    }
  }
}

function footer(publicUrl: string): Markup {
  const link = (text: string, href: string) =>
    html`<a href="${href}"${themed('link', { ...small, textDecoration: 'none' })} target="_blank">${text}</a>`
  const mail = link(site.emails.support, `mailto:${site.emails.support}`)
  return html`<p${themed('ink-3', { ...small, margin: '20px 0 0' })}>${site.seller.legalName}<br>${link(site.name, publicUrl)} · ${mail}</p>`
}

/**
 * Inboxes show the beginning of a mail beside its subject. This writes the preview there, and then invisible characters, so
 * that the inbox shows no more of the mail.
 */
function preview(text: string): Markup {
  const hidden = { display: 'none', overflow: 'hidden', lineHeight: '1px', opacity: '0' }
  const filler = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff'.repeat(Math.max(0, 150 - text.length))
  return html`<div${inlineStyle({ ...hidden, maxHeight: '0', maxWidth: '0' })}>${text}<div>${filler}</div></div>`
}

/**
 * Renders a mail in the site's design, light and dark. It is readable without pictures and fits a phone.
 * @param language a BCP 47 tag
 */
export function htmlOf(content: MailContent, publicUrl: string, language = site.language): string {
  const heading = { fontFamily: fonts.heading, fontWeight: '600' }
  const title = {
    ...heading,
    fontSize: '30px',
    lineHeight: '34px',
    letterSpacing: '-0.02em',
    margin: '0 0 16px',
  }
  const brand = { ...heading, fontSize: '16px', lineHeight: '22px', textDecoration: 'none' }
  const sheet = { borderStyle: 'solid', borderWidth: '1px', borderRadius: '8px', padding: '28px 24px 16px' }
  const inside = html`<h1${themed('ink', title)}>${content.title}</h1>
${content.blocks.map(renderBlock)}`
  const column = html`<p${inlineStyle({ fontSize: '14px', lineHeight: '24px', margin: '0 0 16px' })}><a href="${publicUrl}"${themed('ink', brand)} target="_blank">${site.name}</a></p>
${layoutTable(themed('sheet', sheet), inside)}
${footer(publicUrl)}`
  const page = html`<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html dir="ltr" lang="${language}">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
<style>${styleSheet()}</style>
</head>
<body${themed('paper', { margin: '0', padding: '0' })}>
<table align="center" width="100%" border="0" cellpadding="0" cellspacing="0" role="presentation"><tbody><tr><td${themed('paper', { margin: '0', padding: '24px 12px 32px' })}>
${preview(content.preview)}
${layoutTable(inlineStyle({ maxWidth: '600px' }), column)}
</td></tr></tbody></table>
</body>
</html>`
  return String(page)
}
