import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { expect, test } from 'vitest'
import { mails as words } from '#content/mails.ts'
import { site } from '#content/site.ts'
import {
  download,
  generalMails,
  kit,
  mails,
  order,
  orderNotices,
  sandboxOrder,
  shopUrl,
  testOrder,
} from '../../../tests/support/mails.ts'
import { htmlOf } from '../html.ts'
import { textOf } from '../text.ts'
import { link } from './buyer-notices.ts'
import { receipt } from './receipt.ts'

/** The texts of a parsed document, in order. */
function textIn(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textIn).join(' ') : ''
}

/** The readable text of the HTML, without tags and with decoded character references. */
const readable = (html: string) => textIn(parse(html)).replace(/\s+/g, ' ')

test.each(Object.entries(mails))(
  '%s: HTML and text are complete and escaped, and the subject is plain text',
  async (_name, content) => {
    const mail = content(order)
    const html = htmlOf(mail, shopUrl)
    const text = textOf(mail, shopUrl)
    expect(mail.subject).toMatch(/^\P{Cc}{10,78}$/u)
    expect(html).not.toContain('<script')
    expect(html).toContain('Ada &lt;script&gt;')
    expect(html).toContain(`lang="${site.language}"`)
    for (const version of [readable(html), text]) {
      expect(version).toContain(order.id)
      expect(version).toContain(order.name)
      expect(version).toContain(site.seller.legalName)
    }
    expect(`${html}${text}`).not.toMatch(/undefined|NaN|\[object|null/)
  },
)

test.each(Object.entries(mails))('%s: only the subject of a notice names the buyer', (name, content) => {
  const subjectOf = (change: Partial<typeof order>) => content({ ...order, ...change }).subject
  if (!(name in orderNotices)) {
    expect(subjectOf({ name: 'Grace Hopper' })).not.toContain('Grace')
    return
  }
  if (name === 'many failed receipts') return
  expect(subjectOf({ name: 'Grace Hopper' })).toContain('Grace Hopper')
  expect(subjectOf({ name: 'see evil.example' })).toContain(order.email)
  expect(subjectOf({ name: 'Grace '.repeat(9) })).toMatch(/Grace Grace.{1,30}…/)
  expect(subjectOf({ name: '', email: '', erased_at: 1 })).toContain('erased')
})

test.each(Object.entries(orderNotices))('%s: has a link for writing to the buyer', (_name, content) => {
  const html = (change: Partial<typeof order>) => htmlOf(content({ ...order, ...change }), shopUrl, 'en')
  expect(html({ email: 'ada?@example.com' })).toContain('mailto:ada%3F@example.com')
  expect(html({ name: '', email: '', erased_at: 1 })).not.toContain('Write to the buyer: ')
})

test.each(Object.entries(generalMails))('%s is complete, and its subject is plain text', (_name, content) => {
  const mail = content(order)
  const [html, text] = [htmlOf(mail, shopUrl, 'en'), textOf(mail, shopUrl)]
  expect(mail.subject).toMatch(/^\P{Cc}{10,78}$/u)
  for (const version of [readable(html), text]) expect(version).toContain(site.seller.legalName)
  expect(`${html}${text}`).not.toMatch(/undefined|NaN|\[object|null/)
})

test.each(Object.entries(mails))(
  '%s: says only for a test order that no money has moved and that the download is a sample',
  (_name, content) => {
    const real = textOf(content(order), shopUrl)
    const sandbox = textOf(content(sandboxOrder), shopUrl)
    const testMode = textOf(content(testOrder), shopUrl)
    // Mails to the buyer use the words of the content. Mails to the seller use this English text.
    const notes = [
      words.testOrder.sandbox,
      words.testOrder.testMode,
      'no money has moved, and the download is a sample',
    ]
    const hasNote = (text: string) => notes.some((note) => text.includes(note))
    expect([real, sandbox, testMode].map(hasNote)).toEqual([false, true, true])
  },
)

test.each([
  ['Ada Lovelace', words.greeting('Ada Lovelace')],
  ['Dr. Jürgen O’Hara-Smith', words.greeting('Dr. Jürgen O’Hara-Smith')],
  ['Vera. Get your kit at https://evil.example/kit.zip', words.greeting(null)],
  ['Vera, see evil.example', words.greeting(null)],
  ['Vera, write to me@evil', words.greeting(null)],
  ['Vera, see evil。example', words.greeting(null)],
  ['Vera, see 192.0.2.7/refund', words.greeting(null)],
  ['Vera \u202egpj.evil\u202c', words.greeting(null)],
  ['Vera\u202e\u200b Rubin\u0007', words.greeting('Vera Rubin')],
  [`Vera, ${'this is no name '.repeat(4)}`, words.greeting(null)],
])('a mail to %s begins with "%s"', (name, greeting) => {
  for (const mail of [receipt, link])
    expect(textOf(mail({ order: { ...order, name }, kit, link: download }), shopUrl)).toContain(greeting)
})

/** Mails that greet the buyer, and name no address. */
const withoutAddress = [mails.link, mails.announcement].map((content) => content?.(order).title)

test.each([
  'Claim the refund at https://evil.example/refund',
  'See evil.example',
  'Ada \u202egnp.evil',
  'Write \u2066to\u0085 me@evil.example',
  `Ada ${'and on '.repeat(20)}`,
])('%j is not used as a name in mails, which have the address instead', async (name) => {
  for (const content of Object.values(mails)) {
    const mail = content({ ...order, name })
    const everything = `${JSON.stringify(mail)}${htmlOf(mail, shopUrl)}${textOf(mail, shopUrl)}`
    expect(everything).not.toMatch(/evil|and on|Claim/)
    expect(textOf(mail, shopUrl).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    if (!withoutAddress.includes(mail.title)) expect(textOf(mail, shopUrl)).toContain(order.email)
  }
})
