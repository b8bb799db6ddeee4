import { Hono } from 'hono'
import type { Checkout } from '../checkout.ts'
import type { Memory } from '../memory.ts'
import { chargeObject, paymentObject, paymentOfCharge } from '../objects.ts'
import { fields } from '../parameters.ts'
import { type ApiOptions, missing, mostListed, pageOf, paging, query } from './request.ts'

/**
 * The checkout of a payment.
 * @param kind for the words of the refusal
 */
export async function findPayment(memory: Memory, id: string, kind = 'payment_intent'): Promise<Checkout> {
  const checkout = await memory.findByPayment(id)
  if (checkout?.status !== 'complete') throw missing(kind, id)
  return checkout
}

/** PaymentIntents and Charges (docs.stripe.com/api/payment_intents). */
export function paymentRoutes({ memory }: ApiOptions): Hono {
  const api = new Hono()
  const payments = async () =>
    (await memory.list(0, mostListed)).filter(({ status }) => status === 'complete')

  api.get('/v1/payment_intents', async (c) =>
    pageOf(c, (await payments()).map(paymentObject), fields(paging)(query(c), '')),
  )
  api.get('/v1/payment_intents/:id', async (c) =>
    c.json(paymentObject(await findPayment(memory, c.req.param('id')))),
  )

  api.get('/v1/charges', async (c) =>
    pageOf(c, (await payments()).map(chargeObject), fields(paging)(query(c), '')),
  )
  api.get('/v1/charges/:id', async (c) => {
    const id = c.req.param('id')
    const checkout = await findPayment(memory, paymentOfCharge(id), 'charge')
    return c.json(chargeObject(checkout))
  })

  return api
}
