import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { inPages } from '../../database/pages.ts'
import type { Schema } from '../../database/schema.ts'
import { ProviderError } from '../provider.ts'
import { fromRow, type SandboxEvent, type SandboxSession, toRow } from './session.ts'

/** 192 bits. Whoever knows the address of a checkout may act on it, so it must be impossible to guess. */
const randomPart = () => randomBytes(24).toString('base64url')

/**
 * The sandbox's memory, with one row for each checkout. One statement writes the changes of an action and the events that
 * report them, so a killed server loses neither.
 */
export function sandboxStore(database: Kysely<Schema>) {
  const table = () => database.selectFrom('sandbox_sessions').selectAll()

  async function find(id: string): Promise<SandboxSession | null> {
    // The id comes from the address of a request. For some texts (U+0000), Postgres throws instead of finding nothing.
    if (!/^[\w-]+$/.test(id)) return null
    const row = await table().where('id', '=', id).executeTakeFirst()
    return row ? fromRow(row) : null
  }

  async function findByPayment(paymentId: string): Promise<SandboxSession | null> {
    const row = await table().where('payment_id', '=', paymentId).executeTakeFirst()
    return row ? fromRow(row) : null
  }

  /**
   * The session of an idempotency key; null if there is none.
   * @throws ProviderError when the key belongs to another request
   */
  async function findByKey(key: string, request: string): Promise<SandboxSession | null> {
    const row = await table().where('idempotency_key', '=', key).executeTakeFirst()
    if (!row) return null
    if (row.request === request) return fromRow(row)
    throw new ProviderError('This idempotency key was used with another request.', { definite: true })
  }

  /**
   * Creates a session, or finds the one that the key has. Null if that one was deleted at the same moment.
   * @param now ms since 1970
   * @throws ProviderError when the key belongs to another request
   */
  async function create(
    key: string,
    request: string,
    expiresAt: number,
    now: number,
  ): Promise<SandboxSession | null> {
    const row = await database
      .insertInto('sandbox_sessions')
      .values({
        id: `cs_sandbox_${randomPart()}`,
        idempotency_key: key,
        request,
        status: 'open',
        payment: 'unpaid',
        payment_id: `pi_sandbox_${randomPart()}`,
        refunds: '[]',
        dispute: null,
        fraud_warned: 0,
        pending: '[]',
        version: 1,
        expires_at: expiresAt,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
      .returningAll()
      .executeTakeFirst()
    return row ? fromRow(row) : findByKey(key, request)
  }

  /**
   * Applies a change to the newest state of a session. It tries again if another change came in between.
   * @param change returns null to leave the session as it is
   * @returns the session as it is now; null for an unknown id
   */
  async function change(
    id: string,
    change: (session: SandboxSession) => SandboxSession | null,
  ): Promise<{ session: SandboxSession } | null> {
    for (;;) {
      const session = await find(id)
      if (!session) return null
      const next = change(session)
      if (!next) return { session }
      const version = session.version + 1
      const result = await database
        .updateTable('sandbox_sessions')
        .set({ ...toRow(next), version })
        .where('id', '=', id)
        .where('version', '=', session.version)
        .executeTakeFirst()
      if (result.numUpdatedRows > 0n) return { session: { ...next, version } }
    }
  }

  /** Ids of open sessions that have expired. */
  async function overdue(now: number): Promise<string[]> {
    const rows = await database
      .selectFrom('sandbox_sessions')
      .select('id')
      .where('status', '=', sql.lit('open'))
      .where('expires_at', '<=', now)
      .execute()
    return rows.map((row) => row.id)
  }

  /** Ids of sessions with events that the webhook has not accepted. */
  async function undelivered(): Promise<string[]> {
    const rows = await database
      .selectFrom('sandbox_sessions')
      .select('id')
      .where('pending', '!=', sql.lit('[]'))
      .orderBy('created_at')
      .execute()
    return rows.map((row) => row.id)
  }

  /**
   * Events that were created at or after `since` and before `until`, newest first. It reads page by page, so that buyers do
   * not wait.
   * @param since ms since 1970
   * @param until ms since 1970; null: all later ones
   */
  async function listEvents(since: number, until: number | null): Promise<SandboxEvent[]> {
    // `last_listed_at` is the time of the latest event of a session. The row also holds the earlier ones.
    let sessions = database
      .selectFrom('sandbox_sessions')
      .select(['id', 'listed_events', 'last_listed_at'])
      .where('last_listed_at', '>=', since)
    if (until !== null) sessions = sessions.where('created_at', '<', until)
    const events: SandboxEvent[] = []
    for await (const row of inPages(sessions, 'last_listed_at'))
      for (const event of JSON.parse(row.listed_events) as SandboxEvent[]) {
        const at = event.created * 1000
        if (at >= since && (until === null || at < until)) events.push(event)
      }
    return events.sort((a, b) => b.created - a.created)
  }

  const check = () => database.selectFrom('sandbox_sessions').select('id').limit(1).execute()

  return { find, findByPayment, findByKey, create, change, overdue, undelivered, listEvents, check }
}

export type SandboxStore = ReturnType<typeof sandboxStore>

/** Deletes a checkout with the personal data in it. */
export async function deleteSandboxSession(database: Kysely<Schema>, idempotencyKey: string): Promise<void> {
  await database.deleteFrom('sandbox_sessions').where('idempotency_key', '=', idempotencyKey).execute()
}
