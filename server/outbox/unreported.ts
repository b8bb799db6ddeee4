import { type Kysely, sql } from 'kysely'
import type { Mail, Schema } from '../database/schema.ts'
import { lateMails } from './late-mails.ts'

/** The most mails that one notice is about. */
const mostReported = 500

/** Failed mails that no notice has reported, oldest first. Mail of an erased person has no recipient and is left out. */
const failed = (database: Kysely<Schema>): Promise<Mail[]> =>
  database
    .selectFrom('outbox')
    .selectAll()
    // Keep the constants the same as in the partial index `outbox_unreported`.
    .where('status', '=', sql.lit('failed'))
    .where('reported_at', 'is', null)
    .where('recipient', '!=', sql.lit(''))
    .orderBy('created_at')
    .limit(mostReported)
    .execute()

/** Late mails that no notice has reported, oldest first. */
const late = (database: Kysely<Schema>, now: number): Promise<Mail[]> =>
  lateMails(database, now).where('reported_at', 'is', null).limit(mostReported).execute()

/** The mails that each kind of notice is about. */
export const unreported = { 'failure-notice': failed, 'delay-notice': late }

export type TroubleKind = keyof typeof unreported

/** Marks mails as reported, in the transaction that queues the notice. */
export async function markReported(database: Kysely<Schema>, mails: Mail[], now: number): Promise<void> {
  const ids = mails.map(({ id }) => id)
  await database.updateTable('outbox').set({ reported_at: now }).where('id', 'in', ids).execute()
}

/** The newest notice of a kind. */
export const newestNotice = (
  database: Kysely<Schema>,
  kind: TroubleKind,
): Promise<Pick<Mail, 'status' | 'created_at'> | undefined> =>
  database
    .selectFrom('outbox')
    .select(['status', 'created_at'])
    // A constant, as in the partial index `outbox_notices`.
    .where('kind', '=', sql.lit(kind))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
