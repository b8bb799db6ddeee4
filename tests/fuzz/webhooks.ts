import fc, { type Arbitrary } from 'fast-check'
import Stripe from 'stripe'
import { actedTypes } from '../../server/payments/stripe/event-shape.ts'
import { absurdJson, absurdText, absurdValue, mutated, rarely } from './absurd.ts'
import type { Target } from './target.ts'

/** A webhook's body and its signature. */
interface Webhook {
  bytes: Buffer
  signature: string | null
}

/** Events of the provider with another id, and mostly with parts that the provider would never send. */
const eventTexts = ({ events }: Pick<Target, 'events'>): Arbitrary<string> =>
  rarely(
    fc.constantFrom(...events).chain((known) =>
      fc
        .record({
          id: rarely(
            fc.noBias(fc.nat()).map((n) => `evt_fuzz_${n}`),
            100,
            fc.constant(known.id),
          ),
          type: rarely<string>(fc.constant(known.type), 300, fc.constantFrom(...actedTypes)),
          object: rarely<object>(mutated(known.data.object), 300, fc.constant(known.data.object)),
        })
        .chain(({ id, type, object }) => {
          const event = { ...known, id, type, data: { object } }
          return rarely<object>(fc.constant(event), 300, mutated(event))
        })
        .map((event) => JSON.stringify(event)),
    ),
    100,
    fc.oneof(
      absurdJson.map(String),
      absurdValue.map((value) => JSON.stringify(value) ?? ''),
    ),
  )

/** Most signatures are valid. */
export const webhooks = (target: Pick<Target, 'events' | 'webhookSecret'>): Arbitrary<Webhook> =>
  fc
    .tuple(eventTexts(target), rarely<string | null>(fc.constant(null), 150, absurdText), fc.nat(9))
    .map(([text, absurd, kind]) => {
      // Sign the bytes that are sent, because UTF-8 cannot encode half a surrogate pair.
      const bytes = Buffer.from(text)
      const payload = bytes.toString()
      const seconds = Math.floor(Date.now() / 1000)
      const sign = (secret: string, timestamp: number) =>
        Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
      const right = sign(target.webhookSecret, seconds)
      const wrong = [
        null,
        sign('whsec_other', seconds),
        sign(target.webhookSecret, seconds - 3600),
        sign(target.webhookSecret, seconds + 1e11),
        `${right},${right}`,
        `t=${absurd},v1=${absurd}`,
        right.replace('v1=', 'v0='),
        right.slice(0, -1),
        't=,v1=',
        `t=NaN,${right}`,
      ]
      return { bytes, signature: absurd === null ? right : (wrong[kind] ?? null) }
    })
