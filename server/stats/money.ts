import { type Kysely, sql } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { effectOf, timeOf } from '../orders/event-history.ts'
import { chargeOf } from '../orders/state.ts'
import type { Effect } from '../payments/effect.ts'
import { inMode, type PaymentMode } from '../payments/payment-mode.ts'

/** A part of time, in ms since 1970. */
export interface Span {
  from: number
  /** Not included. */
  to: number
}

/** The currency that was charged. Amounts in two currencies have no sum. */
const chargedCurrency = sql<string>`coalesce(charged_currency, currency)`

/** What was sold through the shop and paid in a period. An order that the seller granted is no sale. */
const sales = (database: Kysely<Schema>, mode: PaymentMode, { from, to }: Span) =>
  database
    .selectFrom('orders')
    .where(inMode(mode))
    .where('granted_at', 'is', null)
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)

/**
 * The sales of each day, those at the early-bird price, and their money in one currency. Both databases drop the remainder of an
 * integer division, and Postgres gives sums as text.
 */
export const salesByDay = (database: Kysely<Schema>, mode: PaymentMode, span: Span, currency: string) =>
  sales(database, mode, span)
    .select(({ fn }) => [
      sql<number>`paid_at / ${sql.lit(86_400_000)}`.as('day'),
      fn.countAll<number>().as('paid'),
      fn.countAll<number>().filterWhere('tier', '=', 'early').as('early'),
      fn
        .coalesce(
          fn
            .sum<number>(fn.coalesce('charged_cents', 'amount_cents'))
            .filterWhere(chargedCurrency, '=', currency),
          sql.lit(0),
        )
        .as('revenue'),
    ])
    .groupBy('day')
    .execute()

/** The other currencies of a period's sales. The sums above leave their money out. */
export async function otherCurrencies(
  database: Kysely<Schema>,
  mode: PaymentMode,
  span: Span,
  currency: string,
): Promise<string[]> {
  const rows = await sales(database, mode, span)
    .where(chargedCurrency, '!=', currency)
    .select(chargedCurrency.as('other'))
    .distinct()
    .execute()
  return rows.map(({ other }) => other).sort()
}

/** Money that went back: by a refund, or because the bank decided a dispute for the buyer. */
interface Return {
  /** When the provider reported it, in ms since 1970. */
  at: number
  /** How many refunds; 0: a dispute. */
  refunds: number
  refunded: number
  disputed: number
}

/**
 * What ever went back in one currency, each on its day. An order has only totals, so this reads the events of every order with a refund
 * or a lost dispute.
 */
export async function moneyReturned(
  database: Kysely<Schema>,
  mode: PaymentMode,
  currency: string,
): Promise<Return[]> {
  const events = await database
    .selectFrom((query) =>
      query
        .selectFrom('orders')
        .select(['id', 'amount_cents', 'charged_cents'])
        .where(inMode(mode))
        // Before the payment itself is known, its sale does not count either.
        .where('paid_at', 'is not', null)
        .where(chargedCurrency, '=', currency)
        .where((order) => order.or([order('refunded_cents', '>', 0), order('dispute', '=', 'lost')]))
        .as('returned'),
    )
    .innerJoin('events', 'events.order_id', 'returned.id')
    .select(['returned.id', 'amount_cents', 'charged_cents', 'effect', 'payload', 'created_at'])
    .where('effect', 'is not', null)
    .execute()
  return [...Map.groupBy(events, ({ id }) => id).values()].flatMap((ofOrder) => {
    const reports = ofOrder.map((event) => ({ ...event, effect: effectOf(event), at: timeOf(event) }))
    reports.sort((one, other) => one.at - other.at)
    return [...refundsOf(reports), ...lostDisputesOf(reports)]
  })
}

type Report = Pick<Order, 'amount_cents' | 'charged_cents'> & { effect: Effect; at: number }

/** A report says the total of all refunds, so each one counts with its difference to the one before. A failed refund lowers the total. */
function* refundsOf(reports: Report[]): Generator<Return> {
  const totals = reports.flatMap(({ effect, at }) => (effect.kind === 'refunded' ? [{ ...effect, at }] : []))
  // Both numbers only grow, and an old report may come late.
  totals.sort((one, other) => one.refunds + one.failedRefunds - (other.refunds + other.failedRefunds))
  let known = { refunds: 0, refundedCents: 0 }
  for (const total of totals) {
    yield {
      at: total.at,
      refunds: total.refunds - known.refunds,
      refunded: total.refundedCents - known.refundedCents,
      disputed: 0,
    }
    known = total
  }
}

/** A lost dispute may be reported twice. It counts on the day of the first report. */
function* lostDisputesOf(reports: Report[]): Generator<Return> {
  const counted = new Set<string>()
  for (const { effect, at, ...order } of reports) {
    if (effect.kind !== 'dispute' || effect.state !== 'lost' || counted.has(effect.disputeId)) continue
    counted.add(effect.disputeId)
    yield { at, refunds: 0, refunded: 0, disputed: effect.cents ?? chargeOf(order) }
  }
}
