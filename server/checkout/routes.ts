import { Hono } from 'hono'
import pLimit from 'p-limit'
import { messages } from '#content/messages.ts'
import type { CheckoutResponse } from '../../contract/checkout.ts'
import { functions } from '../../contract/paths.ts'
import { ShopError } from '../errors.ts'
import { clientIp } from '../http/client.ts'
import { isJson, readFields } from '../http/read-fields.ts'
import { limitLog } from '../log/limited-log.ts'
import { within } from '../timing/within.ts'
import { currentOffer } from './current-offer.ts'
import { checkoutFormAgain } from './form-again.ts'
import { readBuyer } from './read-buyer.ts'
import type { CheckoutDependencies } from './reserve.ts'
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

/** POST create-checkout and GET offer. The app checks methods, sizes and origins, and formats errors. */
export function checkoutRoutes(dependencies: CheckoutDependencies): Hono {
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
