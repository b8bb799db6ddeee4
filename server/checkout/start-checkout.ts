import { type Buyer, invalidEmail } from '../../contract/checkout.ts'
import type { Order } from '../database/schema.ts'
import { ShopError } from '../errors.ts'
import { applyObservation } from '../orders/observation.ts'
import { isFinal, requestSession } from '../orders/session.ts'
import { ProviderError } from '../payments/provider.ts'
import { within } from '../timing/within.ts'
import { type CheckoutDependencies, reserveOrder } from './reserve.ts'

/** A checkout ends within this time from its begin, so that its buyer hears. In ms. */
const longestWait = 9500

/** How far a checkout has come. */
interface Progress {
  /** What it waits for now. */
  waitsFor: 'database' | 'provider'
  /** Aborted when the buyer was answered or has gone: no further step begins. */
  signal: AbortSignal
}

/**
 * The address where this buyer pays: that of the checkout they left open, or of a new one. Whatever goes wrong
 * on the way, the order is stored: asked again, the same person gets the same checkout.
 * @param ip address of the client that asks
 * @param gone aborted when the buyer no longer waits
 * @throws ShopError `nothing_left`, `too_many_requests`, `bad_input` when the provider does not take the buyer's email address,
 * `provider_failed` when it gave no address in time, or `unavailable` when the database took too long
 */
export async function startCheckout(
  deps: CheckoutDependencies,
  buyer: Buyer,
  ip: string,
  gone?: AbortSignal,
): Promise<string> {
  const answered = new AbortController()
  const signal = gone ? AbortSignal.any([gone, answered.signal]) : answered.signal
  const progress: Progress = { waitsFor: 'database', signal }
  const late = () => {
    if (progress.waitsFor === 'provider' && !deps.payments.inShopDatabase)
      return new ProviderError('it did not answer in time', { definite: false })
    const message =
      'The shop cannot take orders right now; nothing was charged. Please try again in a minute.'
    return new ShopError('unavailable', message, { cause: new Error('The database did not answer in time.') })
  }
  try {
    return await within(longestWait, openCheckout(deps, buyer, ip, progress), late)
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause
    // Its rules are stricter than the form's, and the same address would be refused again.
    if (cause.emailRefused) throw new ShopError('bad_input', invalidEmail, { cause })
    deps.log.error('checkout.provider_failed', { error: cause })
    const message = 'The payment page could not be opened; nothing was charged. Please try again in a moment.'
    throw new ShopError('provider_failed', message, { cause })
  } finally {
    answered.abort()
  }
}

/** The order at hand first; when nobody can pay that any more, one new one. */
async function openCheckout(
  deps: CheckoutDependencies,
  buyer: Buyer,
  ip: string,
  progress: Progress,
): Promise<string> {
  const { order, reused } = await reserveOrder(deps, buyer, ip)
  try {
    const url = await urlOf(deps, order, progress)
    if (url) return url
  } catch (error) {
    if (!(error instanceof ProviderError && isFinal(error))) throw error
    // Refused at once, a new order would be too; a spent key is the order's own trouble.
    if (!reused && !error.keySpent) throw error
  }
  progress.signal.throwIfAborted()
  const url = await urlOf(deps, (await reserveOrder(deps, buyer, ip)).order, progress)
  if (!url) throw new ProviderError('the session is over already', { definite: false })
  return url
}

/** @returns null when the session has ended, which its order then knows */
async function urlOf(deps: CheckoutDependencies, order: Order, progress: Progress): Promise<string | null> {
  if (order.checkout_url) return order.checkout_url
  progress.signal.throwIfAborted()
  progress.waitsFor = 'provider'
  // What the provider answers is stored even if nobody waits any more: the same buyer then finds the checkout.
  const session = await requestSession(deps, order, () => {
    progress.waitsFor = 'database'
  })
  await applyObservation(deps, order, session)
  return session.url
}
