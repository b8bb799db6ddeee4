// ARNs of roles, users and groups whose path is unknown: many events have only the name. `…/` stands for the path, which no ARN
// can contain, as in arn:aws:iam::111122223333:role/…/deploy.

import { matches } from './wildcard.ts'

const mark = '…/'

export const hasUnknownPath = (arn: string): boolean => arn.includes(mark)

/** Names with these prefixes always have the same path ("Using service-linked roles", "IAM roles created by IAM Identity Center"). */
const isReserved = /^AWSServiceRoleFor|^AWSReservedSSO_/

/** @returns an ARN whose path is unknown */
export const arnWithoutPath = (
  kind: 'role' | 'user' | 'group',
  { partition, account }: { partition: string; account: string },
  name: string,
): string =>
  `arn:${partition}:iam::${account}:${kind}/${isReserved.test(name) ? reservedPath(name) : mark}${name}`

/** The part of a reserved path that is known. A service's name or a region may follow. */
const reservedPath = (name: string) =>
  `${name.startsWith('AWSReservedSSO_') ? 'aws-reserved/sso.amazonaws.com' : 'aws-service-role'}/${mark}`

/** The positions of a pattern that can be reached. A star may stand for nothing. */
function afterStars(pattern: string, positions: ReadonlySet<number>): Set<number> {
  const reached = new Set<number>()
  for (let at of positions) {
    reached.add(at)
    while (pattern[at] === '*') reached.add(++at)
  }
  return reached
}

function afterText(pattern: string, positions: ReadonlySet<number>, text: string): Set<number> {
  let reached = afterStars(pattern, positions)
  for (const char of text) {
    const next = new Set<number>()
    for (const at of reached) {
      const sign = pattern[at]
      if (sign === '*') next.add(at)
      else if (sign === '?' || sign === char) next.add(at + 1)
    }
    reached = afterStars(pattern, next)
  }
  return reached
}

/** The positions after any path: it is empty, or ends in a slash. */
function afterPath(pattern: string, positions: ReadonlySet<number>): Set<number> {
  const first = Math.min(...positions)
  const reached = new Set(positions)
  for (let at = first; at < pattern.length; at++) {
    const sign = pattern[at]
    if (sign === '*') reached.add(at)
    else if (sign === '/' || sign === '?') reached.add(at + 1)
  }
  return afterStars(pattern, reached)
}

/**
 * Matches a pattern with `*` and `?` against an ARN, or the last part of one.
 * @returns whether it matches, whatever the path is. Null if that depends on the path.
 */
export function matchesUnknownPath(pattern: string, text: string): boolean | null {
  const [before = '', after = ''] = text.split(mark)
  const start = afterText(pattern, new Set([0]), before)
  if (start.size === 0) return false
  if (!afterText(pattern, afterPath(pattern, start), after).has(pattern.length)) return false
  // A pattern that matches without a path, and with one that is longer than itself and has no letter of it, matches every path.
  const ends = (path: string) =>
    afterText(pattern, new Set([0]), `${before}${path}${after}`).has(pattern.length)
  return ends('') && ends(`${'\u{10FFFF}'.repeat(pattern.length + 1)}/`) ? true : null
}

/** As `matchesUnknownPath`, and compares the parts of an ARN one by one, as `arnGlob` does. */
export function arnMatchesUnknownPath(pattern: string, arn: string): boolean | null {
  const [wanted, given] = [pattern.split(':'), arn.split(':')]
  if (wanted.length < 6) return matchesUnknownPath(pattern, arn)
  const first = wanted.slice(0, 5).every((part, at) => matches(part, given[at] ?? ''))
  return first && matchesUnknownPath(wanted.slice(5).join(':'), given.slice(5).join(':'))
}

/** @returns whether the text is the ARN. Null if that depends on the path. */
export function equalsUnknownPath(text: string, arn: string): boolean | null {
  const [before = '', after = ''] = arn.split(mark)
  const path = text.slice(before.length, text.length - after.length)
  const isPath = path === '' || path.endsWith('/')
  return text === before + path + after && isPath ? null : false
}
