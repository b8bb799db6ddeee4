import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { expect, test } from 'vitest'
import { mails as words } from '../../../content/mails.ts'
import { site } from '../../../content/site.ts'
import { download, home, kit, mails, order, sandboxOrder, testOrder } from '../../../tests/support/mails.ts'
import { htmlOf } from '../html.ts'
import { textOf } from '../text.ts'
import { link } from './link.ts'
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
    const html = htmlOf(mail, home)
    const text = textOf(mail, home)
    expect(mail.subject).toMatch(/^\P{Cc}{10,78}$/u)
    expect(mail.subject).not.toContain('Ada')
    expect(html).not.toContain('<script')
    expect(html).toContain('Ada &lt;script&gt;')
    expect(html).toContain(`lang="${site.language}"`)
    for (const form of [readable(html), text]) {
      expect(form).toContain(order.id)
      expect(form).toContain(order.name)
      expect(form).toContain(site.seller.legalName)
    }
    expect(`${html}${text}`).not.toMatch(/undefined|NaN|\[object|null/)
  },
)

test.each(Object.entries(mails))(
  '%s: says when an order is a test without real money and delivers a sample, and only then',
  (_name, content) => {
    const real = textOf(content(order), home)
    const sandbox = textOf(content(sandboxOrder), home)
    const tried = textOf(content(testOrder), home)
    // Mails to the buyer use the words of the content. Mails to the seller use this English text.
    const notes = [
      words.testOrder.sandbox,
      words.testOrder.testMode,
      'no money has moved, and the download is a sample',
    ]
    const isNoted = (text: string) => notes.some((note) => text.includes(note))
    expect([real, sandbox, tried].map(isNoted)).toEqual([false, true, true])
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
])('a mail to %s begins with "%s"', (name, words) => {
  for (const mail of [receipt, link])
    expect(
      textOf(mail({ order: { ...order, name }, kit, link: download, invoiceUrl: null }), home),
    ).toContain(words)
})

test.each([
  'Claim the refund at https://evil.example/refund',
  'See evil.example',
  'Ada \u202egnp.evil',
  'Write \u2066to\u0085 me@evil.example',
  `Ada ${'and on '.repeat(20)}`,
])('%j is not used as a name in mails, which have the address instead', async (name) => {
  for (const content of Object.values(mails)) {
    const mail = content({ ...order, name })
    const whole = `${JSON.stringify(mail)}${htmlOf(mail, home)}${textOf(mail, home)}`
    expect(whole).not.toMatch(/evil|and on|Claim/)
    expect(textOf(mail, home).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    if (mail.title !== link({ order, kit, link: download }).title)
      expect(textOf(mail, home)).toContain(order.email)
  }
})
