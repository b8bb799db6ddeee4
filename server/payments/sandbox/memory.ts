import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Checkout } from './checkout.ts'

/** Where the sandbox keeps its checkouts: the shop's database, or a Map in tests. One write stores an action with its events. */
export interface Memory {
  find(id: string): Promise<Checkout | null>
  findByKey(key: string): Promise<Checkout | null>
  /** @returns false when the key is taken */
  insert(checkout: Checkout): Promise<boolean>
  /**
   * Applies a change to the newest state. It tries again if another change came in between.
   * @param change returns null to leave the checkout as it is
   * @returns the checkout as it is now; null for an unknown id
   */
  change(id: string, change: (checkout: Checkout) => Checkout | null): Promise<Checkout | null>
  /** At most `mostListed` checkouts that were created or had an event since a time, newest first. @param since ms since 1970 */
  list(since: number): Promise<Checkout[]>
  /** Ids of checkouts that have expired, or whose events are due. @param now ms since 1970 */
  due(now: number): Promise<string[]>
}

/** How many checkouts a list looks through. */
const mostListed = 500
/** How many checkouts one run of the delivery looks after. */
const mostDue = 100

/** When the sandbox has to look at a checkout next, in ms since 1970; null: never. */
export function dueAt({ status, events, delivered, retryAt, expiresAt }: Checkout): number | null {
  if (delivered < events.length) return retryAt
  return status === 'open' ? expiresAt : null
}

/** When something last happened to a checkout, in ms since 1970. */
export const updatedAt = ({ events, createdAt }: Checkout): number =>
  Math.max(createdAt, (events.at(-1)?.created ?? 0) * 1000)

const toRow = (checkout: Checkout) => ({
  document: JSON.stringify(checkout),
  due_at: dueAt(checkout),
  updated_at: updatedAt(checkout),
})

const read = (row: { document: string } | undefined): Checkout | null =>
  row ? JSON.parse(row.document) : null

/** Ids come from the addresses of requests. For some texts (U+0000), Postgres throws instead of finding nothing. */
const isId = (id: string) => /^[\w-]+$/.test(id)

/** The sandbox's memory in the shop's database, with one row for each checkout. */
export function tableMemory(database: Kysely<Schema>): Memory {
  const table = () => database.selectFrom('sandbox_sessions').select(['id', 'document'])
  const rowOf = async (id: string) => (isId(id) ? table().where('id', '=', id).executeTakeFirst() : undefined)

  return {
    find: async (id) => read(await rowOf(id)),
    findByKey: async (key) => read(await table().where('idempotency_key', '=', key).executeTakeFirst()),

    async insert(checkout) {
      const { numInsertedOrUpdatedRows = 0n } = await database
        .insertInto('sandbox_sessions')
        .values({ id: checkout.id, idempotency_key: checkout.key, ...toRow(checkout) })
        .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },

    async change(id, change) {
      for (;;) {
        const row = await rowOf(id)
        const checkout = read(row)
        if (!row || !checkout) return null
        const next = change(checkout)
        if (!next) return checkout
        // A change applies only to the document that it was made from.
        const { numUpdatedRows } = await database
          .updateTable('sandbox_sessions')
          .set(toRow(next))
          .where('id', '=', id)
          .where('document', '=', row.document)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) return next
      }
    },

    async list(since) {
      const rows = await table()
        .where('updated_at', '>=', since)
        .orderBy('updated_at', 'desc')
        .limit(mostListed)
        .execute()
      return rows.map(({ document }) => JSON.parse(document))
    },

    async due(now) {
      const rows = await table().where('due_at', '<=', now).orderBy('due_at').limit(mostDue).execute()
      return rows.map(({ id }) => id)
    },
  }
}

/** Deletes a checkout with the personal data in it. */
export async function deleteSandboxSession(database: Kysely<Schema>, idempotencyKey: string): Promise<void> {
  await database.deleteFrom('sandbox_sessions').where('idempotency_key', '=', idempotencyKey).execute()
}

/**
 * Deletes checkouts to which nothing has happened for long, with the personal data in them.
 * @param before ms since 1970
 * @param limit at most so many, because other transactions wait meanwhile
 * @returns the number of deleted checkouts
 */
export async function deleteOldSandboxSessions(
  database: Kysely<Schema>,
  before: number,
  limit: number,
): Promise<number> {
  // Use two statements: with one, Postgres may read the whole table. Sort as the index does.
  const old = await database
    .selectFrom('sandbox_sessions')
    .select('id')
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute()
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) await database.deleteFrom('sandbox_sessions').where('id', 'in', ids).execute()
  return ids.length
}
