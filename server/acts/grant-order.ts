import { inputProblems } from '#content/messages.ts'
import { site } from '#content/site.ts'
import { type Buyer, checkBuyer } from '../../contract/checkout.ts'
import type { Order } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Shop } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { insertOrder } from '../orders/order-rows.ts'
import { type Actor, recordAct } from '../orders/record-act.ts'
import { queueMail } from '../outbox/queue.ts'

interface Grant extends Buyer {
  /** Why the seller granted it, for the seller's records. */
  reason: string
}

/**
 * Stores an order that nobody paid through the shop, such as a gift or a bank transfer, and mails its receipt with the
 * link. It takes no early-bird seat, is worth 0 and has no payment at the provider, so there is nothing to refund.
 * @throws ShopError `bad_input` for a name or an email address that the checkout would refuse
 */
export async function grantOrder(deps: Shop, grant: Grant, actor: Actor): Promise<Order> {
  const { database, payments, prices } = deps
  const checked = checkBuyer(grant)
  if (!checked.ok) throw new ShopError('bad_input', inputProblems[checked.problem.problem].message)
  const { buyer } = checked
  const { reason } = grant
  const { now } = actor
  return transaction(database, async (trx) => {
    const id = crypto.randomUUID()
    const order = await insertOrder(trx, payments, {
      id,
      ...buyer,
      status: 'paid',
      tier: 'list',
      amount_cents: 0,
      charged_cents: 0,
      currency: prices.currency,
      terms_version: site.termsVersion,
      idempotency_key: `grant:${id}`,
      request: '{}',
      expires_at: now,
      created_at: now,
      completed_at: now,
      paid_at: now,
      granted_at: now,
      note: reason,
    })
    await recordAct(trx, id, 'grant', actor, { reason })
    const receipt = {
      kind: 'receipt',
      orderId: id,
      recipient: buyer.email,
      dedupeKey: `receipt:${id}`,
    } as const
    await queueMail(trx, deps, receipt)
    return order
  })
}
