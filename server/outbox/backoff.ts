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
