import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { expect, test } from 'vitest'
import { consultation } from '../../../content/consultation.ts'
import { site } from '../../../content/site.ts'
import type { Order } from '../../database/schema.ts'
import type { Kit } from '../../downloads/kit.ts'
import type { MailContent } from '../content.ts'
import { htmlOf } from '../html.ts'
import { textOf } from '../text.ts'
import { dispute } from './dispute.ts'
import { disputeNotice } from './dispute-notice.ts'
import { fraudNotice } from './fraud-notice.ts'
import { link } from './link.ts'
import { paymentPending } from './payment-pending.ts'
import { paymentRefused } from './payment-refused.ts'
import { receipt } from './receipt.ts'
import { refund } from './refund.ts'
import { refundNotice } from './refund-notice.ts'
import { sale } from './sale.ts'

const order = {
  id: 'order-1',
  name: 'Ada <script>alert(1)</script> & "Co"',
  email: "ada+o'hara@example.com",
  amount_cents: 34800,
  currency: 'usd',
  tier: 'early',
  provider: 'stripe',
  livemode: 1,
  status: 'paid',
  paid_at: Date.UTC(2026, 10, 20, 10, 15),
  created_at: Date.UTC(2026, 10, 20, 10),
  failed_at: null,
  refunded_at: null,
  refunded_cents: 0,
  dispute: null,
  revoked_at: null,
  erased_at: null,
} as Order
const sandboxOrder: Order = { ...order, provider: 'sandbox', livemode: 0 }
const testOrder: Order = { ...order, livemode: 0 }
const kit: Kit = {
  path: '',
  fileName: 'kit.zip',
  version: '1.2.3',
  bytes: 1_400_000,
  mtimeMs: 0,
  sha256: 'ab'.repeat(32),
  sample: false,
}
const download = {
  url: 'https://shop.example/d/v1.x?a=1&b=2',
  expiresAt: Date.UTC(2026, 10, 27, 10, 15),
  lostUrl: 'https://shop.example/lost-link',
}

const notice = (order: Order) => ({
  order,
  dashboard: { label: 'Open this payment', href: 'https://pay.example/payment' },
  dueAt: Date.UTC(2026, 10, 27, 12),
})

const refunded = (order: Order, refundedCents: number) => ({
  ...notice(order),
  refundedCents,
  amountCents: 34800,
  failed: false,
})

const waiting = (order: Order): Order => ({ ...order, status: 'open', completed_at: 1, paid_at: null })
const home = 'https://shop.example'

const all: Record<string, (order: Order) => MailContent> = {
  receipt: (order) => receipt({ order, kit, link: download, invoiceUrl: null }),
  link: (order) => link({ order, kit, link: download }),
  sale: (order) => sale({ ...notice(order), seatsLeft: 41 }),
  'a whole refund': (order) => refundNotice(refunded(order, 34800)),
  'a part refund': (order) => refundNotice(refunded(order, 10000)),
  'a failed refund': (order) => refundNotice({ ...refunded(order, 0), failed: true }),
  'a refund that failed beside another': (order) => refundNotice({ ...refunded(order, 17400), failed: true }),
  'an open dispute': (order) => disputeNotice({ ...notice(order), state: 'open' }),
  'a lost dispute': (order) => disputeNotice({ ...notice(order), state: 'lost' }),
  'a won dispute': (order) => disputeNotice({ ...notice(order), state: 'won' }),
  'a payment that waits for the bank': (order) => paymentPending({ order: waiting(order) }),
  'a payment that the bank refused': (order) => paymentRefused({ order, shopUrl: home }),
  'a refund of all': (order) =>
    refund({ order, refundedCents: 34800, refundedBeforeCents: 0, amountCents: 34800 }),
  'a refund of a part': (order) =>
    refund({ order, refundedCents: 10000, refundedBeforeCents: 0, amountCents: 34800 }),
  'a refund of the rest': (order) =>
    refund({ order, refundedCents: 34800, refundedBeforeCents: 10000, amountCents: 34800 }),
  'a refund that did not go through': (order) =>
    refund({ order, refundedCents: 0, refundedBeforeCents: 34800, amountCents: 34800 }),
  'a dispute, to the buyer': (order) => dispute({ order, state: 'open' }),
  'a dispute that the buyer won': (order) => dispute({ order, state: 'lost' }),
  'a dispute that the buyer lost': (order) => dispute({ order, state: 'won' }),
  'a fraud warning': (order) => fraudNotice({ ...notice(order) }),
}

/** The text of a parsed document, in order. */
function textIn(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textIn).join(' ') : ''
}

/** What a person reads of the HTML: tags away, entities resolved. */
const readable = (html: string) => textIn(parse(html)).replace(/\s+/g, ' ')

test.each(Object.entries(all))(
  '%s: whole in both forms, escaped, one plain subject',
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

test.each(Object.entries(all))(
  '%s: says of an order without real money that it is one and brings a sample, and only of that',
  (_name, content) => {
    const real = textOf(content(order), home)
    const sandbox = textOf(content(sandboxOrder), home)
    const tried = textOf(content(testOrder), home)
    expect([real, sandbox, tried].map((text) => text.includes('no money has moved'))).toEqual([
      false,
      true,
      true,
    ])
    expect([real, sandbox, tried].map((text) => text.includes('sample archive'))).toEqual([false, true, true])
  },
)

test('the receipt has all that a buyer needs', async () => {
  const mail = receipt({ order, kit, link: download, invoiceUrl: null })
  const html = htmlOf(mail, home)
  expect(html).toContain('href="https://shop.example/d/v1.x?a=1&amp;b=2"')
  const text = textOf(mail, home)
  for (const fact of [
    download.url,
    'November 27, 2026 at 10:15 AM UTC',
    'November 20, 2026 at 10:15 AM UTC',
    '$348.00 USD',
    kit.fileName,
    kit.sha256,
    '1.4 MB (1,400,000 bytes)',
    'order-1',
    site.name,
    site.seller.legalName,
    site.emails.support,
    ...(consultation ? [consultation.name] : []),
  ]) {
    expect(text).toContain(fact)
  }
})

test.each([
  ['Ada Lovelace', 'Hello Ada Lovelace,'],
  ['Dr. Jürgen O’Hara-Smith', 'Hello Dr. Jürgen O’Hara-Smith,'],
  ['Vera. Get your kit at https://evil.example/kit.zip', 'Hello,'],
  ['Vera, see evil.example', 'Hello,'],
  ['Vera, write to me@evil', 'Hello,'],
  ['Vera, see evil。example', 'Hello,'],
  ['Vera, see 192.0.2.7/refund', 'Hello,'],
  ['Vera \u202egpj.evil\u202c', 'Hello,'],
  ['Vera\u202e\u200b Rubin\u0007', 'Hello Vera Rubin,'],
  [`Vera, ${'this is no name '.repeat(4)}`, 'Hello,'],
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
])('%j is in no mail: the address stands for the buyer', async (name) => {
  for (const content of Object.values(all)) {
    const mail = content({ ...order, name })
    const whole = `${JSON.stringify(mail)}${htmlOf(mail, home)}${textOf(mail, home)}`
    expect(whole).not.toMatch(/evil|and on|Claim/)
    expect(textOf(mail, home).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    if (mail.title !== link({ order, kit, link: download }).title)
      expect(textOf(mail, home)).toContain(order.email)
  }
})

test('the sale tells the seller who, how much, what is owed and what is left', () => {
  const text = textOf(sale({ ...notice(order), seatsLeft: 41 }), home)
  for (const fact of [
    order.name,
    order.email,
    '$348.00',
    'early-bird',
    ...(consultation ? [consultation.name] : []),
    '41 at the early-bird price',
  ]) {
    expect(text).toContain(fact)
  }
  expect(textOf(sale({ ...notice(order), seatsLeft: null }), home)).not.toMatch(/seats/i)
})

test('a part refund says how to close the download, a whole one that it is closed', () => {
  expect(textOf(refundNotice(refunded(order, 10000)), home)).toContain('shop -- revoke order-1')
  const back = { ...order, refunded_at: 1, refunded_cents: 34800 }
  const whole = textOf(refundNotice(refunded(back, 34800)), home)
  expect(whole).toContain('the download is closed')
  expect(whole).not.toContain('revoke')
})

test('notices tell how money and download stand when they are sent', () => {
  const text = (mail: MailContent) => textOf(mail, home).replace(/\s+/g, ' ')
  const closed = { ...order, revoked_at: 1 }
  const back = { ...order, refunded_at: 1, refunded_cents: 34800, dispute: 'won' } as Order
  expect(text(disputeNotice({ ...notice(order), state: 'open' }))).toContain('the download is open')
  expect(text(disputeNotice({ ...notice(closed), state: 'open' }))).toContain('the download is closed')
  expect(text(disputeNotice({ ...notice(order), state: 'won' }))).toContain(
    'The money stays with you, and the download is open',
  )
  expect(disputeNotice({ ...notice(back), state: 'won' }).title).toBe('A dispute was closed')
  expect(text(disputeNotice({ ...notice(back), state: 'won' }))).toContain(
    'The payment was refunded, and the download is closed',
  )
  expect(text(disputeNotice({ ...notice({ ...order, refunded_cents: 100 }), state: 'won' }))).toContain(
    '$1.00 was refunded, the rest stays with you',
  )
  expect(text(refundNotice(refunded(closed, 10000)))).not.toContain('revoke')
  expect(text(sale({ ...notice(order), seatsLeft: null }))).toContain('consultations done')
  expect(text(sale({ ...notice(closed), seatsLeft: null }))).toContain('The download is closed.')
  expect(sale({ ...notice(back), seatsLeft: null }).preview).not.toContain('owe')
  expect(disputeNotice({ ...notice(back), state: 'won' }).subject).toContain('Dispute closed')
  expect(text(fraudNotice({ ...notice(back) }))).toContain('There is nothing to do')
  expect(text(refundNotice(refunded(order, 34800)))).toContain('Some of it has come back to you since')
  expect(text(sale({ ...notice(back), seatsLeft: null }))).toMatch(
    /Nothing\. The payment was refunded(?!.*consultations done)/,
  )
})

test('a refund that failed beside another is told as failed, with what is still refunded', () => {
  const notice = refundNotice({ ...refunded(order, 17400), failed: true })
  expect(notice).toMatchObject({
    subject: expect.stringContaining('Refund failed'),
    title: 'A refund failed',
  })
  expect(textOf(notice, home)).toContain('$174.00 of $348.00')
})

test.each([
  ['sale', 'consultations done order-1'],
  ['a part refund', 'revoke order-1'],
  ['a failed refund', 'refund order-1'],
  ['an open dispute', 'orders show order-1'],
  ['a fraud warning', 'refund order-1'],
])('%s: its command stands on a line of its own, to be copied as it is', async (name, command) => {
  const mail = all[name]?.(order) as MailContent
  expect(textOf(mail, home).split('\n')).toContain(`    npm run shop -- ${command}`)
  expect(htmlOf(mail, home)).toContain(`>npm run shop -- ${command}</p>`)
})

test('notices name the payment, its page at the provider and the time to answer a dispute', async () => {
  const paid = { ...order, payment_id: 'pi_123' }
  const notices = ['sale', 'a whole refund', 'a lost dispute', 'a fraud warning', 'an open dispute']
  for (const name of notices) {
    const mail = all[name]?.(paid) as MailContent
    expect(textOf(mail, home)).toContain('pi_123')
    expect(htmlOf(mail, home)).toContain('href="https://pay.example/payment"')
  }
  const open = all['an open dispute']?.(paid) as MailContent
  expect(textOf(open, home)).toContain('by November 27, 2026 at 12:00 PM UTC')
})

test('a refund tells the buyer what went back now and in total, and what becomes of the download', () => {
  const text = (mail: MailContent) => textOf(mail, home).replace(/\s+/g, ' ')
  const of = (order: Order, refundedCents: number, refundedBeforeCents: number) =>
    text(refund({ order, refundedCents, refundedBeforeCents, amountCents: 34800 }))
  const back: Order = { ...order, refunded_at: 1, refunded_cents: 34800, status: 'refunded' }
  expect(of(order, 10000, 0)).toMatch(/we refunded \$100\.00 of the \$348\.00 .* download stays open/)
  expect(of(order, 10000, 0)).not.toContain('In total')
  expect(of(back, 34800, 10000)).toMatch(/we refunded \$248\.00 of .* is closed.*In total: \$348\.00/)
  expect(of(back, 34800, 0)).toContain('we refunded $348.00 that you paid')
  expect(of(order, 0, 34800)).toContain('the refund of $348.00')
})

test('the receipt has what a bookkeeper needs, where content and provider have it', async () => {
  const more = { order: { ...order, tax_cents: 2871 }, kit, link: download }
  const invoiceUrl = 'https://invoice.example/i/1'
  const before = { ...site.seller }
  const plain = textOf(receipt({ order, kit, link: download, invoiceUrl: null }), home)
  expect(plain).not.toMatch(/^(Tax|Tax ID|Address):|invoice|Book your/m)
  try {
    site.seller.postalAddress = ['1 Main Street', 'Wilmington, DE 19801']
    site.seller.taxId = 'DE123456789'
    if (consultation) consultation.bookingLink = 'https://book.example/hour'
    const text = textOf(receipt({ ...more, invoiceUrl }), home)
    expect(text).toMatch(/^Tax: +\$28\.71, included in the amount$/m)
    expect(text).toMatch(/^Address: +1 Main Street, Wilmington, DE 19801$/m)
    expect(text).toMatch(/^Tax ID: +DE123456789$/m)
    expect(text).toContain('Open your invoice (https://invoice.example/i/1)')
    if (consultation) expect(text).toContain('https://book.example/hour')
    expect(text).not.toContain('We write to you')
  } finally {
    Object.assign(site.seller, before)
    if (consultation) consultation.bookingLink = null
  }
})
