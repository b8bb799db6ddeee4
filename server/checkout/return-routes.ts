import { Hono } from 'hono'
import { functions, pages } from '../../contract/paths.ts'
import { sentTo } from '../../contract/sent-to.ts'
import type { Shop } from '../dependencies.ts'
import { limitLog } from '../log/limited-log.ts'
import { shownStatus } from '../orders/state.ts'
import { checkReturningBuyer, sessionIdShape } from '../orders/sweep.ts'
import { within } from '../timing/within.ts'

/** How long a buyer waits for the provider's answer about the payment, in ms. */
const answerWithin = 2500

/**
 * GET /functions/v1/checkout-return: the provider sends the buyer here after the checkout. A bank transfer also ends here,
 * days before its money arrives, so the order decides which page the buyer sees, also without scripts. If the shop does not know
 * the order, the buyer sees the page for a successful payment. The receipt has the true state.
 */
export function returnRoutes(dependencies: Shop): Hono {
  const deps = { ...dependencies, log: limitLog(dependencies.log, dependencies.now) }
  return new Hono().get(functions.checkoutReturn, async (c) => {
    const sessionId = c.req.query('session_id') ?? ''
    return c.redirect(deps.config.siteUrl + (await pageAfter(deps, sessionId)), 303)
  })
}

async function pageAfter(deps: Shop, sessionId: string): Promise<string> {
  if (!sessionIdShape.test(sessionId)) return pages.paymentSuccess
  try {
    const timeoutError = () => new Error('The provider takes longer.')
    await within(answerWithin, checkReturningBuyer(deps, sessionId), timeoutError).catch(() => {})
    const order = await deps.database
      .selectFrom('orders')
      .select(['status', 'completed_at', 'email', 'erased_at'])
      .where('session_id', '=', sessionId)
      .executeTakeFirst()
    const status = order && shownStatus(order)
    if (status === 'waiting') return pages.paymentWaiting
    // The bank refused before the buyer came back. An email says so.
    if (status === 'failed' || status === 'expired') return `${pages.home}#pricing`
    return pages.paymentSuccess + (order && order.erased_at === null ? sentTo.write(order.email) : '')
  } catch (error) {
    deps.log.error('checkout.return_failed', { error })
    return pages.paymentSuccess
  }
}
