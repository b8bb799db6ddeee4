import { expect, test } from 'vitest'
import { eventRecord } from './event-record.ts'
import { EventShapeError } from './provider.ts'

const person = {
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  phone: '+441234567',
  address: { line1: '1 Main Street', city: 'London', postal_code: 'N1' },
}

test('the record has ids, amounts and states, and no personal data', () => {
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'charge.refunded',
    created: 1,
    livemode: true,
    request: { id: 'req_1', idempotency_key: 'ada@example.com' },
    data: {
      object: {
        id: 'ch_1',
        object: 'charge',
        amount: 34800,
        amount_refunded: 34800,
        refunded: true,
        status: 'succeeded',
        currency: 'usd',
        payment_intent: { id: 'pi_1', object: 'payment_intent', amount: 34800, receipt_email: person.email },
        metadata: { order_id: 'order-1', buyer_name: person.name },
        billing_details: person,
        customer_details: { ...person, tax_ids: [{ type: 'eu_vat', value: 'DE123' }] },
        payment_method_details: { card: { brand: 'visa', last4: '4242', fingerprint: 'f1' } },
        refunds: { data: [{ id: 're_1', reason: 'Ada Lovelace asked' }] },
        reason: 'Ada Lovelace, 1 Main Street',
      },
      previous_attributes: { receipt_email: person.email },
    },
  }
  expect(JSON.parse(eventRecord(JSON.stringify(event)))).toEqual({
    id: 'evt_1',
    object: 'event',
    type: 'charge.refunded',
    created: 1,
    livemode: true,
    data: {
      object: {
        id: 'ch_1',
        object: 'charge',
        amount: 34800,
        amount_refunded: 34800,
        refunded: true,
        status: 'succeeded',
        currency: 'usd',
        payment_intent: { id: 'pi_1', object: 'payment_intent', amount: 34800 },
        metadata: { order_id: 'order-1' },
      },
    },
  })
})

test("a refusal keeps the provider's message without the address", () => {
  const refusal = JSON.stringify({ message: 'Stripe: Invalid email address: ada..x@example.com' })
  expect(JSON.parse(eventRecord(refusal))).toEqual({ message: 'Stripe: Invalid email address: (address)' })
})

test('an event that is nested too deeply cannot be read', () => {
  const nested = (levels: number) => `${'{"data":'.repeat(levels)}1${'}'.repeat(levels)}`
  expect(eventRecord(nested(20))).toBe(nested(20))
  for (const levels of [21, 20_000]) expect(() => eventRecord(nested(levels))).toThrow(EventShapeError)
})

test.each(['null', '[]', '"text"', '7'])('%s becomes an empty record', (body) => {
  expect(eventRecord(body)).toBe('{}')
})
