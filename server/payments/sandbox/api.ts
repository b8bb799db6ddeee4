import { Hono } from 'hono'
import { limitLog } from '../../log/limited-log.ts'
import { dashboardRoutes } from './api/dashboard.ts'
import { invoiceRoutes } from './api/invoices.ts'
import { paymentRoutes } from './api/payments.ts'
import { refundRoutes } from './api/refunds.ts'
import type { ApiOptions } from './api/request.ts'
import { sessionRoutes } from './api/sessions.ts'
import { Refusal } from './parameters.ts'

/**
 * Stripe's API, as far as the shop uses it (docs.stripe.com/api). The answer to a used idempotency key is the first one: it is
 * computed from what the first call stored, so no answers are kept.
 */
export function sandboxApi(options: ApiOptions): Hono {
  const { secretKey, moment } = options
  const log = limitLog(options.log, () => moment().now)
  const api = new Hono()

  api.onError((error, c) => {
    if (!(error instanceof Refusal)) {
      log.error('sandbox.failed', { error })
      return c.json({ error: { type: 'api_error', message: 'The sandbox failed.' } }, 500)
    }
    return c.json(error.body, error.status as 400)
  })
  api.notFound(() => {
    throw new Refusal(404, 'Unrecognized request URL.')
  })
  api.use(async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${secretKey}`)
      throw new Refusal(401, 'Invalid API Key provided.')
    c.header('request-id', moment().newId('req'))
    return next()
  })

  for (const routes of [sessionRoutes, paymentRoutes, invoiceRoutes, refundRoutes, dashboardRoutes])
    api.route('/', routes(options))
  return api
}
