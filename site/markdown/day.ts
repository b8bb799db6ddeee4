import { site } from '#content/site.ts'

/** Parses a calendar day `YYYY-MM-DD`. @returns its start in UTC, or undefined if the text is not such a day */
export function parseDay(text: string): Date | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  // An engine may roll 30 February over into March instead of refusing it.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? date : undefined
}

/**
 * Formats a post's date, such as `Jan 5, 2025` or `January 5, 2025` in English. The result is the same in every time zone, and
 * empty if the text is not a date.
 * @param language a BCP 47 tag
 */
export function formatDay(text: string, month: 'short' | 'long', language = site.language): string {
  return (
    parseDay(text)?.toLocaleDateString(language, {
      month,
      day: 'numeric',
      year: 'numeric',
      timeZone: 'UTC',
    }) ?? ''
  )
}
