// Reads policies from a text that somebody wrote, and says what is wrong with it and where.

import { checkNames, type KnownNames } from '../names/names.ts'
import { compile } from './compile.ts'
import { policiesIn } from './documents.ts'
import { decodeUrl } from './inner-text.ts'
import { readJson } from './json.ts'
import { checkMatches } from './never-matches.ts'
import { otherLanguage } from './other-languages.ts'
import type { Policy, PolicyType } from './policy.ts'
import { type Problem, Problems, type Report } from './problems.ts'
import { checkSize } from './quotas.ts'
import { itemsOf, sourceOf } from './source.ts'

export interface ParseOptions {
  /** Names the policy in results, such as its file. Policies of a plan have their address. */
  name: string
  /** A policy whose text says its type, as a plan does, keeps that one. */
  type: PolicyType
  /** The names that AWS has: `scp-dry-run/names`. Without it, only services are checked. */
  names?: KnownNames
}

export interface Parsed {
  /** Also those with problems: a statement knows what in it is unknown. */
  policies: Policy[]
  /** In the order of the text. */
  problems: Problem[]
}

/**
 * Parses a policy, a list of policies, an answer of the AWS CLI that holds one, or the JSON of a Terraform plan. Never throws for a
 * text.
 */
export function parse(text: string, { name, type, names }: ParseOptions): Parsed {
  const other = otherLanguage(text)
  const problems = new Problems(text)
  if (other) {
    problems.add(text.search(/\S|$/), 'error', '', other)
    return { policies: [], problems: problems.sorted() }
  }
  const isEncoded = /^\s*%(7(b|$)|$)/i.test(text)
  const json = decodeUrl(text)
  // The beginning of an encoded text cannot be decoded.
  if (isEncoded && json === text) {
    problems.add(text.length, 'error', '', 'The text ends before its encoding is complete.', true)
    return { policies: [], problems: problems.sorted() }
  }
  const own = isEncoded ? new Problems(json) : problems
  const read = readJson(json, own)
  const report: Report = (offset, level, field, message) => own.add(offset, level, field, message)
  const lineOf = (offset: number) => own.placeOf(offset).line
  const start = json.search(/[^\s\ufeff]|$/)
  const root = { value: read?.value, field: '', at: { name: start, value: start } }
  const found = read
    ? policiesIn({ name, type, root, source: sourceOf(lineOf, read.places), text: json }, report)
    : []
  const policies = found.map((one) => {
    // All of a policy in a plan stands at one place, so its address says where.
    const reportOf: Report =
      one.name === name
        ? report
        : (offset, level, field, message) =>
            report(
              offset,
              level,
              field,
              () => `${one.name}: ${typeof message === 'string' ? message : message()}`,
            )
    const policy = compile(one.root, one, one.source, reportOf)
    const statements = one.source.child(one.root, 'Statement')
    for (const [index, cursor] of itemsOf(statements, one.source).entries()) {
      checkNames(cursor, one.source, reportOf, names)
      const statement = policy.statements[index]
      if (statement) checkMatches(cursor, statement, one.source, reportOf)
    }
    checkSize(one, policy.type, reportOf)
    return policy
  })
  return { policies, problems: own.sorted() }
}
