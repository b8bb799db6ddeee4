import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * How long a mailed link works, in ms: seven days. This is long enough for a buyer who pays on a Friday and
 * starts a week later, and short enough that a forwarded mail does not give the kit away forever. A form mails a new link.
 */
export const linkLifeMs = 7 * 24 * 60 * 60 * 1000

/** What a link opens. A token of one purpose opens nothing of another. A link to unsubscribe does not expire. */
export type Purpose = 'download' | 'seller' | 'unsubscribe'

export interface Link {
  orderId: string
  /** Ms since 1970, whole seconds. */
  expiresAt: number
}

/**
 * `v1.mac.order.expiry`. The last part has only letters and digits, because mail programs drop a final `-` or `_` from a link. They
 * may also add the punctuation after a link to it, which the pattern ignores.
 */
const shape = /^v1\.([\w-]{43})\.([\w-]{1,200})\.([0-9a-z]{1,10})[).,;:!?>\]'"]{0,3}$/

/** The purpose is in the MAC alone, so nobody can see it or change it. */
function macOf(order: string, expiry: string, purpose: Purpose, secret: string): string {
  const prefix = purpose === 'download' ? 'v1' : `${purpose}.v1`
  return createHmac('sha256', secret).update(`${prefix}.${order}.${expiry}`).digest('base64url')
}

/**
 * The keys in LINK_SECRET: one, or two with a comma between them during a change of the key. The first key signs. Links that
 * either key signed work.
 */
const linkKeys = (secret: string): string[] => secret.split(',')

/** Creates a token for one order and purpose until `expiresAt` (ms since 1970, rounded up to a second). */
export function signLink(link: Link, secret: string, purpose: Purpose = 'download'): string {
  const order = Buffer.from(link.orderId).toString('base64url')
  const expiry = Math.ceil(link.expiresAt / 1000).toString(36)
  return `v1.${macOf(order, expiry, purpose, linkKeys(secret)[0] ?? '')}.${order}.${expiry}`
}

/** @returns the content of the token, expired or not; null if this shop did not sign it for this purpose */
export function readLink(token: string, secret: string, purpose: Purpose = 'download'): Link | null {
  const [, mac = '', order = '', expiry = ''] = shape.exec(token) ?? []
  if (!mac) return null
  // Both have 43 characters. A comparison that stops at the first difference would reveal the MAC by the time it takes.
  const isSignedBy = (key: string) =>
    timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(order, expiry, purpose, key)))
  if (!linkKeys(secret).some(isSignedBy)) return null
  return {
    orderId: Buffer.from(order, 'base64url').toString(),
    expiresAt: Number.parseInt(expiry, 36) * 1000,
  }
}
