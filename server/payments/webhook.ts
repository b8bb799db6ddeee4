import { Hono, type MiddlewareHandler } from 'hono'
import { functions } from '../../contract/paths.ts'
import type { Shop } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { limitLog } from '../log/limited-log.ts'
import { EventShapeError, ProviderError, type ProviderEvent, SignatureError } from './provider.ts'
import { isSignatureShaped } from './stripe/signature.ts'

/**
 * Refuses a webhook that cannot be verified before its body is read. Throws ShopError `bad_input` without a signature, and
 * `not_found` if the shop has no secret.
 */
export function refuseUnsigned(deps: Shop): MiddlewareHandler {
  const { payments } = deps
  const limited = limitLog(deps.log, deps.now)
  return (c, next) => {
    if (!payments.webhooksConfigured) {
      limited.warn('webhook.not_configured')
      throw new ShopError('not_found', 'There is no webhook here.')
    }
    if (!isSignatureShaped(c.req.header('stripe-signature'))) {
      limited.warn('webhook.refused', { reason: 'The webhook has no signature.' })
      throw new ShopError('bad_input', wrongSignature)
    }
    return next()
  }
}

const wrongSignature = 'The signature does not match the event.'

/**
 * POST payment-webhook. Answers 200 when the event and all its changes are stored, or were stored before. After any answer
 * other than 2xx, the provider sends the event again (https://docs.stripe.com/webhooks#retries).
 * @param receive stores and applies a verified event
 */
export function webhookRoutes(deps: Shop, receive: (event: ProviderEvent) => Promise<unknown>): Hono {
  const { payments } = deps
  const limited = limitLog(deps.log, deps.now)
  return new Hono().post(functions.paymentWebhook, async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const receiveBody = async () => receive(await payments.readEvent(body, c.req.raw.headers))
    await receiveBody().catch((error) => {
      if (error instanceof ProviderError) {
        const message = 'The shop could not read the details of this event from the provider. Send it again.'
        throw new ShopError('event_incomplete', message, { cause: error })
      }
      if (error instanceof EventShapeError) {
        limited.warn('webhook.unreadable', { reason: error.message })
        throw new ShopError('bad_input', error.message, { cause: error })
      }
      if (!(error instanceof SignatureError)) throw error
      limited.warn('webhook.refused', { reason: error.message })
      throw new ShopError('bad_input', wrongSignature, { cause: error })
    })
    return c.json({ received: true })
  })
}
