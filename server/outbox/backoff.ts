const minute = 60_000

/**
 * How long a claim lasts, in ms. A worker renews it every `renewMs` while it sends. After a crash, the mail is free again
 * within this time.
 */
export const claimMs = 10_000
export const renewMs = 2500

/**
 * A claim that ends later than `claimMs` plus this was made before the clock was set back, and is ignored. In ms.
 * It is larger than zero because the clocks of two machines differ: a live claim of the other one must stand.
 */
export const clockTolerance = 60_000

/** Attempts for one mail. With the pauses below, the last one is almost three days after the first. */
export const maxAttempts = 20

/**
 * The pause before the next attempt: a minute, doubling up to six hours. After a few attempts it is longer than greylisting
 * asks for. The attempts end before the four to five days of RFC 5321 §4.5.4.1, because a buyer who has waited three days
 * has written to us.
 * @param attempts made so far, at least 1
 * @returns ms; null: give up
 */
export function pauseAfter(attempts: number): number | null {
  if (attempts >= maxAttempts) return null
  return Math.min(minute * 2 ** (attempts - 1), 6 * 60 * minute)
}
