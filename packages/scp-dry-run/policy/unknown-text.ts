// ARNs of which parts are unknown: many events have only the name of a role without its path, or no name of a resource at all.

import { quote } from './wildcard.ts'

/** Stands for a path in an ARN, as in arn:aws:iam::111122223333:role/…/deploy. It may be empty. No ARN can contain it. */
const path = '…/'

/** Stands for a text of at least one character that nobody knows. No ARN can contain it. */
export const anyText = '\ufdd2'

export const hasUnknownPath = (text: string): boolean => text.includes(path)
export const hasUnknown = (text: string): boolean => hasUnknownPath(text) || text.includes(anyText)

/** Names with these prefixes always have the same path ("Using service-linked roles", "IAM roles created by IAM Identity Center"). */
const isReserved = /^AWSServiceRoleFor|^AWSReservedSSO_/

/** @returns an ARN whose path is unknown */
export const arnWithoutPath = (
  kind: 'role' | 'user' | 'group' | 'instance-profile',
  { partition, account }: { partition: string; account: string },
  name: string,
): string =>
  `arn:${partition}:iam::${account}:${kind}/${isReserved.test(name) ? reservedPath(name) : path}${name}`

/** The part of a reserved path that is known. A service's name or a region may follow. */
const reservedPath = (name: string) =>
  `${name.startsWith('AWSReservedSSO_') ? 'aws-reserved/sso.amazonaws.com' : 'aws-service-role'}/${path}`

/** Positions of a pattern. */
type Positions = ReadonlySet<number>

/** The positions that can be reached. A star may stand for nothing. */
function afterStars(pattern: string, positions: Positions): Positions {
  const reached = new Set<number>()
  for (let at of positions) {
    reached.add(at)
    while (pattern[at] === '*') reached.add(++at)
  }
  return reached
}

function afterText(pattern: string, positions: Positions, text: string): Positions {
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
function afterPath(pattern: string, positions: Positions): Positions {
  const reached = new Set(positions)
  for (let at = Math.min(...positions); at < pattern.length; at++) {
    const sign = pattern[at]
    if (sign === '*') reached.add(at)
    else if (sign === '/' || sign === '?') reached.add(at + 1)
  }
  return afterStars(pattern, reached)
}

/** The positions after any text of at least one character. */
function afterAny(pattern: string, positions: Positions): Positions {
  const reached = new Set<number>()
  for (const at of positions) if (pattern[at] === '*') reached.add(at)
  for (let at = Math.min(...positions) + 1; at <= pattern.length; at++) reached.add(at)
  return afterStars(pattern, reached)
}

/** A letter that no pattern has. */
const fresh = '\u{10FFFF}'
const parts = /(…\/|\ufdd2)/

/**
 * Matches a pattern with `*` and `?` against a text with unknown parts.
 * @returns whether it matches, whatever the unknown parts are. Null if that depends on them.
 */
export function matchesUnknown(pattern: string, text: string): boolean | null {
  const pieces = quote(text).split(parts)
  let reached: Positions = new Set([0])
  for (const piece of pieces) {
    if (piece === path) reached = afterPath(pattern, reached)
    else if (piece === anyText) reached = afterAny(pattern, reached)
    else reached = afterText(pattern, reached, piece)
    if (reached.size === 0) return false
  }
  if (!reached.has(pattern.length)) return false
  // A pattern that matches the shortest texts, and ones that are longer than itself and have no letter of it, matches all texts.
  const long = fresh.repeat(pattern.length + 1)
  const matchesWith = (anyPath: string, any: string) => {
    const filled = pieces.map((piece) => (piece === path ? anyPath : piece === anyText ? any : piece))
    return afterText(pattern, new Set([0]), filled.join('')).has(pattern.length)
  }
  return matchesWith('', fresh) && matchesWith(`${long}/`, long) ? true : null
}

/** As `matchesUnknown`, and compares the parts of an ARN one by one, as `arnGlob` does. */
export function arnMatchesUnknown(pattern: string, arn: string): boolean | null {
  const [wanted, given] = [pattern.split(':'), arn.split(':')]
  if (wanted.length < 6) return matchesUnknown(pattern, arn)
  const joined = (list: string[]) => [...list.slice(0, 5), list.slice(5).join(':')]
  const texts = joined(given)
  const matches = joined(wanted).map((part, at) => matchesUnknown(part, texts[at] ?? ''))
  return matches.includes(false) ? false : matches.includes(null) ? null : true
}

/** @returns whether the text is the ARN. Null if that depends on what is unknown. */
export const equalsUnknown = (text: string, arn: string): boolean | null =>
  // A text without wildcards is a pattern that only it matches.
  matchesUnknown(quote(text), arn)
