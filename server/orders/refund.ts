import type { Kysely } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { ShopError } from '../errors.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import { refundsReported } from './event-history.ts'
import { findOrder } from './order-rows.ts'
import type { PaymentMode } from './seats.ts'
import { type Actor, recordAction } from './seller-actions.ts'
import { shownStatus } from './state.ts'

interface RefundDependencies {
  database: Kysely<Schema>
  payments: PaymentProvider
}

const isOf = (order: Order, mode: PaymentMode): boolean =>
  order.provider === mode.name && order.livemode === Number(mode.livemode)

/**
 * The order and the payment that `refund` would refund.
 * @throws ShopError `not_found`, or `conflict` when there is nothing to refund
 */
export async function findRefundable(
  deps: RefundDependencies,
  id: string,
): Promise<{ order: Order; paymentId: string }> {
  const order = await findOrder(deps.database, id)
  const refuse = (message: string, remedy?: string) =>
    new ShopError('conflict', message, remedy === undefined ? {} : { remedy })
  if (order.status === 'refunded') throw refuse(`Order ${id} is already refunded.`)
  if (!isOf(order, deps.payments)) {
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
  return { order, paymentId: order.payment_id }
}

/**
 * Asks the provider to refund the whole payment. A second call makes no second refund, unless the first refund failed. The
 * order changes when the provider's event arrives.
 * @throws ShopError as `findRefundable` does; ProviderError
 */
export async function refund(deps: RefundDependencies, id: string, actor: Actor): Promise<void> {
  const { paymentId } = await findRefundable(deps, id)
  // Record it before the call: the provider may make the refund even if its answer is lost.
  await recordAction(deps.database, id, 'refund', actor)
  // The provider repeats its answer to a known idempotency key, so each refund after a failed one needs a new key.
  const { failedRefunds } = await refundsReported(deps.database, id)
  await deps.payments.refund(paymentId, `refund:${id}:${failedRefunds}`)
}
