import { expect, test } from 'vitest'
import { mayDownload as plainDownload, statusOf as plainStatus } from '../../tests/support/order-status.ts'
import type { OrderStatus } from '../database/schema.ts'
import type { Effect } from '../payments/effect.ts'
import { changesBy, isEarned, mayDownload, type PaymentState, statusOf } from './state.ts'

const amountCents = 34800
const noPayment: PaymentState = {
  completed_at: null,
  charged_cents: null,
  charged_currency: null,
  tax_cents: null,
  paid_at: null,
  failed_at: null,
  expired_at: null,
  refunded_at: null,
  refunded_cents: 0,
  dispute: null,
  disputes: '{}',
  disputed_at: null,
  restored_at: null,
}

/** Every kind of effect, with every value that makes a difference. */
const effects: Effect[] = [
  { kind: 'completed', paid: true, totalCents: amountCents },
  { kind: 'completed', paid: false, totalCents: amountCents },
  { kind: 'payment_succeeded' },
  { kind: 'payment_failed' },
  { kind: 'expired' },
  { kind: 'refunded', refundedCents: amountCents, amountCents, refunds: 1, failedRefunds: 0 },
  { kind: 'refunded', refundedCents: 10000, amountCents, refunds: 1, failedRefunds: 0 },
  { kind: 'refunded', refundedCents: 0, amountCents, refunds: 1, failedRefunds: 1 },
  { kind: 'dispute', disputeId: 'dp_1', state: 'open' },
  { kind: 'dispute', disputeId: 'dp_1', state: 'won' },
  { kind: 'dispute', disputeId: 'dp_1', state: 'lost' },
  { kind: 'dispute', disputeId: 'dp_2', state: 'open' },
  { kind: 'dispute', disputeId: 'dp_2', state: 'won' },
  { kind: 'fraud_warning' },
]

/** All sequences of up to `maxLength` effects, in which effects may repeat. */
function sequences(maxLength: number): Effect[][] {
  const list: Effect[][] = [[]]
  for (let begin = 0, length = 1; length <= maxLength; length++) {
    const end = list.length
    for (; begin < end; begin++) for (const effect of effects) list.push([...(list[begin] ?? []), effect])
  }
  return list
}

/** What the plain model makes of a whole history. A decided dispute never opens again. */
function model(history: Effect[]): { status: OrderStatus; download: boolean } {
  const had = (kind: Effect['kind']) => history.some((effect) => effect.kind === kind)
  const disputes = history.filter((effect) => effect.kind === 'dispute')
  const stateOf = (id: string) =>
    disputes.findLast(({ disputeId, state }) => disputeId === id && state !== 'open')?.state ?? 'open'
  const payment = {
    cents: amountCents,
    completed: had('completed'),
    paid: had('payment_succeeded') || history.some((effect) => effect.kind === 'completed' && effect.paid),
    failed: had('payment_failed'),
    expired: had('expired'),
    refundedCents: history.findLast((effect) => effect.kind === 'refunded')?.refundedCents ?? 0,
    disputes: Object.fromEntries(disputes.map(({ disputeId }) => [disputeId, stateOf(disputeId)])),
  }
  return { status: plainStatus(payment), download: plainDownload(payment) }
}

function applyAll(history: Effect[]): PaymentState {
  let payment = noPayment
  for (const [index, effect] of history.entries())
    payment = { ...payment, ...changesBy(effect, payment, index + 1) }
  return payment
}

const outcome = (payment: PaymentState) => ({
  status: statusOf(payment),
  download: mayDownload({ ...payment, revoked_at: null, erased_at: null }),
})

test('every sequence of up to three effects ends in the state of the plain model', () => {
  const all = sequences(3)
  expect(all).toHaveLength(1 + 14 + 14 ** 2 + 14 ** 3)
  for (const history of all)
    expect({ history, ...outcome(applyAll(history)) }).toEqual({ history, ...model(history) })
})

test('every order of a sequence has the same result, if the totals of refunds and the decisions of a dispute stay in order', () => {
  for (const history of sequences(3)) {
    if (history.filter((effect) => effect.kind === 'refunded').length > 1) continue
    const decisions = history.flatMap((effect) =>
      effect.kind === 'dispute' && effect.disputeId === 'dp_1' && effect.state !== 'open' ? effect.state : [],
    )
    if (new Set(decisions).size > 1) continue
    const [a, b, c] = history
    const orders = [
      [b, a, c],
      [c, b, a],
      [a, c, b],
      [b, c, a],
      [c, a, b],
    ].map((order) => order.filter((effect) => effect !== undefined))
    for (const order of orders)
      expect({ history, order, ...outcome(applyAll(order)) }).toEqual({
        history,
        order,
        ...outcome(applyAll(history)),
      })
  }
})

test('an effect that repeats immediately changes nothing', () => {
  /** Replaces each time with whether it is set, because times differ in a doubled history. */
  const withoutTimes = (payment: PaymentState) =>
    Object.entries(payment).map(([key, value]) => [key, key.endsWith('_at') ? value !== null : value])
  for (const history of sequences(3)) {
    const doubled = history.flatMap((effect) => [effect, effect])
    expect({ history, payment: withoutTimes(applyAll(doubled)) }).toEqual({
      history,
      payment: withoutTimes(applyAll(history)),
    })
  }
})

test('if a change is reported twice, the time of the first report stays', () => {
  const payment = applyAll([
    { kind: 'completed', paid: true, totalCents: amountCents },
    { kind: 'payment_succeeded' },
    { kind: 'completed', paid: true, totalCents: amountCents },
  ])
  expect(payment).toMatchObject({ completed_at: 1, paid_at: 1 })
})

test('a refund that fails later opens the download again', () => {
  const refunded: Effect[] = [
    { kind: 'completed', paid: true, totalCents: amountCents },
    { kind: 'refunded', refundedCents: amountCents, amountCents, refunds: 1, failedRefunds: 0 },
  ]
  expect(outcome(applyAll(refunded))).toEqual({ status: 'refunded', download: false })
  const failed: Effect = { kind: 'refunded', refundedCents: 0, amountCents, refunds: 1, failedRefunds: 1 }
  expect(outcome(applyAll([...refunded, failed]))).toEqual({ status: 'paid', download: true })
})

test('after a lost dispute, the seller may open the download again, until another dispute is lost', () => {
  const lost = applyAll([
    { kind: 'completed', paid: true, totalCents: amountCents },
    { kind: 'dispute', disputeId: 'dp_1', state: 'lost' },
  ])
  const restored = { ...lost, restored_at: 5, revoked_at: null, erased_at: null }
  expect(mayDownload({ ...restored, restored_at: null })).toBe(false)
  expect(mayDownload(restored)).toBe(true)
  expect(isEarned(restored)).toBe(false)
  const isOpenAfterLosing = (disputeId: string) =>
    mayDownload({ ...restored, ...changesBy({ kind: 'dispute', disputeId, state: 'lost' }, restored, 6) })
  expect([isOpenAfterLosing('dp_1'), isOpenAfterLosing('dp_2')]).toEqual([true, false])
})

test('the seller may close the download of any order', () => {
  const paid = applyAll([{ kind: 'completed', paid: true, totalCents: amountCents }])
  expect(mayDownload({ ...paid, revoked_at: null, erased_at: null })).toBe(true)
  expect(mayDownload({ ...paid, revoked_at: 5, erased_at: null })).toBe(false)
  expect(mayDownload({ ...paid, revoked_at: null, erased_at: 5 })).toBe(false)
})
