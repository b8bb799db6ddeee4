import type Stripe from 'stripe'
import * as v from 'valibot'
import { EventShapeError } from '../provider.ts'

/** A text that both databases store unchanged: Postgres refuses a null character and alters half a surrogate pair. */
const text = (longest: number) =>
  v.pipe(
    v.string(),
    v.maxLength(longest),
    v.check((value) => !value.includes('\0') && value.isWellFormed()),
  )
/** An id of Stripe (docs.stripe.com/upgrades: at most 255 characters). */
const id = v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/))
/** An id, or the whole object if the shop asked the provider to expand it. */
const reference = v.nullish(v.union([id, v.looseObject({ id })]))
const optionalText = v.nullish(text(5000))

const cents = v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))

/** Three letters (ISO 4217). */
const currency = v.pipe(v.string(), v.regex(/^[a-z]{3}$/i))

const session = v.looseObject({
  id,
  mode: optionalText,
  payment_status: optionalText,
  amount_total: cents,
  // A session without a price has none.
  currency: v.nullish(currency),
  total_details: v.nullish(v.looseObject({ amount_tax: cents, amount_discount: cents })),
  client_reference_id: optionalText,
  metadata: v.nullish(v.looseObject({ order_id: optionalText })),
  payment_intent: reference,
  customer_details: v.nullish(v.looseObject({ email: optionalText })),
  customer_email: optionalText,
})
const charge = v.looseObject({ payment_intent: reference })
const ofCharge = { id, payment_intent: reference, charge: reference }
const time = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(8_640_000_000_000))
const dispute = v.looseObject({
  ...ofCharge,
  status: text(100),
  amount: cents,
  currency: v.nullish(currency),
  evidence_details: v.nullish(v.looseObject({ due_by: v.nullish(time) })),
})

/** The fields that the shop reads, for each type that it acts on. */
const shapes = new Map<string, v.GenericSchema>([
  ['checkout.session.completed', session],
  ['checkout.session.async_payment_succeeded', session],
  ['checkout.session.async_payment_failed', session],
  ['checkout.session.expired', session],
  ['charge.refunded', charge],
  ['refund.created', v.looseObject(ofCharge)],
  ['refund.updated', v.looseObject(ofCharge)],
  ['refund.failed', v.looseObject(ofCharge)],
  ['charge.dispute.created', dispute],
  ['charge.dispute.updated', dispute],
  ['charge.dispute.closed', dispute],
  ['radar.early_fraud_warning.created', v.looseObject(ofCharge)],
])

/** The types of events that the shop acts on. */
export const actedTypes: ReadonlySet<string> = new Set(shapes.keys())

/**
 * The types that the catch-up reads from the provider's list. It leaves out expired checkouts, because the sweep finds them, and
 * abandoned checkouts would make the list long.
 */
export const listedTypes: readonly string[] = [...shapes.keys()].filter(
  (type) => type !== 'checkout.session.expired',
)

/**
 * Checks the fields of an event that the shop reads. A signature proves the sender of an event, not that its content is valid.
 * @throws EventShapeError
 */
export function checkEventShape(event: Stripe.Event): void {
  const isEvent = v.is(id, event.id) && v.is(text(255), event.type)
  const shape = shapes.get(event.type)
  if (isEvent && (!shape || v.is(shape, event.data.object))) return
  throw new EventShapeError('The event is signed, but its content does not match its type.')
}
