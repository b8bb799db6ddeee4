import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { expect, test } from 'vitest'
import { mails as words } from '#content/mails.ts'
import { site } from '#content/site.ts'
import { mailOf, mails, order, parts, sandboxOrder, testOrder, toSeller } from '../../tests/support/mails.ts'

/** The texts of a parsed document, in order. */
function textIn(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textIn).join(' ') : ''
}

/** The readable text of the HTML, without tags and with decoded character references. */
const readable = (html: string) => textIn(parse(html)).replace(/\s+/g, ' ')

test.each(Object.keys(mails))('%s: both parts are complete and escaped, and the subject is plain', (name) => {
  const { subject, html, text } = mailOf(name)
  expect(subject).toMatch(/^\P{Cc}{10,78}$/u)
  expect(html).not.toContain('<script')
  expect(html).toContain('Ada &lt;script&gt;')
  for (const version of [readable(html), text])
    for (const part of [order.id, order.name, site.seller.legalName, site.emails.support])
      expect(version).toContain(part)
  expect(`${html}${text}`).not.toMatch(/undefined|NaN|\[object|null|\\/)
})

test.each(Object.keys(mails))('%s: every address that the text writes out is a link in the HTML', (name) => {
  const { html, text } = mailOf(name)
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  const written = [...text.matchAll(/https:\/\/[^\s)]+/g)].map(([address]) => address)
  expect(links.filter((href) => !href.startsWith('mailto:'))).toEqual(written)
})

test.each(Object.entries(mails))('%s: only the subject to the seller names the buyer', (kind, write) => {
  const subjectOf = (change: Partial<typeof order>) => write({ ...order, ...change }).subject
  if (!(kind in toSeller)) {
    expect(subjectOf({ name: 'Grace Hopper' })).not.toContain('Grace')
    return
  }
  expect(subjectOf({ name: 'Grace Hopper' })).toContain('Grace Hopper')
  expect(subjectOf({ name: 'see evil.example' })).toContain(order.email)
  expect(subjectOf({ name: 'Grace '.repeat(9) })).toMatch(/Grace Grace.{1,30}…/)
  expect(subjectOf({ name: '', email: '', erased_at: 1 })).toContain('erased')
})

test.each(Object.keys(toSeller))('%s: has links to the order, the buyer and the payment', (name) => {
  const { html } = mailOf(name, { email: 'ada?@example.com' })
  expect(html).toContain('mailto:ada%3F@example.com')
  expect(html).toContain('https://shop.example/seller/v1.')
  expect(html).toContain('https://dashboard.stripe.com/payments/pi_123')
  expect(mailOf(name, { name: '', email: '', erased_at: 1 }).html).not.toMatch(/mailto:[^"]*ada|\/seller\//)
})

test.each(Object.entries(mails))(
  '%s: says only for a test order that no money has moved and that the download is a sample',
  (_name, write) => {
    const notes = [...Object.values(words.testOrder), 'no money has moved, and the download is a sample']
    const hasNote = (of: typeof order) => notes.some((note) => parts(write(of)).text.includes(note))
    expect([order, sandboxOrder, testOrder].map(hasNote)).toEqual([false, true, true])
  },
)

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['Dr. Jürgen O’Hara-Smith', 'Dr. Jürgen O’Hara-Smith'],
  ['שרה כהן', 'שרה כהן'],
  ['Ada <b> & "Co" *', 'Ada <b> & "Co" *'],
  ['Vera. Get your kit at https://evil.example/kit.zip', null],
  ['Vera, see evil.example', null],
  ['Vera, write to me@evil', null],
  ['Vera, see evil。example', null],
  ['Vera, see 192.0.2.7/refund', null],
  ['Vera \u202egpj.evil\u202c', null],
  ['Vera\u202e\u200b Rubin\u0007', 'Vera Rubin'],
  [`Vera, ${'this is no name '.repeat(4)}`, null],
])('a mail to %j greets %j', (name, plain) => {
  for (const kind of ['receipt', 'new link'])
    expect(mailOf(kind, { name }).text).toContain(`\n\n${words.hello({ name: plain })} `)
})

test.each([
  'Claim the refund at https://evil.example/refund',
  'See evil.example',
  'Ada \u202egnp.evil',
  'Write \u2066to\u0085 me@evil.example',
  `Ada ${'and on '.repeat(20)}`,
])('%j is not used as a name in mails', (name) => {
  for (const kind of Object.keys(mails)) {
    const { subject, html, text } = mailOf(kind, { name })
    expect(`${subject}${html}${text}`).not.toMatch(/evil|and on|Claim/)
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  }
})
