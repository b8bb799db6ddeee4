import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Mail, Schema } from '../database/schema.ts'
import { claimMs, clockTolerance, maxAttempts, pauseAfter } from './backoff.ts'

type OutboxExpression = ExpressionBuilder<Schema, 'outbox'>

/** The pause before the next try of a row, in ms: `pauseAfter` in SQL, 0 before the first try. */
const pauseOfRow = sql<number>`case attempts ${sql.join(
  Array.from({ length: maxAttempts - 1 }, (_, index) => index + 1).map(
    (attempts) => sql`when ${sql.lit(attempts)} then ${sql.lit(pauseAfter(attempts))}`,
  ),
  sql` `,
)} else 0 end`

/**
 * Mail whose next try has come. A try that is further away than its whole pause was planned before the clock was set
 * back: it is due now. Without this rule the mail would wait until the clock is where it was.
 */
const isDue = (now: number) => (mail: OutboxExpression) =>
  mail.or([mail('next_attempt_at', '<=', now), mail(sql<number>`next_attempt_at - ${pauseOfRow}`, '>', now)])

/** Mail that no live worker holds. */
const isFree = (now: number) => (mail: OutboxExpression) =>
  mail.or([
    mail('claimed_until', 'is', null),
    mail('claimed_until', '<=', now),
    mail('claimed_until', '>', now + claimMs + clockTolerance),
  ])

/** Ids of mails that are due and held by nobody, oldest first. */
export async function dueMails(database: Kysely<Schema>, now: number, limit: number): Promise<string[]> {
  const rows = await database
    .selectFrom('outbox')
    .select('id')
    .where('status', '=', 'queued')
    .where(isDue(now))
    .where(isFree(now))
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Takes one mail, or nothing when another worker was quicker: one conditional update, which both databases
 * carry out for one of two simultaneous callers only. It is no try yet: a shop that is killed over and over must
 * not use up the tries of the mail that it happened to hold.
 */
export async function claimMail(
  database: Kysely<Schema>,
  id: string,
  workerId: string,
  now: number,
): Promise<Mail | undefined> {
  return database
    .updateTable('outbox')
    .set({ claimed_by: workerId, claimed_until: now + claimMs })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where(isDue(now))
    .where(isFree(now))
    .returningAll()
    .executeTakeFirst()
}

/**
 * Extends the claim while the mail is being sent. A claim that no longer stands stays as it is.
 * @param now ms since 1970
 */
export async function renewClaim(
  database: Kysely<Schema>,
  mail: Pick<Mail, 'id' | 'claimed_by'>,
  now: number,
): Promise<void> {
  await database
    .updateTable('outbox')
    .set({ claimed_until: now + claimMs })
    .where('id', '=', mail.id)
    .where('claimed_by', '=', mail.claimed_by)
    .execute()
}

/**
 * Gives a claimed mail back with what became of it. One statement, no transaction: a mark that waits for the
 * shop's turn could be lost, and with it comes a second mail. What the seller has sent again meanwhile (`sendAgain`)
 * stays so: a failure then counts for nothing, and what went to another address than it has now has not been sent.
 * @returns whether the claim still stood, and the mail was what it had been
 */
export async function releaseMail(
  database: Kysely<Schema>,
  mail: Mail,
  outcome: Pick<Mail, 'status' | 'attempts' | 'last_error'> &
    Partial<Pick<Mail, 'next_attempt_at' | 'sent_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('outbox')
    .set({ ...outcome, claimed_by: null, claimed_until: null })
    .where('id', '=', mail.id)
    .where('status', '=', 'queued')
    .where('claimed_by', '=', mail.claimed_by)
    .where('recipient', '=', mail.recipient)
    .$if(outcome.status !== 'sent', (update) => update.where('attempts', '=', mail.attempts))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return true
  await database
    .updateTable('outbox')
    .set({ claimed_by: null, claimed_until: null })
    .where('id', '=', mail.id)
    .where('claimed_by', '=', mail.claimed_by)
    .execute()
  return false
}
