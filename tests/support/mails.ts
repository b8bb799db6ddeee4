import { catalog } from '#content/catalog.ts'
import type { MailKind, Order } from '../../server/database/schema.ts'
import type { Kit } from '../../server/downloads/kit.ts'
import type { MailContent } from '../../server/mail/content.ts'
import { announcement, announcementPreview } from '../../server/mail/templates/announcement.ts'
import {
  dispute,
  link,
  paymentPending,
  paymentRefused,
  refund,
} from '../../server/mail/templates/buyer-notices.ts'
import { receipt } from '../../server/mail/templates/receipt.ts'
import { sellerNotices } from '../../server/mail/templates/seller-notices.ts'
import { isToBuyer } from '../../server/outbox/kinds.ts'

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
export const sandboxOrder: Order = { ...order, provider: 'sandbox', livemode: 0 }
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
export const download = {
  url: 'https://shop.example/d/v1.x?a=1&b=2',
  expiresAt: Date.UTC(2026, 10, 27, 10, 15),
  lostUrl: 'https://shop.example/lost-link',
}

export const notice = (order: Order) => ({
  order,
  orderUrl: 'https://shop.example/seller/v1.x',
  dashboard: { label: 'Open this payment', href: 'https://pay.example/payment' },
  dueAt: Date.UTC(2026, 10, 27, 12),
})

export const refunded = (order: Order, refundedCents: number, refundedBeforeCents = 0) => ({
  ...notice(order),
  refundedCents,
  refundedBeforeCents,
  amountCents: 34800,
})

/** A receipt that did not arrive. */
const troubled = (order: Order) => ({
  ...notice(order),
  name: 'receipt',
  recipient: order.email,
  attempts: 1,
  problem: '550 5.1.1 (address): no such user here',
})

const pending = (order: Order): Order => ({ ...order, status: 'open', completed_at: 1, paid_at: null })
/** The address of the shop. */
export const shopUrl = 'https://shop.example'

const notes = { title: 'What is new in 2.0', blocks: [{ kind: 'text' as const, content: ['Faster.'] }] }

type Content = (order: Order) => MailContent

/** Every kind of mail, with its variants. */
const kinds: Record<MailKind, Record<string, Content>> = {
  receipt: {
    receipt: (order) => receipt({ order, kit, link: download }),
  },
  link: {
    link: (order) => link({ order, kit, link: download }),
  },
  sale: {
    sale: (order) => sellerNotices.sale({ ...notice(order), seatsLeft: 41 }),
  },
  'refund-notice': {
    'a full refund': (order) => sellerNotices['refund-notice'](refunded(order, 34800)),
    'a partial refund': (order) => sellerNotices['refund-notice'](refunded(order, 10000)),
    'a failed refund': (order) => sellerNotices['refund-notice'](refunded(order, 0, 34800)),
    'a failed refund after another refund': (order) =>
      sellerNotices['refund-notice'](refunded(order, 17400, 34800)),
  },
  'dispute-notice': {
    'an open dispute': (order) => sellerNotices['dispute-notice']({ ...notice(order), state: 'open' }),
    'a lost dispute': (order) => sellerNotices['dispute-notice']({ ...notice(order), state: 'lost' }),
    'a won dispute': (order) => sellerNotices['dispute-notice']({ ...notice(order), state: 'won' }),
  },
  'payment-pending': {
    'a pending bank payment': (order) => paymentPending({ order: pending(order) }),
  },
  'payment-refused': {
    'a payment that the bank refused': (order) => paymentRefused({ order, shopUrl: shopUrl }),
  },
  refund: {
    'a full refund, to the buyer': (order) =>
      refund({ order, refundedCents: 34800, refundedBeforeCents: 0, amountCents: 34800 }),
    'a partial refund, to the buyer': (order) =>
      refund({ order, refundedCents: 10000, refundedBeforeCents: 0, amountCents: 34800 }),
    'a refund of the rest, to the buyer': (order) =>
      refund({
        order,
        refundedCents: 34800,
        refundedBeforeCents: 10000,
        amountCents: 34800,
      }),
    'a failed refund, to the buyer': (order) =>
      refund({ order, refundedCents: 0, refundedBeforeCents: 34800, amountCents: 34800 }),
  },
  dispute: {
    'a dispute, to the buyer': (order) => dispute({ order, state: 'open' }),
    'a dispute that the buyer won': (order) => dispute({ order, state: 'lost' }),
    'a dispute that the buyer lost': (order) => dispute({ order, state: 'won' }),
  },
  'amount-notice': {
    'a wrong amount': (order) =>
      sellerNotices['amount-notice']({ ...notice(order), chargedCents: 34800, chargedCurrency: 'eur' }),
  },
  'failure-notice': {
    'a failed receipt': (order) => sellerNotices['failure-notice']([troubled(order)]),
    'many failed receipts': (order) =>
      sellerNotices['failure-notice']([
        troubled(order),
        ...Array.from({ length: 52 }, () => troubled(order)),
      ]),
  },
  'delay-notice': {
    'a late receipt': (order) =>
      sellerNotices['delay-notice']([
        { ...troubled(order), problem: '451 4.7.1 Greylisted, come back later' },
      ]),
  },
  'paid-twice-notice': {
    'a second payment': (order) =>
      sellerNotices['paid-twice-notice']({ ...notice(order), others: [{ ...order, id: 'order-0' }] }),
  },
  'seller-link': {
    'a new link to an order': (order) => sellerNotices['seller-link'](notice(order)),
  },
  'fraud-notice': {
    'a fraud warning': (order) => sellerNotices['fraud-notice']({ ...notice(order) }),
  },
  announcement: {
    announcement: (order) =>
      announcement({ order, kit, link: download, notes, unsubscribeUrl: 'https://shop.example/unsubscribe' }),
  },
  'announcement-preview': {
    'the preview of an announcement': () => announcementPreview({ kit, notes, shopUrl }),
  },
  'sold-out-notice': {
    'no early-bird seat is left': () => sellerNotices['sold-out-notice']({ count: 50 }),
  },
  'seats-notice': { 'seats in unpaid orders': () => sellerNotices['seats-notice']({ held: 25, seats: 50 }) },
}

/** The kinds that name no order. */
const general: MailKind[] = ['announcement-preview', 'seats-notice', 'sold-out-notice']

const variantsOf = (isOf: (kind: MailKind) => boolean): Record<string, Content> =>
  Object.assign({}, ...Object.entries(kinds).flatMap(([kind, all]) => (isOf(kind as MailKind) ? [all] : [])))

/** Every mail that names its order, and every other one. */
export const mails = variantsOf((kind) => !general.includes(kind))
export const generalMails = variantsOf((kind) => general.includes(kind))

/** Every mail to the seller about an order. */
export const orderNotices = variantsOf((kind) => !general.includes(kind) && !isToBuyer(kind))
