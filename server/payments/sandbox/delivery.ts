import type { Log } from '../../log/log.ts'
import { signBody } from '../stripe-dialect/signature.ts'
import type { PendingEvent } from './session.ts'
import type { SandboxStore } from './store.ts'

/** The time limit of one delivery, in ms. Stripe's hosted page waits as long before it redirects the buyer. */
const answerWithin = 10_000
/** The first pause after a failed delivery, in ms. It doubles after each failure, up to the longest. */
const firstWait = 500
const longestWait = 60_000
/** Sessions whose events are sent at the same time. */
const abreast = 8

export interface DeliveryOptions {
  store: SandboxStore
  secret: string
  webhookUrl: string
  log: Log
  now: () => number
}

/**
 * Sends waiting events to the webhook over HTTP until it answers 2xx. A redirect is a failure, as it is for Stripe. An
 * event stays in its row until the answer. If the server is killed before, it sends the event again.
 */
export function sandboxDelivery({ store, secret, webhookUrl, log, now }: DeliveryOptions) {
  const underWay = new Map<string, Promise<void>>()
  const failures = new Map<string, { count: number; retryAt: number }>()
  const stopped = new AbortController()

  async function send({ event }: PendingEvent): Promise<boolean> {
    const body = JSON.stringify(event)
    try {
      const answer = await fetch(webhookUrl, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/json', 'stripe-signature': signBody(body, secret, now()) },
        body,
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(answerWithin)]),
      })
      await answer.body?.cancel()
      if (!answer.ok) log.warn('sandbox.event_refused', { id: event.id, status: answer.status })
      return answer.ok
    } catch (error) {
      if (!stopped.signal.aborted) log.warn('sandbox.event_unanswered', { id: event.id, error })
      return false
    }
  }

  async function sendDue(sessionId: string): Promise<void> {
    const session = await store.find(sessionId)
    const due = session?.pending.filter((entry) => entry.notBefore <= now()) ?? []
    const taken = new Set<string>()
    for (const entry of due) if (await send(entry)) taken.add(entry.key)
    if (taken.size > 0) {
      await store.change(sessionId, (newest) => ({
        ...newest,
        pending: newest.pending.filter((entry) => !taken.has(entry.key)),
      }))
    }
    if (taken.size === due.length) {
      failures.delete(sessionId)
      return
    }
    const count = failures.get(sessionId)?.count ?? 0
    const wait = Math.min(firstWait * 2 ** count, longestWait)
    failures.set(sessionId, { count: count + 1, retryAt: now() + wait })
  }

  /** Sends the due events of one session. Resolves when each event was answered or has failed once. */
  function deliver(sessionId: string): Promise<void> {
    const before = underWay.get(sessionId) ?? Promise.resolve()
    const run = before
      .catch(() => {})
      .then(() => sendDue(sessionId))
      .finally(() => {
        if (underWay.get(sessionId) === run) underWay.delete(sessionId)
      })
    underWay.set(sessionId, run)
    return run
  }

  /** Sends the due events of every session that is not pausing after a failure. */
  async function deliverAll(): Promise<void> {
    const waiting = (await store.undelivered()).filter(
      (id) => !underWay.has(id) && (failures.get(id)?.retryAt ?? 0) <= now(),
    )
    const lanes = Array.from({ length: abreast }, async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await deliver(id)
    })
    await Promise.all(lanes)
  }

  /** Aborts running deliveries. Their events stay in their rows. */
  async function stop(): Promise<void> {
    stopped.abort()
    await Promise.allSettled(underWay.values())
  }

  return { deliver, deliverAll, stop }
}

export type SandboxDelivery = ReturnType<typeof sandboxDelivery>
