import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSandbox, type TestSandbox } from '../../../tests/support/sandbox.ts'
import { heldFor } from './actions.ts'

let shop: TestSandbox
beforeEach(async () => {
  shop = await startSandbox()
})
afterEach(() => shop.stop())

test('a refused event is retried, even by another process', async () => {
  const session = await shop.newSession()
  shop.answers = [500, 302]
  await shop.press(session.id, 'pay')
  expect(shop.received).toEqual([])
  await shop.restart()
  await shop.sandbox.runOnce()
  expect(shop.kinds()).toEqual(['payment_intent.succeeded', 'completed'])
  await shop.sandbox.runOnce()
  expect(shop.received).toHaveLength(2)
})

test('after a failure the loop waits longer each time', async () => {
  const session = await shop.newSession()
  shop.answers = [500, 500, 500, 500]
  await shop.press(session.id, 'pay')
  await shop.sandbox.runOnce()
  expect(shop.answers).toHaveLength(2)
  shop.clock += 500
  await shop.sandbox.runOnce()
  expect(shop.answers).toHaveLength(0)
  shop.clock += 500
  await shop.sandbox.runOnce()
  expect(shop.received).toEqual([])
  shop.clock += 500
  await shop.sandbox.runOnce()
  expect(shop.received).toHaveLength(2)
})

test('with duplicates, each event arrives twice with the same id', async () => {
  const session = await shop.newSession()
  await shop.press(session.id, 'pay', { twice: 'on' })
  expect(shop.kinds()).toEqual([
    'payment_intent.succeeded',
    'payment_intent.succeeded',
    'completed',
    'completed',
  ])
  expect(new Set(shop.received.map((event) => event.id)).size).toBe(2)
})

test('in the wrong order, the events of the next action arrive first', async () => {
  const session = await shop.newSession()
  await shop.press(session.id, 'pay', { 'wrong-order': 'on' })
  expect(shop.received).toEqual([])
  await shop.press(session.id, 'refund', { 'refunds-seen': '0' })
  expect(shop.kinds()).toEqual(['refunded', 'refunded', 'completed', 'payment_intent.succeeded'])
})

test('in the wrong order without a next action, the events arrive late', async () => {
  const session = await shop.newSession()
  await shop.press(session.id, 'pay', { 'wrong-order': 'on' })
  shop.clock += heldFor
  await shop.sandbox.runOnce()
  expect(shop.kinds()).toEqual(['completed', 'payment_intent.succeeded'])
})
