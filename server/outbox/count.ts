import type { Kysely } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Mails that wait, and those that were given up. */
export interface MailCounts {
  queued: number
  failed: number
}

/** Leaves out mail of a person who was erased: it has nobody to go to, so nobody misses it. */
export async function countMails(database: Kysely<Schema>): Promise<MailCounts> {
  const rows = await database
    .selectFrom('outbox')
    .select(({ fn }) => ['status', fn.countAll().as('count')])
    .where('status', 'in', ['queued', 'failed'])
    .where('recipient', '!=', '')
    .groupBy('status')
    .execute()
  const count = (status: keyof MailCounts) => Number(rows.find((row) => row.status === status)?.count ?? 0)
  return { queued: count('queued'), failed: count('failed') }
}
