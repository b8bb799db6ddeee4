import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { lookUp, StripeAccount } from './stripe-stand-in/account.ts'
import { Faults } from './stripe-stand-in/faults.ts'
import { answer, type RecordedRequest, type StandInState } from './stripe-stand-in/http.ts'
import { IdempotencyKeys } from './stripe-stand-in/idempotency.ts'

export interface StripeStandInOptions {
  /** The URL that receives events. `setWebhookUrl` can set it later. */
  webhookUrl?: string
  /** ms since 1970 */
  now?: () => number
  /** Whether the account is in live mode, for which the shop treats money as real. */
  live?: boolean
}

export interface SendOptions {
  /** Deliver each event twice. */
  twice?: boolean
  /** Create the events but do not deliver them. The caller delivers them later. */
  hold?: boolean
}

export interface StripeEvent {
  id: string
  type: string
  livemode: boolean
  data: { object: Record<string, unknown> }
}

/**
 * Starts a stand-in for Stripe, which the real SDK calls over HTTP. It checks parameters, keeps idempotency keys, expires
 * sessions, sends signed events and fails on request. `pay` and the other actions are those of buyers, banks and the
 * dashboard.
 */
export async function startStripeStandIn(options: StripeStandInOptions = {}) {
  const now = options.now ?? Date.now
  const live = options.live ?? false
  const account = new StripeAccount(now, live)
  const faults = new Faults()
  const requests: RecordedRequest[] = []
  const secretKey = live ? 'sk_live_standin' : 'sk_test_standin'
  const webhookSecret = 'whsec_standin'
  const emitted: Promise<unknown>[] = []
  function emit(type: string, object: object) {
    const created = event(type, object)
    if (webhookUrl) emitted.push(Promise.allSettled([deliver(created)]))
  }
  const keys = new IdempotencyKeys()
  const state: StandInState = { account, keys, faults, requests, secretKey, now, emit, payHosted: pay }
  const server = createServer((request, response) => {
    answer(state, request, response).catch((error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  let webhookUrl = options.webhookUrl ?? null

  function event(type: string, object: object): StripeEvent {
    const created = {
      id: `evt_test_${randomBytes(12).toString('hex')}`,
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: Math.floor(now() / 1000),
      livemode: live,
      type,
      data: { object: structuredClone(object) },
    }
    account.events.push(created)
    return created as StripeEvent
  }

  /** Delivers one event. @returns the webhook's status */
  async function deliver(sent: StripeEvent): Promise<number> {
    if (!webhookUrl) throw new Error('The stand-in has no webhook to send to.')
    const body = JSON.stringify(sent)
    const timestamp = Math.floor(now() / 1000)
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: webhookSecret,
      timestamp,
    })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const response = await fetch(webhookUrl, { method: 'POST', headers, body, redirect: 'manual' })
    await response.body?.cancel()
    return response.status
  }

  async function send(events: StripeEvent[], options: SendOptions = {}): Promise<StripeEvent[]> {
    const deliveries = options.twice ? events.flatMap((sent) => [sent, sent]) : events
    if (!options.hold) for (const sent of deliveries) await deliver(sent)
    return deliveries
  }

  function pay(sessionId: string, options?: SendOptions & { email?: string }) {
    const { session, payment, charge } = account.complete(sessionId, false, options?.email)
    const events = [event('payment_intent.succeeded', payment), event('checkout.session.completed', session)]
    return send(charge ? [event('charge.succeeded', charge), ...events] : events, options)
  }

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    secretKey,
    webhookSecret,
    /** The variables that connect a server to this stand-in. */
    env: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: url },
    account,
    faults,
    requests,
    event,
    deliver,
    send,
    /** Resolves when all events that API calls have caused so far are delivered. */
    async settled() {
      await Promise.all(emitted)
    },
    setWebhookUrl(url: string) {
      webhookUrl = url
    },

    pay,
    payLater(sessionId: string, options?: SendOptions) {
      return send([event('checkout.session.completed', account.complete(sessionId, true).session)], options)
    },
    bankConfirms(sessionId: string, options?: SendOptions) {
      return send(
        [event('checkout.session.async_payment_succeeded', account.settle(sessionId).session)],
        options,
      )
    },
    bankRefuses(sessionId: string, options?: SendOptions) {
      return send([event('checkout.session.async_payment_failed', account.refuse(sessionId))], options)
    },
    /** @param cents the amount; all that is left by default */
    refund(paymentId: string, cents?: number, options?: SendOptions) {
      const { refund, charge } = account.refund(paymentId, cents)
      return send([event('refund.created', refund), event('charge.refunded', charge)], options)
    },
    failRefund(refundId: string, options?: SendOptions) {
      return send([event('refund.failed', account.failRefund(refundId))], options)
    },
    dispute(paymentId: string, options?: SendOptions) {
      return send([event('charge.dispute.created', account.dispute(paymentId))], options)
    },
    closeDispute(disputeId: string, status: 'won' | 'lost' | 'warning_closed', options?: SendOptions) {
      const dispute = lookUp(account.disputes, disputeId, 'dispute')
      dispute.status = status
      return send([event('charge.dispute.closed', dispute)], options)
    },
    fraudWarning(paymentId: string, options?: SendOptions) {
      const warning = {
        id: `issfr_test_${randomBytes(12).toString('hex')}`,
        object: 'radar.early_fraud_warning',
        actionable: true,
        charge: account.chargeOf(paymentId).id,
      }
      return send([event('radar.early_fraud_warning.created', warning)], options)
    },

    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>
