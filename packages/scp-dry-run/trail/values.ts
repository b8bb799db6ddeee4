// Reads values of events, whose shapes differ between services.

export type Fields = Readonly<Record<string, unknown>>

export const fields = (value: unknown): Fields =>
  value !== null && typeof value === 'object' ? (value as Fields) : {}

/** A text that is not empty. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** A text, number or truth as a text. A list of one is a value, as CloudTrail writes headers of S3. */
export const scalar = (value: unknown): string | undefined => {
  if (Array.isArray(value)) return value.length === 1 ? scalar(value[0]) : undefined
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : text(value)
}

/** Parameters are not deeper. */
const mostLevels = 8

/** Calls back for each text in a value, with the name of its nearest field. */
export function eachText(
  value: unknown,
  found: (text: string, field: string) => void,
  field = '',
  level = 0,
): void {
  if (typeof value === 'string') found(value, field)
  else if (Array.isArray(value)) for (const item of value) eachText(item, found, field, level + 1)
  else if (value !== null && typeof value === 'object' && level < mostLevels)
    for (const [name, inner] of Object.entries(value)) eachText(inner, found, name, level + 1)
}

/** The values at a path such as `instancesSet.items.instanceId`. Lists are walked through. */
export function valuesAt(value: unknown, path: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path))
  if (path === '') return value === undefined || value === null ? [] : [value]
  const [name = '', ...rest] = path.split('.')
  return valuesAt(fields(value)[name], rest.join('.'))
}
