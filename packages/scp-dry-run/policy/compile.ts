// Makes a policy that is ready to judge of a document, and reports what AWS would not accept in it.
import { compileStatement } from './compile-statement.ts'
import { nearest } from './nearest.ts'
import type { Policy, PolicyDocument, PolicyType, Statement } from './policy.ts'
import type { Report } from './problems.ts'
import { type Cursor, itemsOf, partsOf, type Source, sourceOf } from './source.ts'

/** Sids are unique in a policy. */
function refuseTwins(
  statements: readonly Statement[],
  cursors: readonly Cursor[],
  source: Source,
  report: Report,
): void {
  const seen = new Set<string>()
  for (const [index, { sid, hasSid }] of statements.entries()) {
    const cursor = cursors[index]
    if (hasSid && seen.has(sid) && cursor) {
      const place = source.child(cursor, 'Sid')
      report(
        place.at.value,
        'error',
        place.field,
        `Another statement is named ${sid}, too. Give this one another Sid.`,
      )
    }
    seen.add(sid)
  }
}

/**
 * @param root the document
 * @param report gets the problems. Statements that have some are compiled, too: they know what in them is unknown.
 */
export function compile(
  root: Cursor,
  { name, type }: { name: string; type: PolicyType },
  source: Source,
  report: Report,
): Policy {
  for (const [key, part] of partsOf(root, source) ?? []) {
    if (['Version', 'Id', 'Statement'].includes(key)) continue
    const near = nearest(key, ['Version', 'Id', 'Statement'])
    report(
      part.at.name,
      'error',
      part.field,
      `A policy has no ${key}. ${near ? `Write ${near}.` : 'Remove it.'}`,
    )
  }
  const version = source.child(root, 'Version')
  const isFilled = version.value === '2012-10-17'
  if (version.value !== undefined && !isFilled && version.value !== '2008-10-17')
    report(
      version.at.value,
      'error',
      version.field,
      String(version.value).replace(/[\u2010-\u2015\u2212]/g, '-') === '2012-10-17'
        ? 'The dashes of this version are no hyphens: retype it as "2012-10-17".'
        : 'Write "2012-10-17". It is the version of the language, not the date of your policy.',
    )
  if (version.value !== '2012-10-17' && JSON.stringify(root.value).includes('${'))
    report(
      version.value === undefined ? root.at.value : version.at.value,
      'warning',
      version.field,
      'The variables in this policy are texts. For variables, write "Version": "2012-10-17".',
    )
  const list = source.child(root, 'Statement')
  const cursors = list.value === undefined ? [] : itemsOf(list, source)
  if (list.value === undefined) report(root.at.value, 'error', 'Statement', 'This policy has no Statement.')
  else if (cursors.length === 0)
    report(list.at.value, 'error', list.field, 'This policy needs at least one statement.')
  const statements = cursors.map((cursor, index): Statement => {
    return compileStatement(cursor, { policy: name, type, number: index + 1, isFilled, source, report })
  })
  refuseTwins(statements, cursors, source, report)
  return { name, type, statements, document: root.value as PolicyDocument, origin: null }
}

/** Makes a policy of a document that was not read from a text, and that is known to be right. Its statements have no lines. */
export function policyOf(document: PolicyDocument, name: string, type: PolicyType): Policy {
  const source = sourceOf(() => null)
  return compile({ value: document, field: '', at: { name: 0, value: 0 } }, { name, type }, source, () => {})
}
