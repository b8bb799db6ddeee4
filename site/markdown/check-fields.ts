import type { z } from 'astro/zod'

/** Formats a value as an author would write it. */
const quoted = (value: unknown) => JSON.stringify(value) ?? String(value)

/** True if one letter differs or is missing, or the letters have another order: `titel` is like `title`. */
function isLike(one: string, other: string): boolean {
  if (one.toLowerCase() === other.toLowerCase()) return true
  const sorted = (text: string) => [...text.toLowerCase()].sort().join('')
  if (sorted(one) === sorted(other)) return true
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at]?.toLowerCase() === long[at]?.toLowerCase()) at++
  const rest = short.slice(at + (short.length === long.length ? 1 : 0))
  return long.slice(at + 1).toLowerCase() === rest.toLowerCase()
}

function unknownField(name: string, known: string[]): string {
  const similar = known.find((field) => isLike(name, field))
  const remedy = similar ? `Did you mean ${similar}?` : `Remove it. The fields are: ${known.join(', ')}.`
  return `There is no field ${name}. ${remedy}`
}

function wrongValue(name: string, value: unknown, expected: string): string {
  const remedy =
    typeof value === 'object'
      ? `Write one text: ${name}: "..."`
      : `Put it in quotes: ${name}: "${String(value)}"`
  if (expected === 'string') return `${name} is ${quoted(value)}, which is not a text. ${remedy}`
  return `${name} is ${quoted(value)}. It can be true or false.`
}

/**
 * Validates a text's fields against the schema of its collection.
 * @throws with a sentence and a remedy for each field that is wrong
 */
export function checkFields<Schema extends z.ZodObject>(
  schema: Schema,
  fields: Record<string, unknown>,
): z.infer<Schema> {
  const result = schema.safeParse(fields)
  if (result.success) return result.data
  const sentences = result.error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((name) => unknownField(name, Object.keys(schema.shape)))
    const name = String(issue.path[0])
    return issue.code === 'invalid_type' ? wrongValue(name, fields[name], issue.expected) : issue.message
  })
  throw new Error(sentences.join('\n'))
}
