import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Mail, Schema } from '../database/schema.ts'
import { claimMs, clockTolerance, maxAttempts, pauseAfter } from './backoff.ts'

type OutboxExpression = ExpressionBuilder<Schema, 'outbox'>

/** The pause before a row's next attempt, in ms: `pauseAfter` in SQL. 0 before the first attempt. */
const pauseOfRow = sql<number>`case attempts ${sql.join(
  Array.from({ length: maxAttempts - 1 }, (_, index) => index + 1).map(
    (attempts) => sql`when ${sql.lit(attempts)} then ${sql.lit(pauseAfter(attempts))}`,
  ),
  sql` `,
)} else 0 end`

/**
 * A `where` condition for mail whose next attempt is due. If the attempt is further away than its whole pause, it was planned
 * before the clock was set back, and it is due now. Otherwise, the mail would wait until the clock reaches the old time again.
 * `not_before` is a time on the calendar, so it counts even then.
 */
const isDue = (now: number) => (mail: OutboxExpression) =>
  mail.and([
    mail.or([mail('not_before', 'is', null), mail('not_before', '<=', now)]),
    mail.or([
      mail('next_attempt_at', '<=', now),
      mail(sql<number>`next_attempt_at - ${pauseOfRow}`, '>', now),
    ]),
  ])

/** A `where` condition for mail without a valid claim. */
const isFree = (now: number) => (mail: OutboxExpression) =>
  mail.or([
    mail('claimed_until', 'is', null),
    mail('claimed_until', '<=', now),
    mail('claimed_until', '>', now + claimMs + clockTolerance),
  ])

/** Ids of mails that are due and not claimed, oldest first. */
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
 * Claims one mail, or nothing if another worker was faster. On both databases, this conditional update succeeds for only one of
 * two simultaneous callers. A claim does not count as an attempt, because a shop that crashes again and again must not use up
 * the attempts of its mails.
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
 * Extends the claim while the mail is being sent. Does nothing if another worker has claimed the mail.
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
 * Releases a claimed mail and stores its outcome. It is one statement without a transaction, because an outcome that waits for
 * a lock could be lost in a crash, and the mail would be sent twice. If the seller has queued the mail again meanwhile
 * (`sendAgain`), it stays queued: a failure is ignored, and a mail to an old address does not count as sent.
 * @returns true if the claim was still valid and the mail had not changed
 */
export async function releaseMail(
  database: Kysely<Schema>,
  mail: Mail,
  outcome: Pick<Mail, 'status' | 'attempts' | 'last_error'> &
    Partial<Pick<Mail, 'next_attempt_at' | 'sent_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('outbox')
    // That it is late may have been reported. That it failed is news.
    .set({ ...outcome, ...(outcome.status === 'failed' && { reported_at: null }) })
    .set({ claimed_by: null, claimed_until: null })
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
