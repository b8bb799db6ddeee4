const day = 86_400_000

/** The periods of the figures. All days are in UTC. */
export type Step = 'day' | 'week' | 'month'

/** The time at which a day such as `2025-01-31` begins, in ms since 1970; null if there is no such day. */
export function parseDay(text: string): number | null {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // Date.parse reads the 31st of a short month as the first of the next one.
  return Number.isNaN(at) || dayName(at) !== text ? null : at
}

/** `2025-01-31`. @param at ms since 1970 */
export const dayName = (at: number): string => new Date(at).toISOString().slice(0, 10)

/**
 * The beginning of the day, of the ISO week (from Monday) or of the month of a time.
 * @param at ms since 1970
 */
export function startOf(step: Step, at: number): number {
  const date = new Date(at)
  if (step === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  const weekday = (date.getUTCDay() + 6) % 7
  return Math.floor(at / day) * day - (step === 'week' ? weekday * day : 0)
}

/**
 * The name of a period: the day, the Monday of the week, or the month, such as `2025-01`.
 * @param start as `startOf` returns it
 */
export const periodName = (step: Step, start: number): string =>
  step === 'month' ? dayName(start).slice(0, 7) : dayName(start)

/** The beginning of the period that is `count` periods before the one of a time. */
export function stepsBefore(step: Step, at: number, count: number): number {
  if (step !== 'month') return startOf(step, at) - count * (step === 'week' ? 7 : 1) * day
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count, 1)
}
