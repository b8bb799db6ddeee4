import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { EventShapeError } from '../provider.ts'
import { checkEventShape } from './event-shape.ts'

const session = { id: 'cs_1', mode: 'payment', payment_status: 'paid', client_reference_id: 'order-1' }
const check = (type: string, object: object, id = 'evt_1') =>
  checkEventShape({ id, type, data: { object } } as unknown as Stripe.Event)

test.each([
  ['checkout.session.completed', { ...session, id: { x: 1 } }],
  ['checkout.session.completed', { ...session, id: 'cs_1\0' }],
  ['checkout.session.completed', { ...session, client_reference_id: 'order\0' }],
  ['checkout.session.expired', { ...session, client_reference_id: ['order-1'] }],
  ['checkout.session.completed', { ...session, metadata: { order_id: 7 } }],
  ['checkout.session.completed', { ...session, payment_intent: { id: null } }],
  ['checkout.session.completed', { ...session, amount_total: '34800' }],
  ['checkout.session.completed', { ...session, amount_total: 1e300 }],
  ['checkout.session.completed', { ...session, currency: ['usd'] }],
  ['checkout.session.completed', { ...session, currency: 1e21 }],
  ['checkout.session.completed', { ...session, customer_details: { email: {} } }],
  ['checkout.session.completed', { ...session, customer_email: '\ud800@example.com' }],
  ['charge.refunded', { payment_intent: [] }],
  ['refund.created', { id: true, payment_intent: 'pi_1' }],
  ['charge.dispute.closed', { id: 'dp_1', status: 3, payment_intent: 'pi_1' }],
  ['radar.early_fraud_warning.created', { id: '../x', charge: 'ch_1' }],
  ['checkout.session.completed', []],
])('a %s whose content cannot be read is refused (%#)', (type, object) => {
  expect(() => check(type, object)).toThrow(EventShapeError)
})

test('an id or a type that does not fit its column is refused in every event', () => {
  expect(() => check('invoice.paid', {}, 'evt 1\0')).toThrow(EventShapeError)
  expect(() => check('x\0', {})).toThrow(EventShapeError)
})

test('fields that the shop does not read may have any value', () => {
  check('invoice.paid', { id: [] })
  check('checkout.session.completed', { ...session, amount_total: null, new_field: [], status: 7 })
  check('charge.refunded', { id: 7, payment_intent: 'pi_1' })
})
