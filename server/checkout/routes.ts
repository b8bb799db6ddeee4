import { Hono } from 'hono'
import pLimit from 'p-limit'
import { inputProblems, messages } from '#content/messages.ts'
import { type Buyer, buyerFrom, type CheckoutResponse, checkBuyer } from '../../contract/checkout.ts'
import type { Offer } from '../../contract/offer.ts'
import { functions } from '../../contract/paths.ts'
import type { Dependencies, Shop } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { clientIp } from '../http/client.ts'
import { type Fields, isJson, readFields, textField } from '../http/read-fields.ts'
import { limitLog } from '../log/limited-log.ts'
import { earlyBirdLeft, nextPrice } from '../orders/seats.ts'
import { within } from '../timing/within.ts'
import { checkoutFormAgain } from './form-again.ts'
import { startCheckout } from './start-checkout.ts'

/**
 * The most checkouts that run at the same time; the others wait in the order in which they came. Stripe answers in about 0.4 s and
 * takes 100 requests a second (https://docs.stripe.com/rate-limits), and 40 at once are as many.
 */
export const mostAtOnce = 40

/** The longest time for a turn and the checkout itself, in ms. It is shorter than the page's own timeout. */
const longestWait = 21_500

/** The error for a buyer whose turn did not come. The page retries by itself. */
const busy = () => new ShopError('unavailable', messages.checkout.busy, { retryAfter: 3 })

/** The error of both calls if the database failed. A ShopError stays as it is. */
function unavailable(cause: unknown): ShopError {
  if (cause instanceof ShopError) return cause
  return new ShopError('unavailable', messages.checkout.unavailable, { cause })
}

/**
 * Reads the buyer from a request and checks the rules of the form.
 * @throws ShopError `bad_input` with what to change
 */
export function readBuyer(fields: Fields): Buyer {
  const checked = checkBuyer(buyerFrom((field) => textField(fields, field)))
  if (!checked.ok) throw new ShopError('bad_input', inputProblems[checked.problem.problem].message)
  return checked.buyer
}

/** The price of a checkout that starts now. It counts the seats as the checkout does. */
async function currentOffer({ database, payments, prices }: Shop): Promise<Offer> {
  const left = await earlyBirdLeft(database, payments, prices)
  const { listPriceCents, currency, earlyBirdSeats } = prices
  const { amountCents: priceCents } = nextPrice(left, prices)
  return { priceCents, listPriceCents, currency, earlyBird: { seats: earlyBirdSeats, left } }
}

/** POST create-checkout and GET offer. The app checks methods, sizes and origins, and formats errors. */
export function checkoutRoutes(dependencies: Dependencies): Hono {
  const deps = { ...dependencies, log: limitLog(dependencies.log, dependencies.now) }
  const atOnce = pLimit(mostAtOnce)
  return new Hono()
    .post(functions.createCheckout, async (c) => {
      const fields = await readFields(c)
      if (!isJson(c)) c.set('formAgain', () => checkoutFormAgain(fields))
      const buyer = readBuyer(fields)
      const ip = clientIp(c, deps.config.trustProxy)
      const disconnected = c.req.raw.signal
      const checkout = atOnce(async () => {
        disconnected.throwIfAborted()
        return startCheckout(deps, buyer, ip, disconnected)
      })
      const url = await within(longestWait, checkout, busy).catch((error) => {
        // The client is gone, so nobody reads this answer.
        if (disconnected.aborted) throw new ShopError('bad_input', 'The request ended too early.')
        throw unavailable(error)
      })
      c.header('cache-control', 'no-store')
      return isJson(c) ? c.json<CheckoutResponse>({ url }) : c.redirect(url, 303)
    })
    .get(functions.offer, async (c) => {
      const offer = await currentOffer(deps).catch((error) => {
        throw unavailable(error)
      })
      c.header('cache-control', 'no-store')
      return c.json(offer)
    })
}
