import { expect, test } from 'vitest'
import { mails } from '#content/mails.ts'
import { order, shopUrl } from '../../../tests/support/mails.ts'
import { billedPrice } from '../../../tests/support/shown-price.ts'
import type { Order } from '../../database/schema.ts'
import type { MailContent } from '../content.ts'
import { textOf } from '../text.ts'
import { refund } from './buyer-notices.ts'

const { refund: words } = mails
const onOneLine = (text: string) => text.replace(/\s+/g, ' ')
const amount = (cents: number) => onOneLine(billedPrice(cents))

test('the mail about a refund has this refund, the total, and the state of the download', () => {
  const text = (mail: MailContent) => onOneLine(textOf(mail, shopUrl))
  const textFor = (order: Order, refundedCents: number, refundedBeforeCents: number) =>
    text(refund({ order, refundedCents, refundedBeforeCents, amountCents: 34800 }))
  const refundedOrder: Order = { ...order, refunded_at: 1, refunded_cents: 34800, status: 'refunded' }
  const total = mails.labels.refundedInTotal
  const part = textFor(order, 10000, 0)
  expect(part).toContain(words.text(words.part(amount(10000), amount(34800))))
  expect(part).toContain(words.open)
  expect(part).not.toContain(total)
  const rest = textFor(refundedOrder, 34800, 10000)
  expect(rest).toContain(words.text(words.part(amount(24800), amount(34800))))
  expect(rest).toContain(words.closed)
  expect(rest).toContain(`${total}: ${amount(34800)}`)
  expect(textFor(refundedOrder, 34800, 0)).toContain(words.text(amount(34800)))
  expect(textFor(order, 0, 34800)).toContain(words.failed.text(amount(34800)))
})
