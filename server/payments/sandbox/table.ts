import { type Kysely, type Selectable, sql } from 'kysely'
import { inPages } from '../../database/pages.ts'
import type { SandboxSessionsTable, Schema } from '../../database/schema.ts'
import type { Checkout } from './checkout.ts'
import { eventsOf, type Memory } from './memory.ts'

function fromRow(row: Selectable<SandboxSessionsTable>): Checkout {
  return {
    id: row.id,
    key: row.idempotency_key,
    request: JSON.parse(row.request),
    status: row.status,
    payment: row.payment,
    paymentId: row.payment_id,
    business: row.business === null ? null : JSON.parse(row.business),
    refunds: JSON.parse(row.refunds),
    disputes: JSON.parse(row.disputes),
    fraudWarned: row.fraud_warned === 1,
    pending: JSON.parse(row.pending),
    listedEvents: JSON.parse(row.listed_events),
    version: row.version,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  }
}

/** The columns that an action may change. */
const toRow = (checkout: Checkout) => ({
  status: checkout.status,
  payment: checkout.payment,
  business: checkout.business && JSON.stringify(checkout.business),
  refunds: JSON.stringify(checkout.refunds),
  disputes: JSON.stringify(checkout.disputes),
  fraud_warned: checkout.fraudWarned ? 1 : 0,
  pending: JSON.stringify(checkout.pending),
  listed_events: JSON.stringify(checkout.listedEvents),
  last_listed_at: (checkout.listedEvents.at(-1)?.created ?? 0) * 1000 || null,
})

/** Ids come from the addresses of requests. For some texts (U+0000), Postgres throws instead of finding nothing. */
const isId = (id: string) => /^[\w-]+$/.test(id)

/** The sandbox's memory in the shop's database, with one row for each checkout. */
export function tableMemory(database: Kysely<Schema>): Memory {
  const table = () => database.selectFrom('sandbox_sessions').selectAll()

  async function findBy(column: 'id' | 'payment_id' | 'idempotency_key', value: string) {
    const row = await table().where(column, '=', value).executeTakeFirst()
    return row ? fromRow(row) : null
  }
  const find: Memory['find'] = async (id) => (isId(id) ? findBy('id', id) : null)

  return {
    find,
    findByPayment: async (id) => (isId(id) ? findBy('payment_id', id) : null),
    findByKey: (key) => findBy('idempotency_key', key),

    async insert(checkout) {
      const { numInsertedOrUpdatedRows = 0n } = await database
        .insertInto('sandbox_sessions')
        .values({
          id: checkout.id,
          idempotency_key: checkout.key,
          request: JSON.stringify(checkout.request),
          payment_id: checkout.paymentId,
          ...toRow(checkout),
          version: checkout.version,
          expires_at: checkout.expiresAt,
          created_at: checkout.createdAt,
        })
        .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows > 0n
    },

    async change(id, change) {
      for (;;) {
        const checkout = await find(id)
        if (!checkout) return null
        const next = change(checkout)
        if (!next) return checkout
        const version = checkout.version + 1
        const result = await database
          .updateTable('sandbox_sessions')
          .set({ ...toRow(next), version })
          .where('id', '=', id)
          .where('version', '=', checkout.version)
          .executeTakeFirst()
        if (result.numUpdatedRows > 0n) return { ...next, version }
      }
    },

    async list(since, limit) {
      const rows = await table()
        .where('created_at', '>=', since)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(fromRow)
    },

    async overdue(now) {
      const rows = await database
        .selectFrom('sandbox_sessions')
        .select('id')
        .where('status', '=', sql.lit('open'))
        .where('expires_at', '<=', now)
        .execute()
      return rows.map((row) => row.id)
    },

    async undelivered() {
      const rows = await database
        .selectFrom('sandbox_sessions')
        .select('id')
        .where('pending', '!=', sql.lit('[]'))
        .orderBy('created_at')
        .execute()
      return rows.map((row) => row.id)
    },

    /** It reads page by page, so that buyers do not wait. */
    async listEvents(period) {
      // `last_listed_at` is the time of the latest event of a session. The row also holds the earlier ones.
      let sessions = database.selectFrom('sandbox_sessions').select(['id', 'listed_events', 'last_listed_at'])
      if (period.until !== null) sessions = sessions.where('created_at', '<', period.until)
      const found = []
      for await (const row of inPages(sessions, 'last_listed_at', { from: period.since }))
        found.push({ listedEvents: JSON.parse(row.listed_events) })
      return eventsOf(found, period)
    },
  }
}

/** Deletes a checkout with the personal data in it. */
export async function deleteSandboxSession(database: Kysely<Schema>, idempotencyKey: string): Promise<void> {
  await database.deleteFrom('sandbox_sessions').where('idempotency_key', '=', idempotencyKey).execute()
}

/**
 * Deletes old checkouts with the personal data in them.
 * @param before those that expired before these times, in ms since 1970; `paid`: also if the bank has not answered
 * @param limit of each kind of payment, because other transactions wait meanwhile
 * @returns the number of deleted checkouts
 */
export async function deleteOldSandboxSessions(
  database: Kysely<Schema>,
  before: { unpaid: number; paid: number },
  limit: number,
): Promise<number> {
  let deleted = 0
  const kinds = [
    ['unpaid', before.unpaid],
    ['failed', before.unpaid],
    ['processing', before.paid],
    ['paid', before.paid],
  ] as const
  for (const [payment, expiredBefore] of kinds) {
    // Use two statements: with one, Postgres may read the whole table. Sort as the index does.
    const old = await database
      .selectFrom('sandbox_sessions')
      .select('id')
      .where('payment', '=', payment)
      .where('expires_at', '<', expiredBefore)
      .orderBy('expires_at')
      .limit(limit)
      .execute()
    const ids = old.map(({ id }) => id)
    if (ids.length > 0) await database.deleteFrom('sandbox_sessions').where('id', 'in', ids).execute()
    deleted += ids.length
  }
  return deleted
}
