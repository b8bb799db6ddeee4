import pLimit from 'p-limit'
import { limitLog } from '../../log/limited-log.ts'
import type { Log } from '../../log/log.ts'
import { signBody } from '../stripe/signature.ts'
import { applyAction } from './actions.ts'
import { type Checkout, isPayable, type SandboxEvent } from './checkout.ts'
import type { Memory } from './memory.ts'
import type { Moment } from './objects.ts'

/** The time limit of one delivery, in ms. Stripe's hosted page waits as long before it redirects the buyer. */
const answerWithin = 10_000
/** The shortest and the longest pause after a failed delivery, in ms. */
const shortestPause = 1000
const longestPause = 60_000
/** The number of checkouts whose events are sent at the same time. */
const simultaneous = 8

/**
 * Signs an event and sends it once.
 * @param to.now ms since 1970, for the signature
 * @returns the status of the answer
 */
export async function postEvent(
  event: SandboxEvent,
  to: { url: string; secret: string; now: number; signal?: AbortSignal },
): Promise<number> {
  const body = JSON.stringify(event)
  const response = await fetch(to.url, {
    method: 'POST',
    // A redirect is a failure, as it is for Stripe.
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signBody(body, to.secret, to.now),
    },
    body,
    signal: to.signal ?? null,
  })
  await response.body?.cancel()
  return response.status
}

/**
 * Ends expired checkouts, and sends their events to the webhook over HTTP until it answers 2xx. An event stays in its row until
 * then, so a crash loses none. Two deliveries at the same time may send an event twice, as Stripe may.
 */
export function sandboxDelivery(options: {
  memory: Memory
  secret: string
  /** The address of the shop's webhook. */
  webhookUrl: () => string
  log: Log
  moment: () => Moment
}) {
  const { memory, secret, webhookUrl, moment } = options
  const now = () => moment().now
  const log = limitLog(options.log, now)
  const stopped = new AbortController()

  async function send(event: SandboxEvent): Promise<boolean> {
    try {
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(answerWithin)])
      const status = await postEvent(event, { url: webhookUrl(), secret, now: now(), signal })
      if (status < 300) return true
      log.warn('sandbox.event_refused', { id: event.id, status })
    } catch (error) {
      if (!stopped.signal.aborted) log.warn('sandbox.event_unanswered', { id: event.id, error })
    }
    return false
  }

  const endIfExpired = (checkout: Checkout) =>
    checkout.status === 'open' && !isPayable(checkout, now())
      ? applyAction(checkout, 'expire', moment())
      : null

  /** Sends the events of one checkout, oldest first, until one is refused. */
  async function deliver(id: string): Promise<void> {
    const checkout = await memory.change(id, endIfExpired)
    const waiting = checkout?.events.slice(checkout.delivered) ?? []
    if (!checkout || waiting.length === 0) return
    let { delivered } = checkout
    let retryAt = 0
    for (const event of waiting) {
      if (await send(event)) {
        delivered++
        continue
      }
      // An event waits as long as it is old, so the pause doubles.
      const age = now() - event.created * 1000
      retryAt = now() + Math.min(Math.max(age, shortestPause), longestPause)
      break
    }
    await memory.change(id, (newest) => ({
      ...newest,
      // Another delivery may have come further.
      delivered: Math.max(newest.delivered, delivered),
      retryAt,
    }))
  }

  return {
    deliver,
    async deliverAll(): Promise<void> {
      await pLimit(simultaneous).map(await memory.due(now()), deliver)
    },
    /** Aborts running deliveries. Their events stay in their rows. */
    stop: () => stopped.abort(),
  }
}

export type SandboxDelivery = ReturnType<typeof sandboxDelivery>
