import { type Buyer, invalidEmail } from '../../contract/checkout.ts'
import type { Order } from '../database/schema.ts'
import { ShopError } from '../errors.ts'
import { applyObservation } from '../orders/observation.ts'
import { isFinal, requestSession } from '../orders/session.ts'
import { ProviderError } from '../payments/provider.ts'
import { within } from '../timing/within.ts'
import { type CheckoutDependencies, reserveOrder } from './reserve.ts'

/** A buyer is answered within 10 s; the rest is for the way there and back. In ms. */
const longestWait = 9500

/**
 * The address where this buyer pays: that of the checkout they left open, or of a new one. Whatever goes wrong
 * on the way, the order is stored: asked again, the same person gets the same checkout.
 * @param ip address of the client that asks
 * @throws ShopError `nothing_left`, `too_many_requests`, `bad_input` when the provider does not take the buyer's email address, or
 * `provider_failed` when it gave no address in time
 */
export async function startCheckout(deps: CheckoutDependencies, buyer: Buyer, ip: string): Promise<string> {
  const late = () => new ProviderError('it did not answer in time', { definite: false })
  try {
    return await within(longestWait, openCheckout(deps, buyer, ip), late)
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause
    // Its rules are stricter than the form's, and the same address would be refused again.
    if (cause.emailRefused) throw new ShopError('bad_input', invalidEmail, { cause })
    deps.log.error('checkout.provider_failed', { error: cause })
    const message = 'The payment page could not be opened; nothing was charged. Please try again in a moment.'
    throw new ShopError('provider_failed', message, { cause })
  }
}

/** The order at hand first; when nobody can pay that any more, one new one. */
async function openCheckout(deps: CheckoutDependencies, buyer: Buyer, ip: string): Promise<string> {
  const { order, reused } = await reserveOrder(deps, buyer, ip)
  try {
    const url = await urlOf(deps, order)
    if (url) return url
  } catch (error) {
    if (!(error instanceof ProviderError && isFinal(error))) throw error
    // Refused at once, a new order would be too; a spent key is the order's own trouble.
    if (!reused && !error.keySpent) throw error
  }
  const url = await urlOf(deps, (await reserveOrder(deps, buyer, ip)).order)
  if (!url) throw new ProviderError('the session is over already', { definite: false })
  return url
}

/** @returns null when the session has ended, which its order then knows */
async function urlOf(deps: CheckoutDependencies, order: Order): Promise<string | null> {
  if (order.checkout_url) return order.checkout_url
  const session = await requestSession(deps, order)
  await applyObservation(deps, order, session)
  return session.url
}
