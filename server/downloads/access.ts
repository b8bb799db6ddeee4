import { messages } from '#content/messages.ts'
import type { Order } from '../database/schema.ts'
import type { Dependencies, Shop } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { readOrder } from '../orders/find-orders.ts'
import { mayDownload } from '../orders/state.ts'
import { linkLifeMs, readLink } from './link.ts'

/** The result of opening a link. */
export type Access =
  | { state: 'open'; order: Order; expiresAt: number }
  /** The order is valid, but the link has expired, or the order's address has changed since it was signed. */
  | { state: 'expired' }
  | { state: 'closed'; order: Order }
  /** Not signed by this shop, or for an unknown order. */
  | { state: 'unknown' }

/**
 * Whether an order is a test order, from the sandbox or Stripe's test mode, of a shop that is live now. Anybody can pay with
 * test money, so such a link must not open the real kit.
 */
const isOldTestOrder = (order: Order, deps: Shop): boolean =>
  order.livemode === 0 &&
  (deps.payments.livemode || (order.provider === 'sandbox' && deps.config.payments !== 'sandbox'))

/** Whether a buyer may download an order now, in the mode in which the shop runs. */
export const isOpen = (order: Order, deps: Shop): boolean =>
  mayDownload(order) && order.provider === deps.config.payments && !isOldTestOrder(order, deps)

/**
 * Decides what a link opens, from its signature, its expiry and the current state of the order.
 * @throws ShopError `unavailable` for a real order while the shop runs as a sandbox or in test mode, and has no kit to deliver
 */
export async function accessOf(token: string, deps: Dependencies): Promise<Access> {
  const link = readLink(token, deps.linkSecret)
  if (!link) return { state: 'unknown' }
  const order = await readOrder(deps.database, link.orderId)
  if (!order) return { state: 'unknown' }
  // Check this before the expiry. Otherwise the page of an expired link would offer a new one, which would not work either.
  if (!mayDownload(order) || isOldTestOrder(order, deps)) return { state: 'closed', order }
  if (order.provider !== deps.config.payments || (order.livemode === 1 && !deps.payments.livemode)) {
    throw new ShopError('unavailable', messages.download.maintenance, {
      remedy: messages.download.later,
    })
  }
  const signedAt = link.expiresAt - linkLifeMs
  if (link.expiresAt <= deps.now() || signedAt < (order.links_from ?? 0)) return { state: 'expired' }
  return { state: 'open', order, expiresAt: link.expiresAt }
}
