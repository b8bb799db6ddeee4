import pLimit from 'p-limit'
import type { Log } from '../../log/log.ts'
import { signBody } from '../stripe/signature.ts'
import type { PendingEvent, SandboxEvent } from './checkout.ts'
import type { Memory } from './memory.ts'

/** The time limit of one delivery, in ms. Stripe's hosted page waits as long before it redirects the buyer. */
const answerWithin = 10_000
/** The first pause after a failed delivery, in ms. It doubles after each failure, up to `longestWait`. */
const firstWait = 500
const longestWait = 60_000
/** The number of sessions whose events are sent at the same time. */
const simultaneousSessions = 8

interface DeliveryOptions {
  memory: Memory
  secret: string
  /** The address of the shop's webhook. */
  webhookUrl: () => string
  log: Log
  now: () => number
}

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
 * Sends pending events to the webhook over HTTP until it answers 2xx. A redirect is a failure, as it is for Stripe. An event
 * stays in its row until then. If the server is killed before, the next one sends the event again.
 */
export function sandboxDelivery({ memory, secret, webhookUrl, log, now }: DeliveryOptions) {
  const running = new Map<string, Promise<void>>()
  const failures = new Map<string, { count: number; retryAt: number }>()
  const stopped = new AbortController()

  async function send({ event }: PendingEvent): Promise<boolean> {
    try {
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(answerWithin)])
      const status = await postEvent(event, { url: webhookUrl(), secret, now: now(), signal })
      const isAccepted = status >= 200 && status < 300
      if (!isAccepted) log.warn('sandbox.event_refused', { id: event.id, status })
      return isAccepted
    } catch (error) {
      if (!stopped.signal.aborted) log.warn('sandbox.event_unanswered', { id: event.id, error })
      return false
    }
  }

  async function sendDue(sessionId: string): Promise<void> {
    const session = await memory.find(sessionId)
    const due = session?.pending.filter((entry) => entry.notBefore <= now()) ?? []
    const accepted = new Set<string>()
    for (const entry of due) if (await send(entry)) accepted.add(entry.key)
    if (accepted.size > 0) {
      await memory.change(sessionId, (newest) => ({
        ...newest,
        pending: newest.pending.filter((entry) => !accepted.has(entry.key)),
      }))
    }
    if (accepted.size === due.length) {
      failures.delete(sessionId)
      return
    }
    const count = failures.get(sessionId)?.count ?? 0
    const wait = Math.min(firstWait * 2 ** count, longestWait)
    failures.set(sessionId, { count: count + 1, retryAt: now() + wait })
  }

  /** Sends the due events of one session, each once. */
  function deliver(sessionId: string): Promise<void> {
    const earlier = running.get(sessionId) ?? Promise.resolve()
    const run = earlier
      .catch(() => {})
      .then(() => sendDue(sessionId))
      .finally(() => {
        if (running.get(sessionId) === run) running.delete(sessionId)
      })
    running.set(sessionId, run)
    return run
  }

  /** Sends the due events of every session, except sessions that pause after a failure. */
  async function deliverAll(): Promise<void> {
    const due = (await memory.undelivered()).filter(
      (id) => !running.has(id) && (failures.get(id)?.retryAt ?? 0) <= now(),
    )
    await pLimit(simultaneousSessions).map(due, deliver)
  }

  /** Aborts running deliveries. Their events stay in their rows. */
  async function stop(): Promise<void> {
    stopped.abort()
    await Promise.allSettled(running.values())
  }

  return { deliver, deliverAll, stop }
}

export type SandboxDelivery = ReturnType<typeof sandboxDelivery>
