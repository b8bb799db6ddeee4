const minute = 60_000

/** Ms that a worker may hold a mail. Far longer than any send can take, since a lapsed claim may be sent twice. */
export const claimMs = 5 * minute

/** Tries of one mail. With the pauses below the last one is almost three days after the first. */
export const maxAttempts = 20

/**
 * The pause before the next try: a minute, doubling up to six hours. Longer than greylisting asks for after
 * a few, and short of the four to five days of RFC 5321 §4.5.4.1: a buyer who waits three days has written to us.
 * @param attempts tries so far, at least 1
 * @returns ms; null: give up
 */
export function pauseAfter(attempts: number): number | null {
  if (attempts >= maxAttempts) return null
  return Math.min(minute * 2 ** (attempts - 1), 6 * 60 * minute)
}
