import type { Dependencies } from '../dependencies.ts'
import { redact } from '../log/redact.ts'
import { refundsReported } from '../orders/event-history.ts'
import { findRefundable } from '../orders/refundable.ts'
import { type Actor, recordAction, recordRefusal } from '../orders/seller-actions.ts'
import { ProviderError } from '../payments/provider.ts'

/**
 * Asks the provider to refund what is left of the payment, or a part of it. The order changes when the provider's event arrives.
 * Until then, a second call for the same amount makes no second refund.
 * @param amountCents the part; by default, all that is left
 * @throws ShopError as `findRefundable` does; ProviderError
 */
export async function refund(
  deps: Pick<Dependencies, 'database' | 'payments'>,
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
