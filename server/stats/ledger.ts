import { type Kysely, sql } from 'kysely'
import { inPages } from '../database/pages.ts'
import type { Movement, Order, Schema } from '../database/schema.ts'
import { plainName } from '../orders/plain-name.ts'
import type { PaymentMode } from '../payments/payment-mode.ts'

/** A part of time, in ms since 1970. */
export interface Span {
  from: number
  /** Not included. */
  to: number
}

/** The movements of money of one payment mode before a time. Ledger and figures both read them here, so they cannot differ. */
const movementsUntil = (database: Kysely<Schema>, { name, livemode }: PaymentMode, to: number) =>
  database
    .selectFrom('movements')
    .where('movements.provider', '=', name)
    .where('movements.livemode', '=', Number(livemode))
    .where('movements.at', '<', to)

/** A line of the ledger. */
export type LedgerRow = Awaited<ReturnType<typeof rowOf>>

/**
 * The ledger, oldest first, read page by page. Names and addresses come from the orders: what is changed or erased there is changed or
 * gone here.
 */
export async function* readLedger(
  database: Kysely<Schema>,
  mode: PaymentMode,
  span: Span,
): AsyncGenerator<LedgerRow> {
  const rows = movementsUntil(database, mode, span.to)
    .innerJoin('orders', 'orders.id', 'movements.order_id')
    .selectAll('movements')
    .select(['orders.country', 'orders.tax_id', 'orders.name', 'orders.email'])
  for await (const row of inPages(rows, 'at', { from: span.from, table: 'movements' })) yield rowOf(row)
}

type Row = Movement & Pick<Order, 'country' | 'tax_id' | 'name' | 'email'>

/** The columns of the export, in their order. What the provider does not say is null. */
const rowOf = (row: Row) => ({
  date: dayOf(row.at),
  type: row.type,
  order: row.order_id,
  amount_cents: row.amount_cents,
  tax_cents: row.tax_cents,
  fee_cents: row.fee_cents,
  currency: row.currency,
  country: row.country,
  tax_id: row.tax_id,
  name: plainName(row),
  email: row.email || null,
  reference: referenceOf(row),
})

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** The id, with the day on which the money moved if the movement counts later. */
function referenceOf({ reference, at, moved_at }: Movement): string | null {
  if (at === moved_at) return reference || null
  return [reference, `of ${dayOf(moved_at)}`].filter(Boolean).join(' ')
}

/** A number of days since 1970. Both databases drop the remainder of an integer division. */
const dayNumber = sql<number>`movements.at / ${sql.lit(86_400_000)}`

/**
 * The sums of each day and type in one currency. Postgres gives them as text.
 * @returns `outgoing`: how many movements took money from the seller
 */
export const movementsByDay = (
  database: Kysely<Schema>,
  mode: PaymentMode,
  span: Span,
  currency: string,
): Promise<{ day: number; type: Movement['type']; outgoing: number; cents: number }[]> =>
  movementsUntil(database, mode, span.to)
    .where('movements.at', '>=', span.from)
    .select(({ fn }) => [
      dayNumber.as('day'),
      'movements.type',
      fn.countAll<number>().filterWhere('movements.amount_cents', '<', 0).as('outgoing'),
      fn.sum<number>('movements.amount_cents').as('cents'),
    ])
    .where('movements.currency', '=', currency)
    .groupBy(['day', 'movements.type'])
    .execute()

/** The other currencies in which money moved. The sums above leave it out. */
export async function otherCurrencies(
  database: Kysely<Schema>,
  mode: PaymentMode,
  span: Span,
  currency: string,
): Promise<string[]> {
  const rows = await movementsUntil(database, mode, span.to)
    .where('movements.at', '>=', span.from)
    .where('movements.currency', '!=', currency)
    .select('movements.currency')
    .distinct()
    .execute()
  return rows.map((row) => row.currency)
}

/** The sales of each day, and those at the early-bird price, on the day of their money. A correction is no further sale. */
export const salesByDay = (
  database: Kysely<Schema>,
  mode: PaymentMode,
  span: Span,
): Promise<{ day: number; paid: number; early: number }[]> =>
  movementsUntil(database, mode, span.to)
    .innerJoin('orders', 'orders.id', 'movements.order_id')
    .where('movements.at', '>=', span.from)
    .where('movements.type', '=', 'sale')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('movements as earlier')
            .select('earlier.id')
            .whereRef('earlier.order_id', '=', 'movements.order_id')
            .where('earlier.type', '=', 'sale')
            .whereRef('earlier.at', '<', 'movements.at'),
        ),
      ),
    )
    .select(({ fn }) => [
      dayNumber.as('day'),
      fn.countAll<number>().as('paid'),
      fn.countAll<number>().filterWhere('orders.tier', '=', 'early').as('early'),
    ])
    .groupBy('day')
    .execute()
