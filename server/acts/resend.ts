import type { Transaction } from 'kysely'
import type { MailKind, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { closedReason } from '../downloads/closed-reason.ts'
import { isOpen, queueLink } from '../downloads/queue-links.ts'
import { ShopError } from '../errors.ts'
import { findOrder } from '../orders/find-orders.ts'
import { type Actor, recordAction } from '../orders/seller-actions.ts'
import { sendAgain } from '../outbox/send-again.ts'

/** The mails that `resend` has queued. */
export interface Resent {
  /** The address of the buyer's mail; null if none was queued. */
  recipient: string | null
  /** Earlier mails that failed or wait for a retry, and are sent again. */
  again: MailKind[]
}

/**
 * Queues a new link at the seller's request, without the limits of the public form, and retries the order's failed mails. A
 * receipt that is sent again contains a link, so no other link is queued then.
 * @throws ShopError `not_found`; `conflict` if the order's download is closed and there is no mail to retry
 */
export const resend = (
  deps: Pick<Dependencies, 'config' | 'database' | 'now' | 'payments'>,
  id: string,
  actor: Actor,
): Promise<Resent> => transaction(deps.database, (trx) => resendIn(trx, deps, id, actor))

/** If it throws a ShopError, it has changed nothing. */
export async function resendIn(
  trx: Transaction<Schema>,
  deps: Pick<Dependencies, 'config' | 'database' | 'now' | 'payments'>,
  id: string,
  actor: Actor,
): Promise<Resent> {
  const order = await findOrder(trx, id)
  const link = isOpen(order, deps) ? order.email : null
  const buyer = order.erased_at === null ? order.email : null
  const to = { buyer, link, seller: deps.config.sellerEmail }
  const again = await sendAgain(trx, id, to, deps.now())
  if (link === null && again.length === 0)
    throw new ShopError('conflict', `No link was sent: ${closedReason(order)}`)
  if (link !== null && !again.includes('receipt')) await queueLink(trx, order, crypto.randomUUID(), deps)
  await recordAction(trx, id, 'resend', actor)
  return { recipient: link, again }
}
