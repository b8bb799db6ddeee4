import type { Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { storedMode } from '../payments/payment-mode.ts'
import { findOrder } from './find-orders.ts'
import { moneyOf } from './money.ts'
import { chargeOf, isGift, isGranted, shownStatus } from './state.ts'

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
  if (isGift(order)) {
    throw refuse(
      `Order ${id} was ${isGranted(order) ? 'granted' : 'free'}: it has no payment to refund.`,
      `To close its download: npm run shop -- revoke ${id}`,
    )
  }
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
