// Checks the names in a policy. A name with a typo has no effect, and AWS does not always refuse it.
import { iamPrefixes } from './iam-prefixes.ts'
import { nearest } from './nearest.ts'
import type { Report } from './problems.ts'
import { type Cursor, itemsOf, partsOf, type Source } from './source.ts'

export type Known = { isKnown: true } | { isKnown: false; nearest: string | null }

/** The names that AWS has: `scp-dry-run/names`. It is large, so a page may do without it. */
export interface KnownNames {
  /** @param pattern of an action, which may have wildcards */
  action(pattern: string): Known
  /** @param key of a condition */
  key(key: string): Known
}

const hint = ({ nearest }: { nearest: string | null }) => (nearest ? ` Is it ${nearest}?` : '')

function checkAction(pattern: string, names: KnownNames | undefined): string | null {
  const [service = '', name] = pattern.split(':')
  if (name === undefined || /[*?]/.test(service)) return null
  if (!iamPrefixes.has(service.toLowerCase()))
    return `AWS has no service ${service}.${hint({ nearest: nearest(service, iamPrefixes) })}`
  const known = names?.action(pattern)
  return known && !known.isKnown ? `AWS has no action ${pattern}.${hint(known)}` : null
}

/** Warns about the names in one statement. */
export function checkNames(statement: Cursor, source: Source, report: Report, names?: KnownNames): void {
  for (const element of ['Action', 'NotAction']) {
    const cursor = source.child(statement, element)
    for (const item of cursor.value === undefined ? [] : itemsOf(cursor, source)) {
      const warning = typeof item.value === 'string' ? checkAction(item.value, names) : null
      if (warning) report(item.at.value, 'warning', item.field, warning)
    }
  }
  if (!names) return
  for (const [, tests] of partsOf(source.child(statement, 'Condition'), source) ?? [])
    for (const [key, values] of partsOf(tests, source) ?? []) {
      const known = names.key(key)
      if (!known.isKnown)
        report(
          values.at.name,
          'warning',
          values.field,
          `No service has the condition key ${key}.${hint(known)}`,
        )
    }
}
