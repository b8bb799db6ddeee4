import { expect, test } from 'vitest'
import { home, order } from '../../../tests/support/mails.ts'
import type { Order } from '../../database/schema.ts'
import type { MailContent } from '../content.ts'
import { textOf } from '../text.ts'
import { refund } from './refund.ts'

test('the mail about a refund has this refund, the total, and the state of the download', () => {
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
