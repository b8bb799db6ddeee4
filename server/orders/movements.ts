import type { Transaction } from 'kysely'
import type { Movement, Order, Schema } from '../database/schema.ts'
import type { Effect } from '../payments/effect.ts'
import { modeOf } from '../payments/payment-mode.ts'
import { closedUntil } from './closed-months.ts'
import { chargeOf } from './state.ts'

/** What one cause, such as a refund, should have moved in all. */
interface Cause {
  kind: 'sale' | 'refund' | 'dispute'
  reference: string
  cents: number
  /** The amount counts only if nothing is booked for the cause yet. */
  isGuess?: boolean
  currency: string
  taxCents?: number | null
  /** ms since 1970 */
  movedAt: number
}

const typeOf = (kind: Cause['kind'], cents: number): Movement['type'] =>
  kind === 'dispute' && cents > 0 ? 'dispute_returned' : kind

/** A refund or a dispute proves the payment, even if the payment's own event is still missing. */
const wasPaid = ({ status }: Order) => status === 'paid' || status === 'refunded' || status === 'disputed'

function* causesOf(order: Order, effect: Effect | null, movedAt: number): Generator<Cause> {
  if (wasPaid(order)) {
    const said = effect?.kind === 'completed' || effect?.kind === 'payment_succeeded' ? effect.currency : null
    const isGuess = order.charged_cents === null
    yield {
      kind: 'sale',
      reference: order.payment_id ?? '',
      cents: effect?.kind === 'refunded' && isGuess ? effect.amountCents : chargeOf(order),
      isGuess,
      currency: said ?? order.currency,
      taxCents: order.tax_cents,
      movedAt,
    }
  }
  if (effect?.kind === 'refunded') {
    for (const { id, cents, failed, at } of effect.list ?? []) {
      const currency = effect.currency ?? order.currency
      // A failure is younger than its refund, and Stripe gives it no date but that of its event.
      yield {
        kind: 'refund',
        reference: id,
        cents: failed ? 0 : -cents,
        currency,
        movedAt: failed ? movedAt : at,
      }
    }
  }
  if (effect?.kind === 'dispute') {
    const { disputeId, state, withdrawn, cents, currency } = effect
    yield {
      kind: 'dispute',
      reference: disputeId,
      cents: withdrawn ? -(cents ?? chargeOf(order)) : 0,
      // An inquiry takes nothing. If the money was taken, this is a late event from before that.
      isGuess: state === 'open' && !withdrawn,
      currency: currency ?? order.currency,
      movedAt,
    }
  }
}

/**
 * Books what an event says about money, in the transaction that applies it. Each cause is compared with what is booked for it, and only
 * the difference becomes a row. So an event that comes twice, or two events for one change, make one row, and a refund that fails after
 * it was booked gets a second row with the opposite amount.
 *
 * A movement counts on the day on which the money moved. If the month of that day was exported before, it counts from now.
 * @param order as it is after the event
 * @param effect null: the seller recorded the sale
 * @param movedAt when the event happened, in ms since 1970
 */
export async function bookMovements(
  trx: Transaction<Schema>,
  order: Order,
  effect: Effect | null,
  { now, movedAt }: { now: number; movedAt: number },
): Promise<void> {
  const causes = [...causesOf(order, effect, movedAt)]
  if (causes.length === 0) return
  const booked = await trx
    .selectFrom('movements')
    .select(['type', 'reference', 'amount_cents'])
    .where('order_id', '=', order.id)
    .execute()
  const mode = modeOf(order)
  const rows: Movement[] = []
  for (const { kind, reference, cents, currency, isGuess, taxCents = null, movedAt } of causes) {
    // The payment's id may be unknown at first. An order has only one sale.
    const earlier = [...booked, ...rows].filter(
      ({ type, reference: of }) => type.startsWith(kind) && (kind === 'sale' || of === reference),
    )
    const sum = earlier.reduce((total, { amount_cents }) => total + amount_cents, 0)
    const difference = cents - sum
    if (difference === 0 || (isGuess && earlier.length > 0)) continue
    const closed = await closedUntil(trx, mode)
    const asks = reference !== '' && !(kind === 'refund' && difference > 0)
    rows.push({
      // A signed event may name a refund as a dispute, so the kind is part of the id.
      id: [order.id, reference, kind, earlier.length].join(':'),
      order_id: order.id,
      provider: order.provider,
      livemode: order.livemode,
      type: typeOf(kind, difference),
      at: movedAt >= closed ? movedAt : Math.max(now, closed),
      moved_at: movedAt,
      amount_cents: difference,
      tax_cents: earlier.length === 0 ? taxCents : null,
      fee_cents: null,
      currency,
      reference,
      ask_at: asks ? now : null,
    })
  }
  if (rows.length > 0) await trx.insertInto('movements').values(rows).execute()
}
