import Stripe from 'stripe'
import type { Random } from '../harness/random.ts'
import { absurdJson, absurdText, absurdValue, mutate } from './absurd.ts'
import type { Target } from './target.ts'

const types = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
]

/** An event of the provider with another id, and mostly with parts that the provider would never send. */
function eventText(random: Random, target: Pick<Target, 'events'>): string {
  if (random.chance(0.05)) return absurdJson(random).toString()
  if (random.chance(0.05)) return JSON.stringify(absurdValue(random)) ?? ''
  const known = random.pick(target.events)
  const id = random.chance(0.9) ? `evt_fuzz_${random.below(1_000_000_000)}` : known.id
  const type = random.chance(0.3) ? random.pick(types) : known.type
  const object = random.chance(0.7) ? mutate(known.data.object, random) : known.data.object
  const event = { ...known, id, type, data: { object } }
  return JSON.stringify(random.chance(0.3) ? mutate(event, random) : event)
}

/** A webhook's body and its signature. Most signatures are valid. */
export function webhook(
  random: Random,
  target: Pick<Target, 'events' | 'webhookSecret'>,
): { bytes: Buffer; signature: string | null } {
  const text = eventText(random, target)
  // Sign the bytes that are sent, because UTF-8 cannot encode half a surrogate pair.
  const bytes = Buffer.from(text)
  const payload = bytes.toString()
  const seconds = Math.floor(Date.now() / 1000)
  const sign = (secret: string, timestamp: number) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const right = sign(target.webhookSecret, seconds)
  if (random.chance(0.85)) return { bytes, signature: right }
  const signatures = [
    null,
    '',
    sign('whsec_other', seconds),
    sign(target.webhookSecret, seconds - 3600),
    sign(target.webhookSecret, seconds + 10 ** random.below(12)),
    `${right},${right}`,
    `t=${absurdText(random)},v1=${absurdText(random)}`,
    right.replace('v1=', 'v0='),
    right.slice(0, -1),
    't=,v1=',
    `t=NaN,${right}`,
  ]
  return { bytes, signature: random.pick(signatures) }
}
