// Checks the names in a policy. A name with a typo has no effect, and AWS does not always refuse it.

import { nearest } from '../policy/nearest.ts'
import type { Report } from '../policy/problems.ts'
import { type Cursor, itemsOf, partsOf, type Source } from '../policy/source.ts'
import { servicePrefixes } from './reference.ts'

/** The names that AWS has: `scp-dry-run/names`. It is large, so a page may do without it. */
export interface KnownNames {
  /** @param pattern of an action, which may have wildcards */
  hasAction(pattern: string): boolean
  hasKey(key: string): boolean
  /** @returns the action or the key that differs least, or null if all are very different */
  nearestAction(pattern: string): string | null
  nearestKey(key: string): string | null
}

const hint = (near: string | null) => (near ? ` Is it ${near}?` : '')

/** @returns what is wrong with the name of an action, or null */
function checkAction(pattern: string, names: KnownNames | undefined): (() => string) | null {
  const [service = '', name] = pattern.split(':')
  if (name === undefined || /[*?]/.test(service)) return null
  if (!servicePrefixes.has(service.toLowerCase()))
    return () => `AWS has no service ${service}.${hint(nearest(service, servicePrefixes))}`
  if (!names || names.hasAction(pattern)) return null
  return () => `AWS has no action ${pattern}.${hint(names.nearestAction(pattern))}`
}

/** What templates leave in a text that nobody filled in. A variable of AWS has a colon in its key. */
const placeholder = /\$\{(?![*?$]\})[^{}:,]*\}|\[[A-Z][A-Z_]{2,}\]|<[a-zA-Z][\w -]*>/

function checkPlaceholders(cursor: Cursor, source: Source, report: Report): void {
  if (typeof cursor.value === 'string') {
    const [found] = placeholder.exec(cursor.value) ?? []
    if (found)
      report(
        cursor.at.value,
        'warning',
        cursor.field,
        `${found} looks like a placeholder that was not filled in.`,
      )
    return
  }
  if (Array.isArray(cursor.value))
    for (const item of itemsOf(cursor, source)) checkPlaceholders(item, source, report)
  else for (const [, part] of partsOf(cursor, source) ?? []) checkPlaceholders(part, source, report)
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
  for (const element of ['Resource', 'NotResource', 'Condition']) {
    const cursor = source.child(statement, element)
    if (cursor.value !== undefined) checkPlaceholders(cursor, source, report)
  }
  if (!names) return
  for (const [, tests] of partsOf(source.child(statement, 'Condition'), source) ?? [])
    for (const [key, values] of partsOf(tests, source) ?? []) {
      if (names.hasKey(key)) continue
      const message = () => `No service has the condition key ${key}.${hint(names.nearestKey(key))}`
      report(values.at.name, 'warning', values.field, message)
    }
}
