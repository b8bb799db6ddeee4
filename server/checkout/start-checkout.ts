// A checkout has four steps. The process may die between any two of them, and the same buyer's next try goes on from there.
// 1. Reserved: one transaction stores the order with its seat, its price, and the request and its key (reserve.ts).
// 2. Asked: the provider gets the stored request. The key makes a retry return the same session (orders/session.ts).
// 3. Stored: the session and its URL are stored with the order. If the order has ended meanwhile, the session is ended, too.
// 4. Answered: the buyer gets the URL. Until then nobody can pay, so an unfinished checkout only expires.

import { inputProblems, messages } from '#content/messages.ts'
import type { Buyer } from '../../contract/checkout.ts'
import type { Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { applyObservation } from '../orders/observation.ts'
import { isFinal, requestSession } from '../orders/session.ts'
import { ProviderError } from '../payments/provider.ts'
import { within } from '../timing/within.ts'
import { reserveOrder } from './reserve.ts'

/** The time limit of a checkout, in ms. A buyer whose checkout takes longer gets an error. */
const longestWait = 9500

/** How far a checkout has come. */
interface Progress {
  /** What the checkout waits for now. */
  waitsFor: 'database' | 'provider'
  /** Aborted when the buyer has an answer or is gone. Then no further step starts. */
  signal: AbortSignal
}

/**
 * Returns the URL where this buyer pays: their open checkout, or a new one. After a failure the order stays open, so the same
 * person gets the same checkout on the next try. After a final refusal by the provider, they get a new one.
 * @param ip address of the client
 * @param disconnected aborted when the buyer no longer waits
 * @throws ShopError `too_many_requests`; `bad_input` if the provider refuses the buyer's email address;
 * `provider_failed` if it gave no URL in time; `unavailable` if the database took too long
 */
export async function startCheckout(
  deps: Dependencies,
  buyer: Buyer,
  ip: string,
  disconnected?: AbortSignal,
): Promise<string> {
  const reserve = () => reserveOrder(deps, buyer, ip)
  const answered = new AbortController()
  const signal = disconnected ? AbortSignal.any([disconnected, answered.signal]) : answered.signal
  const progress: Progress = { waitsFor: 'database', signal }
  const timeoutError = () => {
    if (progress.waitsFor === 'provider')
      return new ProviderError('it did not answer in time', { definite: false })
    const cause = new Error('The database did not answer in time.')
    return new ShopError('unavailable', messages.checkout.unavailable, { cause })
  }
  try {
    return await within(longestWait, openCheckout(deps, reserve, progress), timeoutError)
  } catch (cause) {
    if (!(cause instanceof ProviderError)) throw cause
    // The provider's rules are stricter than the form's, and it would refuse the same address again.
    if (cause.emailRefused) throw new ShopError('bad_input', inputProblems.invalidEmail.message, { cause })
    deps.log.error('checkout.provider_failed', { error: cause })
    throw new ShopError('provider_failed', messages.checkout.notOpened, { cause })
  } finally {
    answered.abort()
  }
}

/** Opens the checkout of the existing order. If nobody can pay that order any more, opens one new order. */
async function openCheckout(
  deps: Dependencies,
  reserve: () => ReturnType<typeof reserveOrder>,
  progress: Progress,
): Promise<string> {
  const { order, reused } = await reserve()
  try {
    const url = await urlOf(deps, order, progress)
    if (url) return url
  } catch (error) {
    if (!(error instanceof ProviderError && isFinal(error))) throw error
    // The provider would also refuse a new order, unless the cause is a spent key, which belongs to this order alone.
    if (!reused && !error.keySpent) throw error
  }
  progress.signal.throwIfAborted()
  const url = await urlOf(deps, (await reserve()).order, progress)
  if (!url) throw new ProviderError('the session has already ended', { definite: false })
  return url
}

/** @returns null if the session has ended, which is then stored with the order */
async function urlOf(deps: Dependencies, order: Order, progress: Progress): Promise<string | null> {
  if (order.checkout_url) return order.checkout_url
  progress.signal.throwIfAborted()
  progress.waitsFor = 'provider'
  // Store the answer even if nobody waits any more: the same buyer then gets this checkout.
  const session = await requestSession(deps, order, () => {
    progress.waitsFor = 'database'
  })
  await applyObservation(deps, order, session)
  return session.url
}
