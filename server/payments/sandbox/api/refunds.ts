import { Hono } from 'hono'
import { act } from '../actions.ts'
import { refundedCents } from '../checkout.ts'
import { chargeObject, refundObject } from '../objects.ts'
import { fields, integer, Refusal, required, text } from '../parameters.ts'
import { findPayment } from './payments.ts'
import { type ApiOptions, form, keyOf, otherRequest, pageOf, paging, query } from './request.ts'

const refundList = fields({ ...paging, payment_intent: text() })
const newRefund = fields({ payment_intent: text(), amount: integer })

/** Refunds (docs.stripe.com/api/refunds). */
export function refundRoutes({ memory, moment }: ApiOptions): Hono {
  const api = new Hono()

  api.post('/v1/refunds', async (c) => {
    const key = keyOf(c)
    const read = newRefund(await form(c), '')
    const paid = await findPayment(memory, required(read.payment_intent, 'payment_intent'))
    const known = paid.refunds.find((refund) => refund.key === key)
    const cents = read.amount ?? null
    if (known && cents !== null && cents !== known.cents) throw otherRequest()
    if (cents !== null && cents < 1)
      throw new Refusal(400, 'This value must be greater than or equal to 1.', { param: 'amount' })
    if (paid.payment !== 'paid')
      throw new Refusal(
        400,
        `The PaymentIntent ${paid.paymentId} does not have a successful charge to refund.`,
      )
    const options = { ...moment(), refund: { key, cents } }
    const checkout = await memory.change(paid.id, (newest) => act(newest, 'refund', options))
    const made = checkout?.refunds.find((refund) => refund.key === key)
    if (checkout && made) {
      if (known) c.header('idempotent-replayed', 'true')
      return c.json(refundObject(checkout, { ...made, failed: false }))
    }
    const charge = chargeObject(checkout ?? paid)
    if (refundedCents(checkout ?? paid) >= charge.amount)
      throw new Refusal(400, `Charge ${charge.id} has already been refunded.`, {
        code: 'charge_already_refunded',
      })
    throw new Refusal(400, 'Refund amount is greater than unrefunded amount on charge')
  })

  api.get('/v1/refunds', async (c) => {
    const read = refundList(query(c), '')
    if (!read.payment_intent) return pageOf(c, [], read)
    const checkout = await findPayment(memory, read.payment_intent)
    return pageOf(c, checkout.refunds.map((refund) => refundObject(checkout, refund)).reverse(), read)
  })

  return api
}
