import { Hono, type MiddlewareHandler } from 'hono'
import { functions } from '../../contract/paths.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { limitLog } from '../log/limited-log.ts'
import { EventShapeError, ProviderError, type ProviderEvent, SignatureError } from './provider.ts'

/**
 * Refuses a webhook without a signature before its body is read, because anybody can send an endless body.
 * It throws ShopError `bad_input`.
 */
export function refuseUnsigned(deps: Pick<Dependencies, 'payments' | 'log' | 'now'>): MiddlewareHandler {
  const { payments } = deps
  const limited = limitLog(deps.log, deps.now)
  return (c, next) => {
    if (c.req.method === 'POST' && payments.webhooksConfigured && !payments.mayBeSigned(c.req.raw.headers)) {
      limited.warn('webhook.refused', { reason: 'The webhook has no signature.' })
      throw new ShopError('bad_input', unfit)
    }
    return next()
  }
}

const unfit = 'The signature does not fit the event.'

/**
 * POST payment-webhook. It answers 200 once the event is stored with all that it changes, or was stored before. After any
 * answer but 2xx the provider sends the event again (https://docs.stripe.com/webhooks#retries).
 * @param receive stores a verified event and applies it; `body` is the event as it came
 */
export function webhookRoutes(
  deps: Pick<Dependencies, 'payments' | 'log' | 'now'>,
  receive: (event: ProviderEvent, body: string) => Promise<unknown>,
): Hono {
  const { payments, log } = deps
  const limited = limitLog(log, deps.now)
  return new Hono().post(functions.paymentWebhook, async (c) => {
    // Without a secret a signature made with an empty key would pass (docs.stripe.com/webhooks#verify-events).
    if (!payments.webhooksConfigured) {
      limited.warn('webhook.not_configured')
      throw new ShopError('not_found', 'There is no webhook here.')
    }
    const body = c.get('body')
    const event = await payments.readEvent(body, c.req.raw.headers).catch((error) => {
      if (error instanceof ProviderError) {
        const message = 'The provider did not say what the event leaves open. Send it again.'
        throw new ShopError('event_incomplete', message, { cause: error })
      }
      if (error instanceof EventShapeError) {
        log.warn('webhook.unreadable', { reason: error.message })
        throw new ShopError('bad_input', error.message, { cause: error })
      }
      if (!(error instanceof SignatureError)) throw error
      limited.warn('webhook.refused', { reason: error.message })
      throw new ShopError('bad_input', unfit, { cause: error })
    })
    await receive(event, new TextDecoder().decode(body))
    return c.json({ received: true })
  })
}
