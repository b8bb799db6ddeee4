// Policies that are texts inside of other texts, as in answers of AWS and in plans.
import { readJson } from './json.ts'
import type { PolicyType } from './policy.ts'
import { Problems, type Report } from './problems.ts'
import { type Cursor, type Source, sourceOf } from './source.ts'

/** A document that is not compiled yet. */
export interface Found {
  name: string
  type: PolicyType
  root: Cursor
  source: Source
  /** The text of the document, if it is one by itself. Null: it is a part of another one. */
  text: string | null
}

/** Undoes the encoding of URLs, in which IAM returns documents. @returns the same text if it is not encoded */
export function decodeUrl(text: string): string {
  if (!/^\s*%7b/i.test(text)) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reads a policy that is a text inside of another document. Everything in it stands where that text does. */
export function readInner(cursor: Cursor, report: Report): { root: Cursor; source: Source } | null {
  const text = decodeUrl(String(cursor.value))
  const problems = new Problems(text)
  const read = readJson(text, problems)
  for (const { line, column, message } of problems.list)
    report(cursor.at.value, 'error', cursor.field, `In this text, line ${line}, column ${column}: ${message}`)
  return read && { root: { ...cursor, value: read.value }, source: sourceOf(() => null) }
}
