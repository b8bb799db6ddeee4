import type { Kysely, Transaction } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { queueMail } from '../outbox/queue.ts'
import { hasOpenDownload, isUnsubscribed, keyOf } from './progress.ts'

type AnnounceDependencies = Pick<Dependencies, 'config' | 'database' | 'now' | 'payments'>

/** The most orders that one transaction reads. */
const pageSize = 100

/**
 * Stores the text of an announcement. It replaces an older text with the same title.
 * @param notes Markdown that `parseNotes` accepts
 */
export async function storeAnnouncement(
  database: Kysely<Schema>,
  row: { id: string; notes: string; now: number },
): Promise<void> {
  const { id, notes, now } = row
  await database
    .insertInto('announcements')
    .values({ id, notes, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ notes }))
    .execute()
}

/** The last order that a run has looked at; null at the beginning and at the end. */
export type Position = Pick<Order, 'created_at' | 'id'> | null

/**
 * Queues the announcement for the next buyers who do not have it yet, at most `most` of them, in one transaction. Each mail
 * has its own key, so a run that was killed can start again from the beginning.
 * @returns how many were queued, and the position to continue from; `null` at the end
 */
export function announceToNext(
  deps: AnnounceDependencies,
  id: string,
  after: Position,
  most: number,
): Promise<{ queued: number; position: Position }> {
  return transaction(deps.database, async (trx) => {
    let orders = trx
      .selectFrom('orders')
      .selectAll()
      .where(hasOpenDownload(deps))
      .where((order) => order.not(isUnsubscribed(order)))
    if (after) {
      orders = orders.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '>', tuple(after.created_at, after.id)),
      )
    }
    const page = await orders.orderBy('created_at').orderBy('id').limit(pageSize).execute()
    let queued = 0
    let position: Position = null
    for (const order of page) {
      if (queued === most) return { queued, position }
      position = { created_at: order.created_at, id: order.id }
      if (await alreadyHas(trx, id, order)) continue
      await queueMail(
        trx,
        {
          kind: 'announcement',
          orderId: order.id,
          recipient: order.email,
          dedupeKey: keyOf(id, order.id),
          details: { announcement: id },
        },
        { now: deps.now(), mailFrom: deps.config.mailFrom },
      )
      queued++
    }
    return { queued, position: page.length < pageSize ? null : position }
  })
}

/** Whether a person already has this announcement, for this order or for another one. */
async function alreadyHas(trx: Transaction<Schema>, id: string, { contact_key }: Order): Promise<boolean> {
  const orders = await trx.selectFrom('orders').select('id').where('contact_key', '=', contact_key).execute()
  const keys = orders.map((order) => keyOf(id, order.id))
  const mail = trx.selectFrom('outbox').select('id').where('dedupe_key', 'in', keys).limit(1)
  return (await mail.executeTakeFirst()) !== undefined
}

/** Sends the seller the mail that buyers would get. Each preview is a new mail. */
export async function queuePreview(deps: AnnounceDependencies, id: string, recipient: string): Promise<void> {
  await transaction(deps.database, (trx) =>
    queueMail(
      trx,
      {
        kind: 'announcement-preview',
        orderId: null,
        recipient,
        dedupeKey: `announcement-preview:${id}:${crypto.randomUUID()}`,
        details: { announcement: id },
      },
      { now: deps.now(), mailFrom: deps.config.mailFrom },
    ),
  )
}
