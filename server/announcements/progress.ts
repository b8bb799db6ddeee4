import { createHash } from 'node:crypto'
import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { inMode } from '../payments/payment-mode.ts'

type AnnounceDependencies = Pick<Dependencies, 'database' | 'payments'>

/** The id of an announcement. It comes from the title alone, so the seller can correct the text while it is being sent. */
export const announcementId = (title: string): string =>
  createHash('sha256').update(title).digest('hex').slice(0, 16)

/** The dedupe key of the announcement to one order. */
export const keyOf = (announcement: string, orderId: string) => `announcement:${announcement}:${orderId}`

/** A `where` condition for orders of the current provider and mode that pass `mayDownload`. Keep the two the same. */
export const hasOpenDownload =
  ({ payments }: AnnounceDependencies) =>
  (order: ExpressionBuilder<Schema, 'orders'>) =>
    order.and([
      inMode(payments)(order),
      order('revoked_at', 'is', null),
      order('erased_at', 'is', null),
      order.or([
        order('status', '=', 'paid'),
        order.and([
          order('status', '=', 'disputed'),
          order.or([order('dispute', '!=', 'lost'), order('restored_at', 'is not', null)]),
        ]),
      ]),
    ])

/** A `where` condition for orders of people who have unsubscribed with one of their orders. */
export const isUnsubscribed = ({ exists, selectFrom }: ExpressionBuilder<Schema, 'orders'>) =>
  exists(
    selectFrom('orders as own')
      .select('own.id')
      .whereRef('own.contact_key', '=', 'orders.contact_key')
      .where('own.unsubscribed_at', 'is not', null),
  )

/** Counts the people who may download: those who get announcements, and those who have unsubscribed. */
export async function countBuyers(
  deps: AnnounceDependencies,
): Promise<{ buyers: number; unsubscribed: number }> {
  const people = deps.database
    .selectFrom('orders')
    .select(({ fn }) => fn.count<number>('contact_key').distinct().as('count'))
    .where(hasOpenDownload(deps))
  const all = await people.executeTakeFirstOrThrow()
  const unsubscribed = await people.where(isUnsubscribed).executeTakeFirstOrThrow()
  return {
    buyers: Number(all.count) - Number(unsubscribed.count),
    unsubscribed: Number(unsubscribed.count),
  }
}

/** The mails of an announcement, counted by status. `failed` includes obsolete mails. */
export interface Progress {
  queued: number
  sent: number
  failed: number
}

export async function announcementProgress(database: Kysely<Schema>, id: string): Promise<Progress> {
  const mails = await database
    .selectFrom('outbox')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    // Keep this a constant: SQLite uses the partial index only for an equal condition.
    .where(sql<SqlBool>`kind = 'announcement'`)
    .where('dedupe_key', 'like', keyOf(id, '%'))
    .groupBy('status')
    .execute()
  const countOf = (status: string) => Number(mails.find((row) => row.status === status)?.count ?? 0)
  return { queued: countOf('queued'), sent: countOf('sent'), failed: countOf('failed') + countOf('obsolete') }
}
