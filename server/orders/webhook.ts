import { Hono } from 'hono'
import { functions } from '../../contract/paths.ts'
import { ShopError } from '../errors.ts'
import { limitLog } from '../log/limited-log.ts'
import { EventShapeError, ProviderError, SignatureError } from '../payments/provider.ts'
import { applyEvent, type EventDependencies } from './events.ts'
import { isOfOtherMode, storeOtherMode } from './other-mode.ts'

/**
 * POST payment-webhook. 200 once the event is stored, with all that it changes, or was before; anything but
 * 2xx makes the provider send it again (https://docs.stripe.com/webhooks#retries).
 */
export function webhookRoutes(deps: EventDependencies): Hono {
  const { payments, log } = deps
  const limited = limitLog(log, deps.now)
  return new Hono().post(functions.paymentWebhook, async (c) => {
    // Without a secret a signature made with an empty key would pass (docs.stripe.com/webhooks#verify-events).
    if (!payments.webhooksConfigured) {
      limited.warn('webhook.not_configured')
      throw new ShopError('not_found', 404, 'There is no webhook here.')
    }
    const body = new Uint8Array(await c.req.arrayBuffer())
    const event = await payments.readEvent(body, c.req.raw.headers).catch((error) => {
      if (error instanceof ProviderError) {
        const message = 'The provider did not say what the event leaves open. Send it again.'
        throw new ShopError('provider_failed', 503, message, { cause: error })
      }
      if (error instanceof EventShapeError) {
        log.warn('webhook.unreadable', { reason: error.message })
        throw new ShopError('bad_input', 400, error.message, { cause: error })
      }
      if (!(error instanceof SignatureError)) throw error
      limited.warn('webhook.refused', { reason: error.message })
      throw new ShopError('bad_input', 400, 'The signature does not fit the event.', { cause: error })
    })
    if (isOfOtherMode(event, deps)) await storeOtherMode(deps, event)
    else await applyEvent(deps, event, new TextDecoder().decode(body))
    return c.json({ received: true })
  })
}
