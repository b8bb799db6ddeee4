import { catalog } from '#content/catalog.ts'
import { mails as toBuyer } from '#content/mails.ts'
import { type Letter, md } from '../../contract/markdown.ts'
import type { MailKind, Order } from '../../server/database/schema.ts'
import type { Kit } from '../../server/downloads/kit.ts'
import { htmlOf } from '../../server/mail/html.ts'
import { factsOf } from '../../server/mail/order-facts.ts'
import { signed } from '../../server/mail/render-mail.ts'
import { notice, sale } from '../../server/mail/seller-mails.ts'
import { textOf } from '../../server/mail/text.ts'
import { disputeNotice, fraudNotice, refundFailedNotice } from '../../server/orders/seller-notices.ts'
import type { Notice } from '../../server/outbox/queue.ts'
import type { Effect } from '../../server/payments/effect.ts'
import { testConfig } from './shop.ts'

export const order = {
  id: 'order-1',
  name: 'Ada <script>alert(1)</script> & "Co"',
  email: "ada+o'hara@example.com",
  amount_cents: 34800,
  currency: catalog.currency,
  tier: 'early',
  provider: 'stripe',
  livemode: 1,
  status: 'paid',
  payment_id: 'pi_123',
  paid_at: Date.UTC(2026, 10, 20, 10, 15),
  granted_at: null,
  created_at: Date.UTC(2026, 10, 20, 10),
  failed_at: null,
  refunded_at: null,
  refunded_cents: 0,
  dispute: null,
  revoked_at: null,
  erased_at: null,
} as Order
export const sandboxOrder: Order = { ...order, provider: 'sandbox', livemode: 0, session_id: 'cs_1' }
export const testOrder: Order = { ...order, livemode: 0 }
export const kit: Kit = {
  path: '',
  fileName: 'kit.zip',
  version: '1.2.3',
  bytes: 1_400_000,
  mtimeMs: 0,
  sha256: 'ab'.repeat(32),
  sample: false,
}

/** A shop on the web, on the day of the order. */
export const deps = {
  config: testConfig({ publicUrl: 'https://shop.example', siteUrl: 'https://shop.example' }),
  kit,
  linkSecret: 'a secret of the tests with forty-one letters',
  now: () => Date.UTC(2026, 10, 20, 10, 15),
}
export const facts = (order: Order) => factsOf(order, deps)

/** Both parts of a mail, with the seller's name at the end. */
export const parts = (letter: Letter) => {
  const mail = signed(letter, deps.config)
  return { subject: mail.subject, html: htmlOf(mail, 'en'), text: textOf(mail.text) }
}

type Dispute = Extract<Effect, { kind: 'dispute' }>
const dispute = (order: Order, rest: Partial<Dispute>) =>
  disputeNotice(order, { kind: 'dispute', disputeId: 'du_1', state: 'open', ...rest })

const dueAt = Date.UTC(2026, 10, 27, 12)
const news = {
  title: 'What is new in 2.0',
  text: md`It is faster.`,
  unsubscribe: 'https://shop.example/unsubscribe',
}

type Write = (order: Order) => Letter
const notify =
  (about: (order: Order) => Notice): Write =>
  (order) =>
    notice(about(order), order, deps)

/** Every kind of mail about an order, with its variants. */
const kinds: Record<MailKind, Record<string, Write>> = {
  receipt: { receipt: (order) => toBuyer.receipt(facts(order)) },
  link: { 'new link': (order) => toBuyer.newLink(facts(order)) },
  'payment-pending': { 'a pending bank payment': (order) => toBuyer.pending(facts(order)) },
  'payment-refused': { 'a payment that the bank refused': (order) => toBuyer.refused(facts(order)) },
  refund: {
    'a full refund': (order) =>
      toBuyer.refund(facts(order), { now: '$348.00', total: '$348.00', paid: '$348.00' }),
    'a partial refund': (order) =>
      toBuyer.refund(facts(order), { now: '$100.00', total: '$100.00', paid: '$348.00' }),
    'a refund of the rest': (order) =>
      toBuyer.refund(facts(order), { now: '$248.00', total: '$348.00', paid: '$348.00' }),
    'a failed refund, to the buyer': (order) => toBuyer.refundFailed(facts(order), '$348.00'),
  },
  dispute: {
    'a dispute that closed the download': (order) => toBuyer.dispute.lost(facts(order)),
    'a dispute that opened it again': (order) => toBuyer.dispute.won(facts(order)),
  },
  announcement: { announcement: (order) => toBuyer.announcement(facts(order), news) },
  sale: {
    sale: (order) => sale(order, { seatsLeft: 41, earlier: [], isOddCharge: false }, deps),
    'an odd sale': (order) =>
      sale(order, { seatsLeft: null, earlier: [{ id: 'order-0' }], isOddCharge: true }, deps),
  },
  notice: {
    'a failed refund': notify((order) => refundFailedNotice(order, 34800)),
    'an open dispute': notify((order) => dispute(order, { dueAt })),
    'an inquiry': notify((order) => dispute(order, { isInquiry: true, dueAt })),
    'a lost dispute': notify((order) => dispute(order, { state: 'lost' })),
    'a won dispute': notify((order) => dispute(order, { state: 'won' })),
    'a fraud warning': notify(fraudNotice),
  },
}

/** Every mail, and those to the seller. */
export const mails: Record<string, Write> = Object.assign({}, ...Object.values(kinds))
export const toSeller: Record<string, Write> = { ...kinds.sale, ...kinds.notice }

/** Both parts of one of `mails`. */
export function mailOf(name: string, change: Partial<Order> = {}): ReturnType<typeof parts> {
  const write = mails[name]
  if (!write) throw new Error(`There is no mail ${name}.`)
  return parts(write({ ...order, ...change }))
}
