import type { Order } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import { ShopError } from '../errors.ts'
import { applyUnmatched, type EventDependencies } from '../orders/events.ts'
import { findOrder, readOrder } from '../orders/find-orders.ts'
import { insertLostSale } from '../orders/insert-lost-sale.ts'
import { lostSale } from '../orders/lost-sale.ts'
import { type Actor, recordAct } from '../orders/record-act.ts'
import { findEvent } from '../orders/stored-events.ts'

/**
 * Creates the order of an unmatched event, for example after a restore from a backup that is older than the sale. The
 * provider says who bought what. The order gets its original id, so mailed links work again. All stored events of the sale
 * are then applied to it, such as the payment, which sends the receipt, or a refund.
 * @throws ShopError `not_found`, or `conflict` if the event already has an order or is not about a sale of this shop;
 * ProviderError
 */
export async function adoptOrder(deps: EventDependencies, eventId: string, actor: Actor): Promise<Order> {
  const event = await findEvent(deps.database, eventId)
  const refuse = (message: string, remedy: string) => new ShopError('conflict', message, { remedy })
  if (event.outcome !== 'unmatched')
    throw refuse(
      `Event ${eventId} is ${event.outcome}, so there is nothing to adopt.`,
      'List the events without an order: npm run shop -- events list --outcome unmatched',
    )
  const sale = await lostSale(deps, event)
  if (!sale)
    throw refuse(
      `The provider knows no checkout of this shop for event ${eventId}.`,
      'Adopt the event checkout.session.completed of that payment, if there is one.',
    )
  const { id } = sale
  await transaction(deps.database, async (trx) => {
    if (await readOrder(trx, id))
      throw refuse(
        `Order ${id} of this event already exists.`,
        `Apply the event to it: events replay ${eventId}`,
      )
    await insertLostSale(trx, deps.payments, sale)
    await recordAct(trx, id, 'adopt', actor, { event: eventId })
    await applyUnmatched(trx, deps, await findOrder(trx, id))
  })
  return findOrder(deps.database, id)
}
