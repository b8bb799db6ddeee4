import { setTimeout as pause } from 'node:timers/promises'
import type { SandboxEvent } from '../../server/payments/sandbox/checkout.ts'
import { type Random, seeded } from '../harness/random.ts'
import type { StripeStandIn } from '../support/stripe-stand-in.ts'

/** Delivers events as the provider does: in any order, with retries until the shop accepts them, and some of them twice. */
export interface Delivery {
  add(events: SandboxEvent[]): void
  /** Ids of the events that the shop answered with 200. */
  readonly accepted: Set<string>
  /** Refused events. The shop should never refuse a signed event. */
  readonly refused: string[]
  /** Resolves when the shop has accepted every event. */
  settled(): Promise<void>
  stop(): Promise<void>
}

export function startDelivery(stripe: StripeStandIn, seed: string): Delivery {
  const waiting: SandboxEvent[] = []
  const accepted = new Set<string>()
  const refused: string[] = []
  let inFlight = 0
  let stopped = false
  const lane = async (random: Random) => {
    while (!stopped) {
      const [event] = waiting.splice(random.below(waiting.length), 1)
      if (!event) {
        await pause(10)
        continue
      }
      inFlight++
      const status = await stripe.deliver(event).catch(() => 0)
      if (status === 200) {
        if (!accepted.has(event.id) && random.chance(0.2)) waiting.push(event)
        accepted.add(event.id)
      } else {
        waiting.push(event)
        if (status >= 400 && status < 500) refused.push(`${event.type} ${event.id}: ${status}`)
        await pause(50 + random.below(100))
      }
      inFlight--
    }
  }
  const lanes = Array.from({ length: 4 }, (_, index) => lane(seeded(`${seed}/delivery ${index}`)))
  return {
    add: (events) => void waiting.push(...events),
    accepted,
    refused,
    async settled() {
      while (waiting.length > 0 || inFlight > 0) await pause(20)
    },
    async stop() {
      stopped = true
      await Promise.all(lanes)
    },
  }
}
