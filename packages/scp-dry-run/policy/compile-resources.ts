// Resource and NotResource: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html.

import { missingFrom } from '../judge/request.ts'
import { isFalse, isTrue, some, type Truth, truthOf, unknownWithout } from '../judge/truth.ts'
import type { Resources } from './policy.ts'
import { type Cursor, itemsOf } from './source.ts'
import { type StatementContext, textsIn } from './statement-context.ts'
import { arnMatchesUnknown, hasUnknown } from './unknown-text.ts'
import { afterFifthColon, type Template, templateOf } from './variables.ts'
import { arnGlob } from './wildcard.ts'

/** Finds the pattern of a resource. Patterns without wildcards are looked up, so thousands of them cost no more than one. */
function compileFixed(templates: readonly Template[]): (resource: string) => boolean {
  const texts = templates.flatMap((template) => {
    const filled = template.fill({ action: '', context: {} })
    return filled.is === 'text' ? filled.text : []
  })
  const exact = new Set(texts)
  const globs = texts.filter((text) => /[*?\ufdd0\ufdd1]/.test(text)).map(arnGlob)
  return (resource) => exact.has(resource) || globs.some((match) => match(resource))
}

/**
 * "When you specify an incomplete ARN (one with fewer than the standard six fields) …, AWS automatically completes the ARN by adding
 * wildcard characters (*) to all missing fields" (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference-arns.html). A star at
 * the end of a part matches colons, too.
 */
function completed(pattern: string): string[] {
  const missing = 6 - pattern.split(':').length
  return /^arn:/.test(pattern) && missing > 0 ? [pattern, pattern + ':*'.repeat(missing)] : [pattern]
}

/** Unknown ARNs are few, some for each account and region, and matching them is slow. */
const mostRemembered = 10_000

export function compileResources(list: Cursor, negated: boolean, context: StatementContext): Resources {
  const { isFilled, source, refuse, report } = context
  const patterns = textsIn(list, 'an ARN or "*"', context)
  for (const cursor of itemsOf(list, source)) {
    const { value, at, field } = cursor
    if (typeof value !== 'string') continue
    if (!/^([*?]|arn:)/.test(value))
      refuse(cursor, `"${value}" is no ARN. Write an ARN, such as arn:aws:s3:::bucket/*, or "*".`)
    const variable = isFilled ? value.indexOf('${') : -1
    if (variable >= 0 && variable < afterFifthColon(value))
      report(
        at.value,
        'warning',
        field,
        'AWS fills in variables only after the fifth colon of an ARN, so this matches nothing. Write * in that part.',
      )
  }
  const templates = patterns
    .flatMap(completed)
    .map((text) => templateOf(text, isFilled, afterFifthColon(text)))
  const isFixed = compileFixed(templates.filter(({ keys }) => keys.length === 0))
  const open = templates.filter(({ keys }) => keys.length > 0)
  const remembered = new Map<string, Truth>()
  return {
    negated,
    isAny: patterns.includes('*'),
    patterns,
    keys: [...new Set(open.flatMap(({ keys }) => keys))],
    isAmong: (resource, request) => {
      const isOpen = hasUnknown(resource)
      const before = isOpen && open.length === 0 ? remembered.get(resource) : undefined
      if (before) return before
      if (!isOpen && isFixed(resource)) return isTrue
      const truth = some(isOpen ? templates : open, (template) => {
        const filled = template.fill(request)
        if (filled.is === 'unknown') return unknownWithout(filled.missing)
        // Whether the negation of a variable without a value holds is not documented.
        if (filled.is === 'absent')
          return negated ? unknownWithout([{ name: template.text, why: 'not known' }]) : isFalse
        if (!isOpen) return truthOf(arnGlob(filled.text)(resource))
        const isMatch = arnMatchesUnknown(filled.text, resource)
        return isMatch === null ? unknownWithout([missingFrom('resource', request)]) : truthOf(isMatch)
      })
      if (isOpen && open.length === 0 && remembered.size < mostRemembered) remembered.set(resource, truth)
      return truth
    },
  }
}
