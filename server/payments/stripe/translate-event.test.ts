import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import type { Lookup } from './lookup.ts'
import { translateEvent } from './translate-event.ts'

const totals = {
  orderId: 'order-1',
  amountCents: 34800,
  refundedCents: 10000,
  refunds: 2,
  failedRefunds: 1,
}
const lookup: Lookup = {
  payment: async (id) => (id === 'pi_1' ? totals : null),
  dispute: async () => null,
  paymentOfCharge: async (id) => (id === 'ch_1' ? 'pi_1' : null),
}
const read = (type: string, object: object, changes: object = {}) =>
  translateEvent(
    {
      id: 'evt_1',
      type,
      created: 1_800_000_000,
      livemode: true,
      data: { object },
      ...changes,
    } as unknown as Stripe.Event,
    lookup,
  )
const session = {
  id: 'cs_1',
  mode: 'payment',
  amount_total: 34800,
  total_details: { amount_tax: 2871, amount_discount: 0 },
  payment_status: 'paid',
  client_reference_id: 'order-1',
  payment_intent: 'pi_1',
  customer_details: { email: 'payer@example.com' },
  customer_email: 'typed@example.com',
}

test.each([
  ['paid', true],
  ['no_payment_required', true],
  ['unpaid', false],
  ['another', false],
  [undefined, false],
])('a completed session with the payment status %s counts as paid: %s', async (payment_status, paid) => {
  expect(await read('checkout.session.completed', { ...session, payment_status })).toEqual({
    id: 'evt_1',
    type: 'checkout.session.completed',
    livemode: true,
    at: 1_800_000_000_000,
    effect: { kind: 'completed', paid, totalCents: 34800, taxCents: 2871, discountCents: 0 },
    effectKey: `session:cs_1:${paid ? 'paid' : 'unpaid'}`,
    orderId: 'order-1',
    sessionId: 'cs_1',
    paymentId: 'pi_1',
    payerEmail: 'payer@example.com',
  })
})

test('without the usual fields, the order is read from the metadata, and the address from the prefilled field', async () => {
  const other = {
    ...session,
    client_reference_id: null,
    metadata: { order_id: 'order-2' },
    customer_details: null,
  }
  expect(await read('checkout.session.expired', other)).toMatchObject({
    effect: { kind: 'expired' },
    orderId: 'order-2',
    payerEmail: 'typed@example.com',
  })
})

test('an expanded payment is read like a payment id', async () => {
  expect(
    await read('checkout.session.completed', { ...session, payment_intent: { id: 'pi_1' } }),
  ).toMatchObject({
    paymentId: 'pi_1',
  })
})

test.each([
  ['checkout.session.async_payment_succeeded', 'payment_succeeded'],
  ['checkout.session.async_payment_failed', 'payment_failed'],
  ['checkout.session.expired', 'expired'],
])('%s has the effect %s', async (type, kind) => {
  expect((await read(type, session)).effect).toMatchObject({ kind })
})

test('a subscription does not belong to the shop', async () => {
  expect((await read('checkout.session.completed', { ...session, mode: 'subscription' })).effect).toBeNull()
})

test('all events of one refund have the same key and the provider’s current total', async () => {
  const stale = { id: 'ch_1', payment_intent: 'pi_1', amount_refunded: 1 }
  const refund = { id: 're_1', payment_intent: null, charge: 'ch_1', amount: 10000 }
  const all = await Promise.all([
    read('charge.refunded', stale),
    read('refund.created', refund),
    read('refund.updated', refund),
    read('refund.failed', refund),
  ])
  for (const event of all) {
    expect(event).toMatchObject({
      effect: { kind: 'refunded', refundedCents: 10000, amountCents: 34800, refunds: 2, failedRefunds: 1 },
      effectKey: 'refund:pi_1:10000:1/2',
      orderId: 'order-1',
      paymentId: 'pi_1',
    })
  }
})

test('a dispute that was lost and later won is won, even if its older event comes late', async () => {
  const dispute = { id: 'dp_1', status: 'lost', payment_intent: 'pi_1' }
  const present = { ...dispute, status: 'won' } as Stripe.Dispute
  const closed = { id: 'evt_1', type: 'charge.dispute.closed', data: { object: dispute } } as Stripe.Event
  const event = await translateEvent(closed, { ...lookup, dispute: async () => present })
  expect(event).toMatchObject({ effect: { state: 'won' }, effectKey: 'dispute:dp_1:won' })
})

test.each([
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['warning_needs_response', 'open'],
  ['warning_under_review', 'open'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['won', 'won'],
  ['lost', 'lost'],
  ['an unknown status', 'open'],
])('a dispute with the status %s is %s for the shop', async (status, state) => {
  for (const step of ['created', 'updated', 'closed']) {
    const dispute = { id: 'dp_1', status, charge: 'ch_1', payment_intent: null }
    expect(await read(`charge.dispute.${step}`, dispute)).toMatchObject({
      effect: {
        kind: 'dispute',
        disputeId: expect.stringMatching(/^dp_/),
        state,
        isInquiry: status.startsWith('warning_'),
      },
      effectKey: `dispute:dp_1:${state}`,
      orderId: 'order-1',
      paymentId: 'pi_1',
    })
  }
})

test('a payment of another product has no effect', async () => {
  expect((await read('charge.refunded', { id: 'ch_2', payment_intent: null })).effect).toBeNull()
  expect((await read('refund.updated', { id: 're_2', payment_intent: 'pi_2' })).effect).toBeNull()
  expect((await read('radar.early_fraud_warning.created', { id: 'w', charge: 'ch_2' })).effect).toBeNull()
})

test('if a lookup at the provider fails, the event fails, and the provider can retry it', async () => {
  const broken = {
    ...lookup,
    payment: async () => {
      throw new Error('no answer')
    },
  }
  const event = { id: 'evt_1', type: 'charge.refunded', data: { object: { payment_intent: 'pi_1' } } }
  await expect(translateEvent(event as unknown as Stripe.Event, broken)).rejects.toThrow('no answer')
})

test('an amount or address that is too large for its column, as another product may have, is left out', async () => {
  const huge = {
    ...session,
    amount_total: 3_000_000_000,
    customer_details: { email: `${'a'.repeat(500)}@x.example` },
  }
  expect(await read('checkout.session.completed', huge)).toMatchObject({
    effect: { totalCents: null },
    payerEmail: null,
  })
})
