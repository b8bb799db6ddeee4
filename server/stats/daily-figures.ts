import { type Kysely, sql } from 'kysely'
import { catalog } from '#content/catalog.ts'
import type { Schema } from '../database/schema.ts'
import { inMode, type PaymentMode } from '../payments/payment-mode.ts'
import { moneyReturned, type Span, salesByDay } from './money.ts'

const day = 86_400_000

/** The figures of a day on which nothing happened. Amounts are cents. */
const zeros = {
  /** Pages that people opened. */
  views: 0,
  /** Checkouts that buyers began, whether they paid or not. */
  checkouts: 0,
  /** Sales, each on the day of its payment. What the seller granted is none. */
  paid: 0,
  /** Sales at the early-bird price. */
  early: 0,
  /** The money of this day's sales. */
  revenue: 0,
  /** How many refunds were made on this day, and their sum without those that failed. */
  refunds: 0,
  refunded: 0,
  /** What the disputes cost that were lost on this day. */
  disputed: 0,
  /** Orders whose file was downloaded for the first time. */
  downloads: 0,
}

/** The figures of one day in UTC, which begins at `day`, ms since 1970. */
export type DailyFigures = { day: number } & typeof zeros

/** The day as a number of days since 1970. Both databases drop the remainder of an integer division. */
const dayOf = (column: 'created_at' | 'first_at') => sql<number>`${sql.ref(column)} / ${sql.lit(day)}`

const checkoutsByDay = (database: Kysely<Schema>, mode: PaymentMode, { from, to }: Span) =>
  database
    .selectFrom('orders')
    .select(({ fn }) => [dayOf('created_at').as('day'), fn.countAll<number>().as('checkouts')])
    .where(inMode(mode))
    // The seller granted these without a checkout.
    .where('granted_at', 'is', null)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupBy('day')
    .execute()

async function returnsByDay(database: Kysely<Schema>, mode: PaymentMode, { from, to }: Span) {
  const all = await moneyReturned(database, mode, catalog.currency)
  const returns = all.filter(({ at }) => at >= from && at < to)
  return [...Map.groupBy(returns, ({ at }) => Math.floor(at / day))].map(([day, ofDay]) => {
    const sum = (name: 'refunds' | 'refunded' | 'disputed') =>
      ofDay.reduce((total, one) => total + one[name], 0)
    return { day, refunds: sum('refunds'), refunded: sum('refunded'), disputed: sum('disputed') }
  })
}

/**
 * Counts each order once, on the day of its first download. It reads only the downloads of the period, and leaves out orders
 * with an earlier download.
 */
const downloadsByDay = (database: Kysely<Schema>, mode: PaymentMode, { from, to }: Span) =>
  database
    .selectFrom((query) =>
      query
        .selectFrom('downloads as download')
        .innerJoin('orders', 'orders.id', 'download.order_id')
        .select(({ fn }) => fn.min('download.at').as('first_at'))
        .where('download.kind', '=', 'file')
        .where('download.at', '>=', from)
        .where('download.at', '<', to)
        .where('orders.provider', '=', mode.name)
        .where('orders.livemode', '=', Number(mode.livemode))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('downloads as earlier')
                .select('earlier.id')
                .whereRef('earlier.order_id', '=', 'download.order_id')
                .where('earlier.kind', '=', 'file')
                .where('earlier.at', '<', from),
            ),
          ),
        )
        .groupBy('download.order_id')
        .as('first'),
    )
    .select(({ fn }) => [dayOf('first_at').as('day'), fn.countAll<number>().as('downloads')])
    .groupBy('day')
    .execute()

const viewsByDay = (database: Kysely<Schema>, { from, to }: Span) =>
  database
    .selectFrom('page_views')
    .select(({ fn }) => [
      sql<number>`day / ${sql.lit(day)}`.as('number'),
      fn.sum<number>('views').as('views'),
    ])
    .where('day', '>=', from)
    .where('day', '<', to)
    .groupBy('day')
    .execute()

/**
 * The figures of each day in a period, including days without sales. The database computes the sums, except for the few refunds and
 * disputes, so memory does not grow with the sales.
 * @param mode counts only orders of this provider and mode. Page views belong to no mode
 * @param span whole days in UTC
 */
export async function dailyFigures(
  database: Kysely<Schema>,
  mode: PaymentMode,
  span: Span,
): Promise<DailyFigures[]> {
  const [views, checkouts, sales, returns, downloads] = await Promise.all([
    viewsByDay(database, span),
    checkoutsByDay(database, mode, span),
    salesByDay(database, mode, span, catalog.currency),
    returnsByDay(database, mode, span),
    downloadsByDay(database, mode, span),
  ])
  const days = new Map<number, DailyFigures>()
  for (let at = span.from; at < span.to; at += day) days.set(at / day, { day: at, ...zeros })
  for (const rows of [
    views.map(({ number, ...rest }) => ({ day: number, ...rest })),
    checkouts,
    sales,
    returns,
    downloads,
  ]) {
    for (const { day: number, ...figures } of rows) {
      const figuresOfDay = days.get(Number(number))
      // Postgres gives sums as text.
      const numbers = Object.entries(figures).map(([name, value]) => [name, Number(value)])
      if (figuresOfDay) Object.assign(figuresOfDay, Object.fromEntries(numbers))
    }
  }
  return [...days.values()]
}

/** The day of the first order or page view; null if there is none. */
export async function firstDay(database: Kysely<Schema>, mode: PaymentMode): Promise<number | null> {
  const [order, view] = await Promise.all([
    database
      .selectFrom('orders')
      .select('created_at as at')
      .where(inMode(mode))
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst(),
    database.selectFrom('page_views').select('day as at').orderBy('day').limit(1).executeTakeFirst(),
  ])
  const times = [order, view].flatMap((row) => (row ? [Number(row.at)] : []))
  return times.length > 0 ? Math.floor(Math.min(...times) / day) * day : null
}
