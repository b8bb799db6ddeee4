import Stripe from 'stripe'
import { SignatureError } from '../provider.ts'

/** The greatest age of an event, in seconds. It is Stripe's own default (docs.stripe.com/webhooks/signature). */
const toleranceSeconds = 300

/**
 * The `Stripe-Signature` header of a body: `t=…,v1=HMAC-SHA256(t.body)`.
 * @param now ms since 1970
 */
export function signBody(body: string, secret: string, now: number): string {
  return Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: Math.floor(now / 1000),
  })
}

/** The longest header that is read, in characters. Stripe sends one signature of about 70 for each secret in use. */
const longestHeader = 1000

/** Whether a header has a time and a SHA-256 in hexadecimal digits. It does not verify them. */
export function isSignatureShaped(header: string | undefined): boolean {
  if (header === undefined || header.length > longestHeader) return false
  const parts = header.split(',')
  return (
    parts.some((part) => /^t=\d{1,12}$/.test(part)) && parts.some((part) => /^v1=[0-9a-f]{64}$/.test(part))
  )
}

/**
 * Verifies the signature of a body and returns its event. While the seller replaces a secret, Stripe signs with both secrets, so
 * the header may have several `v1`. The raw bytes are verified, because a body that was parsed and serialized again has another
 * signature.
 * @param now ms since 1970
 * @throws SignatureError also when the body is not an event, or the secret is blank, because anybody can sign with an empty key
 */
export function verifyEvent(
  body: Uint8Array,
  header: string | null,
  secret: string,
  now: number,
): Stripe.Event {
  let event: Stripe.Event
  try {
    event = Stripe.webhooks.constructEvent(body, header ?? '', secret, toleranceSeconds, undefined, now)
  } catch (error) {
    // Stripe's library checks the age last, and gives its errors no code.
    const isOld = error instanceof Error && error.message.startsWith('Timestamp outside the tolerance')
    throw new SignatureError(
      isOld
        ? 'The webhook is signed with the secret of this shop, but more than 5 minutes ago.'
        : 'The webhook is not signed with the secret of this shop.',
      { cause: error },
    )
  }
  if (typeof event?.id !== 'string' || typeof event.type !== 'string' || !event.data?.object)
    throw new SignatureError('The webhook is signed but is not an event.')
  return event
}
