import { expect, test } from 'vitest'
import { consultation } from '#content/consultation.ts'
import { mails, notice, order, refunded, shopUrl } from '../../../tests/support/mails.ts'
import { billedPrice } from '../../../tests/support/shown-price.ts'
import type { Order } from '../../database/schema.ts'
import type { MailContent } from '../content.ts'
import { htmlOf } from '../html.ts'
import { textOf } from '../text.ts'
import { sellerNotices } from './seller-notices.ts'

test('the mail about a sale names the buyer, the amount, the promises and the seats left', () => {
  const text = textOf(sellerNotices.sale({ ...notice(order), seatsLeft: 41 }), shopUrl)
  for (const part of [
    order.name,
    order.email,
    billedPrice(34800),
    'early-bird',
    ...(consultation ? [consultation.name] : []),
    '41 at the early-bird price',
  ]) {
    expect(text).toContain(part)
  }
  expect(textOf(sellerNotices.sale({ ...notice(order), seatsLeft: null }), shopUrl)).not.toMatch(/seats/i)
})

test.each(['sale', 'a wrong amount', 'a second payment'])(
  '%s: if a code made the order free, nothing mentions a payment or a refund',
  (name) => {
    const free = { ...order, charged_cents: 0 }
    const mail = mails[name]?.(free) as MailContent
    const text = textOf(mail, shopUrl)
    expect(`${mail.subject} ${mail.title}`).not.toMatch(/sale|sold|refund/i)
    expect(text).not.toMatch(/refund it|or refund|shop -- refund|0\.00 \(/)
    expect(text).toContain(name === 'sale' ? 'close the download' : 'shop -- close order-1')
  },
)

test('a partial refund says how to close the download, and a full refund says that it is closed', () => {
  expect(textOf(sellerNotices['refund-notice'](refunded(order, 10000)), shopUrl)).toContain(
    'shop -- close order-1',
  )
  const refundedOrder = { ...order, refunded_at: 1, refunded_cents: 34800 }
  const fullRefund = textOf(sellerNotices['refund-notice'](refunded(refundedOrder, 34800)), shopUrl)
  expect(fullRefund).toContain('the download is closed')
  expect(fullRefund).not.toContain('-- close')
})

test('notices state the money and the download as they are when the mail is sent', () => {
  const text = (mail: MailContent) => textOf(mail, shopUrl).replace(/\s+/g, ' ')
  const closed = { ...order, revoked_at: 1 }
  const refundedOrder = { ...order, refunded_at: 1, refunded_cents: 34800, dispute: 'won' } as Order
  expect(text(sellerNotices['dispute-notice']({ ...notice(order), state: 'open' }))).toContain(
    'the download is open',
  )
  expect(text(sellerNotices['dispute-notice']({ ...notice(closed), state: 'open' }))).toContain(
    'the download is closed',
  )
  expect(text(sellerNotices['dispute-notice']({ ...notice(order), state: 'won' }))).toContain(
    'The money stays with you, and the download is open',
  )
  expect(sellerNotices['dispute-notice']({ ...notice(refundedOrder), state: 'won' }).title).toBe(
    'A dispute was closed',
  )
  expect(text(sellerNotices['dispute-notice']({ ...notice(refundedOrder), state: 'won' }))).toContain(
    'The payment was refunded, and the download is closed',
  )
  expect(
    text(sellerNotices['dispute-notice']({ ...notice({ ...order, refunded_cents: 100 }), state: 'won' })),
  ).toContain(`${billedPrice(100)} was refunded, the rest stays with you`.replace(/\s+/g, ' '))
  expect(text(sellerNotices['refund-notice'](refunded(closed, 10000)))).not.toContain('-- close')
  const owed = text(sellerNotices.sale({ ...notice(order), seatsLeft: null }))
  expect(owed.includes('consultation')).toBe(consultation !== null)
  expect(text(sellerNotices.sale({ ...notice(closed), seatsLeft: null }))).toContain(
    'The download is closed.',
  )
  expect(sellerNotices.sale({ ...notice(refundedOrder), seatsLeft: null }).preview).not.toContain('owe')
  expect(sellerNotices['dispute-notice']({ ...notice(refundedOrder), state: 'won' }).subject).toContain(
    'Dispute closed',
  )
  expect(text(sellerNotices['fraud-notice']({ ...notice(refundedOrder) }))).toContain(
    'There is nothing to do',
  )
  expect(text(sellerNotices['refund-notice'](refunded(order, 34800)))).toContain(
    'Some of it has come back to you since',
  )
  expect(text(sellerNotices.sale({ ...notice(refundedOrder), seatsLeft: null }))).toMatch(
    /The payment was refunded(?!.*consultation)/,
  )
})

test('the subject of a second refund has what went back now, and the text has the sum, too', () => {
  const second = sellerNotices['refund-notice'](refunded(order, 14900, 10000))
  expect(second.subject).toContain(`Refund: ${billedPrice(4900)}, `)
  expect(textOf(second, shopUrl)).toContain(`${billedPrice(14900)} of ${billedPrice(34800)}`)
})

test('when one of two refunds fails, the notice says so and states the amount that is still refunded', () => {
  const notice = sellerNotices['refund-notice'](refunded(order, 17400, 27400))
  expect(notice).toMatchObject({
    subject: expect.stringContaining(`Refund failed: ${billedPrice(10000)}, `),
    title: 'A refund failed',
  })
  expect(textOf(notice, shopUrl)).toContain(`${billedPrice(17400)} of ${billedPrice(34800)}`)
})

test.each([
  ...(consultation ? [['sale', 'consultation order-1']] : []),
  ['a partial refund', 'close order-1'],
  ['a failed refund', 'refund order-1'],
  ['an open dispute', 'orders show order-1'],
  ['a fraud warning', 'refund order-1'],
])('%s: its command has a separate line, so that the seller can copy it', async (name = '', command) => {
  const mail = mails[name]?.(order) as MailContent
  expect(textOf(mail, shopUrl).split('\n')).toContain(`    npm run shop -- ${command}`)
  expect(htmlOf(mail, shopUrl)).toContain(`>npm run shop -- ${command}</p>`)
})

test("notices name the payment, link to the provider's page and state the deadline of a dispute", async () => {
  const paid = { ...order, payment_id: 'pi_123' }
  const notices = ['sale', 'a full refund', 'a lost dispute', 'a fraud warning', 'an open dispute']
  for (const name of notices) {
    const mail = mails[name]?.(paid) as MailContent
    expect(textOf(mail, shopUrl)).toContain('pi_123')
    expect(htmlOf(mail, shopUrl)).toContain('href="https://pay.example/payment"')
  }
  const open = mails['an open dispute']?.(paid) as MailContent
  expect(textOf(open, shopUrl)).toContain('by November 27, 2026 at 12:00 PM UTC')
})
