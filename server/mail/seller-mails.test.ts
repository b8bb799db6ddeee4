import { expect, test } from 'vitest'
import { consultation } from '#content/consultation.ts'
import { deps, mailOf, order, parts } from '../../tests/support/mails.ts'
import { billedPrice } from '../../tests/support/shown-price.ts'
import type { Order } from '../database/schema.ts'
import { sale } from './seller-mails.ts'

const saleOf = (order: Order) =>
  parts(sale(order, { seatsLeft: null, earlier: [], isOddCharge: false }, deps))
const textOf = (name: string, change: Partial<Order> = {}) => mailOf(name, change).text.replace(/\s+/g, ' ')

test('the mail about a sale names the buyer, the amount, the promises and the seats left', () => {
  const { text } = mailOf('sale')
  const promise = consultation ? [consultation.name] : []
  for (const part of [order.name, order.email, billedPrice(34800), 'early-bird', '41 at', ...promise])
    expect(text).toContain(part)
  expect(saleOf(order).text).not.toMatch(/seats|already paid|another amount/i)
})

test('the mail about a sale says what is odd: an earlier order of the buyer, and another amount than the price', () => {
  const text = textOf('an odd sale', { charged_cents: 30000 })
  expect(text).toContain('already paid for order order-0')
  expect(text).toContain(
    `Another amount was charged: ${billedPrice(30000)} instead of ${billedPrice(34800)}`.replace(/\s/g, ' '),
  )
})

test('if a code made the order free, the mail names no sale', () => {
  const { subject, text } = saleOf({ ...order, charged_cents: 0 })
  expect(subject).toContain('Free order')
  expect(text).not.toMatch(/was sold|0\.00 \(/)
})

test('the mails state the money and the download as they are when they are sent', () => {
  expect(saleOf({ ...order, revoked_at: 1 }).text).toContain('The download is closed.')
  expect(textOf('sale', { refunded_at: 1, refunded_cents: 34800 })).toMatch(
    /Nothing. The payment was refunded(?!.*mark it)/,
  )
  expect(textOf('an open dispute')).toContain('Download: open')
  expect(textOf('an open dispute', { revoked_at: 1 })).toContain('Download: closed')
  expect(textOf('a fraud warning', { refunded_at: 1 })).toContain('nothing to do')
})

test('a notice of a dispute has the deadline and who has the money, and an inquiry is no dispute that can be lost', () => {
  expect(textOf('an open dispute')).toContain('by November 27, 2026 at 12:00 PM UTC, or the dispute is lost')
  expect(mailOf('an inquiry').subject).toMatch(/^Inquiry: /)
  expect(textOf('an inquiry')).toContain('by November 27, 2026 at 12:00 PM UTC')
  expect(textOf('an inquiry')).not.toContain('lost')
  expect(textOf('a won dispute')).toContain('The money stays with you')
  expect(mailOf('a won dispute').subject).toContain('Dispute won')
  expect(mailOf('a won dispute', { refunded_cents: 100 }).subject).toContain('Dispute closed')
  expect(textOf('a won dispute', { refunded_cents: 100 })).toContain(
    `${billedPrice(100)} was refunded`.replace(/\s/g, ' '),
  )
})

test('a notice of a failed refund has what came back, and the sum that is refunded now', () => {
  const name = 'a failed refund'
  expect(mailOf(name).subject).toContain(`Refund failed: ${billedPrice(34800)}, `)
  expect(textOf(name, { refunded_cents: 17400 })).toContain(
    `${billedPrice(17400)} is refunded now`.replace(/\s/g, ' '),
  )
})
