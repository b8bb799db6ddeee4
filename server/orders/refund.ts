import type { Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { redact } from '../log/redact.ts'
import { storedMode } from '../payments/payment-mode.ts'
import { ProviderError } from '../payments/provider.ts'
import { refundsReported } from './event-history.ts'
import { findOrder } from './find-orders.ts'
import { moneyOf } from './money.ts'
import { type Actor, recordAction, recordRefusal } from './seller-actions.ts'
import { chargeOf, shownStatus } from './state.ts'

type RefundDependencies = Pick<Dependencies, 'database' | 'payments'>

/**
 * The order and the payment that `refund` would refund.
 * @param amountCents the part; by default, all that is left
 * @returns `leftCents`: what was charged and not refunded yet; `cents`: what would go back
 * @throws ShopError `not_found`; `conflict` when there is nothing to refund; `bad_input` when there is less left than the part
 */
export async function findRefundable(
  deps: RefundDependencies,
  id: string,
  amountCents?: number,
): Promise<{ order: Order; paymentId: string; leftCents: number; cents: number }> {
  const order = await findOrder(deps.database, id)
  const refuse = (message: string, remedy?: string) =>
    new ShopError('conflict', message, remedy === undefined ? {} : { remedy })
  if (order.status === 'refunded') throw refuse(`Order ${id} is already refunded.`)
  const mode = storedMode(deps.payments)
  if (order.provider !== mode.provider || order.livemode !== mode.livemode) {
    const through = `${order.provider}${order.livemode ? '' : ' without real money'}`
    throw refuse(
      `Order ${id} was paid through ${through}.`,
      'Run this with the settings the shop had when it was paid.',
    )
  }
  if (order.dispute === 'lost')
    throw refuse(`The bank has already returned the money of order ${id}, because its dispute was lost.`)
  if (order.granted_at !== null)
    throw refuse(`Order ${id} was granted: it has no payment to refund.`, 'To close its download, revoke it.')
  if ((order.status !== 'paid' && order.status !== 'disputed') || !order.payment_id) {
    throw refuse(
      `Order ${id} is ${shownStatus(order)}: there is no payment to refund.`,
      // `reconcile` asks the provider about unsettled orders only.
      order.status === 'open' ? 'Run reconcile, then look again.' : undefined,
    )
  }
  const leftCents = chargeOf(order) - order.refunded_cents
  const cents = amountCents ?? leftCents
  if (!(cents > 0 && cents <= leftCents)) {
    throw new ShopError(
      'bad_input',
      `A refund of order ${id} must be more than 0 and at most ${moneyOf(order, leftCents)}.`,
    )
  }
  return { order, paymentId: order.payment_id, leftCents, cents }
}

/**
 * Asks the provider to refund what is left of the payment, or a part of it. The order changes when the provider's event arrives.
 * Until then, a second call for the same amount makes no second refund.
 * @param amountCents the part; by default, all that is left
 * @throws ShopError as `findRefundable` does; ProviderError
 */
export async function refund(
  deps: RefundDependencies,
  id: string,
  actor: Actor,
  amountCents?: number,
): Promise<void> {
  const { paymentId, leftCents, cents } = await findRefundable(deps, id, amountCents)
  const part = cents === leftCents ? undefined : cents
  // Record it before the call: the provider may make the refund even if its answer is lost.
  const details = part === undefined ? {} : { cents: part }
  const record = await recordAction(deps.database, id, 'refund', actor, details)
  // The provider repeats its answer to a known idempotency key, so each refund after a reported one needs a new key. All that is
  // left is asked for again only after a refund failed.
  const { refunds, failedRefunds } = await refundsReported(deps.database, id)
  try {
    if (part === undefined) await deps.payments.refund(paymentId, `refund:${id}:${failedRefunds}`)
    else await deps.payments.refund(paymentId, `refund:${id}:${refunds}:${failedRefunds}:${part}`, part)
  } catch (error) {
    if (error instanceof ProviderError && error.definite)
      await recordRefusal(deps.database, record, { ...details, refused: redact(error.message) })
    throw error
  }
}
