const units = ['KB', 'MB', 'GB'] as const

/**
 * Replaces the narrow no-break spaces that ICU puts between digits in some languages, and in some releases before AM and PM.
 * Some mail programs have no glyph for them.
 */
const plainSpaces = (text: string) => text.replaceAll('\u202f', ' ')

const exactBytes = (bytes: number, language: string) =>
  plainSpaces(bytes.toLocaleString(language, { style: 'unit', unit: 'byte', unitDisplay: 'long' }))

/**
 * Formats a size for people: rounded, with the exact bytes that a file manager shows: `1.4 MB (1,400,000 bytes)`.
 * @param language a BCP 47 tag
 */
export function formatBytes(bytes: number, language: string): string {
  const exact = exactBytes(bytes, language)
  return bytes < 1000 ? exact : `${formatSize(bytes, language)} (${exact})`
}

/** Formats a size, rounded: `1.4 MB`. @param language a BCP 47 tag */
export function formatSize(bytes: number, language: string): string {
  if (bytes < 1000) return exactBytes(bytes, language)
  let size = bytes / 1000
  let unit = 0
  while (size >= 999.95 && unit < units.length - 1) {
    size /= 1000
    unit++
  }
  const rounded = size.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return `${rounded} ${units[unit]}`
}

/**
 * Formats a day for mail: `December 20, 2026`, in UTC.
 * @param ms since 1970
 * @param language a BCP 47 tag
 */
export const formatDate = (ms: number, language: string): string =>
  plainSpaces(new Date(ms).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' }))

/**
 * Formats a time for mail and pages, which do not know the reader's time zone: `November 20, 2026 at 10:15 AM UTC`.
 * @param ms since 1970
 * @param language a BCP 47 tag
 */
export function formatMoment(ms: number, language: string): string {
  const text = new Date(ms).toLocaleString(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${plainSpaces(text)} UTC`
}
