import { redact } from '../log/redact.ts'
import { EventShapeError } from './provider.ts'

/**
 * The fields of an event that are stored: ids, amounts and states. All other content of the provider's objects, such as
 * names, addresses, cards and tax numbers, is dropped before the event is stored.
 */
const storedFields = new Set([
  // The identity of the event and its object.
  'id',
  'object',
  'type',
  'api_version',
  'created',
  'livemode',
  'data',
  'metadata',
  'order_id',
  'client_reference_id',
  'payment_intent',
  'charge',
  'balance_transaction',
  // Amounts.
  'amount',
  'amount_captured',
  'amount_discount',
  'amount_received',
  'amount_refunded',
  'amount_subtotal',
  'amount_tax',
  'amount_total',
  'currency',
  'total_details',
  // States.
  'actionable',
  'captured',
  'disputed',
  'due_by',
  'evidence_details',
  'expires_at',
  'failure_reason',
  'fraud_type',
  'mode',
  'paid',
  'payment_status',
  'reason',
  'refunded',
  'status',
  // The shop's own record of a session (server/orders/observation.ts).
  'failed',
  'paymentId',
  'totalCents',
  'discountCents',
  'taxCents',
  'message',
])

/** Ids and states are words without spaces. An address or a sentence is neither. */
const word = /^[\w.:-]{1,255}$/

/**
 * The shop's own record of a refusal (server/orders/session.ts): the provider's sentence, with addresses and keys redacted.
 */
const sentence = (text: string) => redact(text).slice(0, 500)

/** The most levels of an event. Stripe's events have about five, and the stack has room for a few thousand. */
const mostLevels = 20

function recordOf(value: unknown, level = 1): unknown {
  if (typeof value === 'string') return word.test(value) ? value : undefined
  if (typeof value !== 'object' || value === null) return value
  // Lists hold other objects, such as the items of a session.
  if (Array.isArray(value)) return undefined
  if (level > mostLevels) throw new EventShapeError(`The event has more than ${mostLevels} levels.`)
  const entries = Object.entries(value).filter(([name]) => storedFields.has(name))
  return Object.fromEntries(
    entries.map(([name, part]) => [
      name,
      name === 'message' && typeof part === 'string' ? sentence(part) : recordOf(part, level + 1),
    ]),
  )
}

/**
 * Reduces an event to the fields that are stored.
 * @param body JSON of an event as received
 * @returns JSON of the stored part; `{}` if the body is not an object
 * @throws EventShapeError if the stored part is nested too deeply
 */
export function eventRecord(body: string): string {
  const event: unknown = JSON.parse(body)
  const isObject = typeof event === 'object' && event !== null && !Array.isArray(event)
  return JSON.stringify(isObject ? recordOf(event) : {})
}
