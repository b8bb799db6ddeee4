import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Mail, Schema } from '../database/schema.ts'

const minute = 60_000

/**
 * How long a claim lasts, in ms. It is longer than the 40 s in which an SMTP delivery ends (mail/smtp-mailer.ts), so nobody renews
 * it. After a crash, the mail is free again within this time.
 */
export const claimMs = 60_000

/** The most attempts for one mail. With the pauses below, the last one is almost three days after the first. */
const maxAttempts = 20

/**
 * The pause before the next attempt: a minute, doubling up to six hours. After a few attempts it is longer than greylisting
 * requires. The attempts end before the four to five days of RFC 5321 §4.5.4.1, because a buyer does not wait that long for a
 * receipt without writing to the seller.
 * @param attempts made so far, at least 1
 * @returns ms; null: give up
 */
export function pauseAfter(attempts: number): number | null {
  if (attempts >= maxAttempts) return null
  return Math.min(minute * 2 ** (attempts - 1), 6 * 60 * minute)
}

/** A `where` condition for queued mail that is due, and that no worker has claimed. */
const isFree = (now: number) => (mail: ExpressionBuilder<Schema, 'outbox'>) =>
  mail.and([
    mail('status', '=', 'queued'),
    mail('next_attempt_at', '<=', now),
    mail.or([mail('claimed_until', 'is', null), mail('claimed_until', '<=', now)]),
  ])

/**
 * Claims the mail that has been due for the longest time, or nothing if none is due. On both databases, the conditional update
 * succeeds for only one of two simultaneous callers. A claim does not count as an attempt, because a shop that crashes again and again
 * must not use up the attempts of its mails.
 */
export async function claimMail(
  database: Kysely<Schema>,
  workerId: string,
  now: number,
): Promise<Mail | undefined> {
  for (;;) {
    const oldest = await database
      .selectFrom('outbox')
      .select('id')
      .where(isFree(now))
      .orderBy('next_attempt_at')
      .limit(1)
      .executeTakeFirst()
    if (!oldest) return undefined
    const mail = await database
      .updateTable('outbox')
      .set({ claimed_by: workerId, claimed_until: now + claimMs })
      .where('id', '=', oldest.id)
      .where(isFree(now))
      .returningAll()
      .executeTakeFirst()
    // Another worker was faster. It has this mail, so the next one is another mail.
    if (mail) return mail
  }
}

/**
 * Releases a claimed mail and stores its outcome. For a mail that was sent, call it without a transaction: an outcome that waits
 * for a lock could be lost in a crash, and the mail would be sent twice. If the seller has queued the mail again meanwhile
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
