import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSandbox, type TestSandbox } from '../../../tests/support/sandbox.ts'
import { billedPrice } from '../../../tests/support/shown-price.ts'

let shop: TestSandbox
beforeEach(async () => {
  shop = await startSandbox()
})
afterEach(() => shop.stop())

test('different actions at the same moment keep all of their events', async () => {
  const session = await shop.newSession()
  await shop.press(session.id, 'pay')
  shop.received = []
  await Promise.all([
    shop.press(session.id, 'dispute'),
    shop.press(session.id, 'fraud-warning'),
    shop.press(session.id, 'partial-refund', { 'refunds-seen': '0' }),
  ])
  expect(shop.kinds().toSorted()).toEqual(['dispute', 'fraud_warning', 'refunded', 'refunded'])
  const page = await (await shop.show(session.id)).text()
  expect(page).toContain(`paid, ${billedPrice(17400, 'usd')} refunded, dispute open, fraud warning sent`)
})

test('refunds add up, and the same click in two tabs refunds once', async () => {
  const session = await shop.newSession()
  await shop.press(session.id, 'pay')
  shop.received = []
  await Promise.all([
    shop.press(session.id, 'partial-refund', { 'refunds-seen': '0' }),
    shop.press(session.id, 'partial-refund', { 'refunds-seen': '0' }),
  ])
  expect(shop.received.map((event) => event.effect)).toMatchObject([
    { kind: 'refunded', refundedCents: 17400, amountCents: 34800, refunds: 1, failedRefunds: 0 },
    { kind: 'refunded', refundedCents: 17400, amountCents: 34800, refunds: 1, failedRefunds: 0 },
  ])
  expect(new Set(shop.received.map((event) => event.effectKey)).size).toBe(1)
  await shop.press(session.id, 'refund', { 'refunds-seen': '1' })
  expect(shop.received.at(-1)?.effect).toMatchObject({ refundedCents: 34800 })
  await Promise.all([
    shop.press(session.id, 'refund-fails', { 'refunds-seen': '2' }),
    shop.press(session.id, 'refund-fails', { 'refunds-seen': '2' }),
  ])
  expect(shop.received.at(-1)?.effect).toMatchObject({ refundedCents: 17400 })
})

test('a dispute opens once and closes once, and a fraud warning arrives once', async () => {
  const session = await shop.newSession()
  await shop.press(session.id, 'pay')
  shop.received = []
  for (const action of [
    'dispute',
    'dispute',
    'dispute-lost',
    'dispute-won',
    'fraud-warning',
    'fraud-warning',
  ])
    await shop.press(session.id, action)
  expect(shop.received.map((event) => event.effect)).toMatchObject([
    { kind: 'dispute', disputeId: expect.stringMatching(/^dp_/), state: 'open', dueAt: expect.any(Number) },
    { kind: 'dispute', disputeId: expect.stringMatching(/^dp_/), state: 'lost', dueAt: expect.any(Number) },
    { kind: 'fraud_warning' },
  ])
  expect(shop.received.every((event) => event.orderId === 'order-1')).toBe(true)
})
