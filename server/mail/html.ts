import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  render,
  Section,
  Text,
} from '@react-email/components'
import { createElement as h, type ReactNode } from 'react'
import { site } from '../../content/site.ts'
import type { Block, Fact, Inline, MailContent } from './content.ts'
import { face, look, styleSheet } from './style.ts'

/** A name of 200 letters must not make the mail wider than its window. */
const prose = {
  fontFamily: face.body,
  fontSize: '16px',
  lineHeight: '26px',
  margin: '0 0 16px',
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
} as const
const small = { fontFamily: face.body, fontSize: '14px', lineHeight: '22px', margin: '0' }
const mono = { fontFamily: face.mono, fontSize: '13px', lineHeight: '20px' }
/** Addresses and digests have no spaces to break at, and a phone has 320px. */
const breakable = { wordBreak: 'break-all', overflowWrap: 'anywhere' } as const

const sentence = (content: Inline[]): ReactNode[] =>
  content.map((part, key) => {
    if (typeof part === 'string') return part
    if ('code' in part) return h('code', { key, style: { ...mono, overflowWrap: 'anywhere' } }, part.code)
    const style = { textDecoration: 'underline', ...(part.href === part.text && breakable) }
    return h(Link, { key, href: part.href, ...look('link', style) }, part.text)
  })

function factRow(fact: Fact, key: number): ReactNode {
  const cell = {
    borderTopStyle: 'solid',
    borderTopWidth: '1px',
    padding: '8px 0',
    verticalAlign: 'top',
  } as const
  const value = fact.code
    ? { ...mono, ...breakable, lineHeight: '22px' }
    : { ...small, overflowWrap: 'anywhere' as const }
  return h(
    'tr',
    { key },
    h(
      'th',
      { scope: 'row', align: 'left', width: '96', ...look('line', { ...cell, paddingRight: '12px' }) },
      h('span', look('ink-3', { ...small, fontWeight: 400 }), fact.label),
    ),
    h('td', look('line', cell), h('span', look('ink', value), fact.value)),
  )
}

function draw(block: Block, key: number): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const style = { fontFamily: face.heading, fontSize: '20px', lineHeight: '26px', margin: '32px 0 12px' }
      return h(Heading, { key, as: 'h2', ...look('ink', { ...style, fontWeight: 600 }) }, block.text)
    }
    case 'text':
      return h(Text, { key, ...look('ink-2', prose) }, ...sentence(block.content))
    case 'note': {
      const edge = { borderLeftStyle: 'solid', borderLeftWidth: '3px', paddingLeft: '14px' } as const
      return h(Text, { key, ...look('note', { ...prose, ...edge }) }, ...sentence(block.content))
    }
    case 'command': {
      const edge = { borderStyle: 'solid', borderWidth: '1px', borderRadius: '3px' } as const
      const place = { margin: '0 0 16px', padding: '10px 14px', overflowWrap: 'anywhere' } as const
      return h(Text, { key, ...look('command', { ...mono, ...edge, ...place }) }, block.text)
    }
    case 'button': {
      const edge = {
        borderStyle: 'solid',
        borderWidth: '1px',
        borderRadius: '6px',
        padding: '13px 24px',
      } as const
      const type = { fontFamily: face.body, fontSize: '16px', lineHeight: '22px', fontWeight: 600 }
      return h(
        Section,
        { key, style: { margin: '8px 0 24px' } },
        h(Button, { href: block.href, ...look('action', { ...edge, ...type }) }, block.label),
        h(
          Text,
          look('ink-3', { ...small, margin: '16px 0 0' }),
          'If the button does not work, copy this address:',
          h('br'),
          ...sentence([{ text: block.href, href: block.href }]),
        ),
      )
    }
    case 'facts':
      return h(
        'table',
        { key, width: '100%', cellPadding: 0, cellSpacing: 0, style: { margin: '8px 0 16px' } },
        h('tbody', null, block.rows.map(factRow)),
      )
    case 'steps':
      return h(
        'ol',
        { key, ...look('ink-2', { ...prose, paddingLeft: '22px' }) },
        block.items.map((item, index) =>
          h('li', { key: index, style: { marginBottom: '8px' } }, ...sentence(item)),
        ),
      )
  }
}

function foot(publicUrl: string): ReactNode {
  const link = (text: string, href: string) => h(Link, { href, ...look('link', small) }, text)
  return h(
    Text,
    look('ink-3', { ...small, margin: '20px 0 0' }),
    site.seller.legalName,
    h('br'),
    link(site.name, publicUrl),
    ' · ',
    link(site.emails.support, `mailto:${site.emails.support}`),
  )
}

/** A mail in the site's family, day and night, that reads without pictures and fits a phone. */
export function htmlOf(content: MailContent, publicUrl: string): Promise<string> {
  const title = { fontFamily: face.heading, fontSize: '30px', lineHeight: '34px', fontWeight: 600 }
  const brand = { fontFamily: face.heading, fontSize: '16px', lineHeight: '22px', fontWeight: 600 }
  const sheet = {
    borderStyle: 'solid',
    borderWidth: '1px',
    borderRadius: '8px',
    padding: '28px 24px 16px',
  } as const
  return render(
    h(
      Html,
      { lang: 'en' },
      h(
        Head,
        null,
        h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
        h('meta', { name: 'color-scheme', content: 'light dark' }),
        h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
        h('title', null, content.subject),
        h('style', null, styleSheet()),
      ),
      h(
        Body,
        look('paper', { margin: '0', padding: '24px 12px 32px' }),
        h(Preview, null, content.preview),
        h(
          Container,
          { style: { maxWidth: '600px' } },
          h(
            Text,
            { style: { margin: '0 0 16px' } },
            h(Link, { href: publicUrl, ...look('ink', { ...brand, textDecoration: 'none' }) }, site.name),
          ),
          h(
            Section,
            look('sheet', sheet),
            h(
              Heading,
              { as: 'h1', ...look('ink', { ...title, letterSpacing: '-0.02em', margin: '0 0 16px' }) },
              content.title,
            ),
            content.blocks.map(draw),
          ),
          foot(publicUrl),
        ),
      ),
    ),
  )
}
