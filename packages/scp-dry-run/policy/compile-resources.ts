// Resource and NotResource: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html.

import { missingFrom } from '../judge/request.ts'
import { isFalse, isTrue, some, truthOf, unknownWithout } from '../judge/truth.ts'
import type { Resources } from './policy.ts'
import { type Cursor, itemsOf } from './source.ts'
import { type StatementContext, textsIn } from './statement-context.ts'
import { arnMatchesUnknownPath, hasUnknownPath } from './unknown-path.ts'
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
  const templates = patterns.map((text) => templateOf(text, isFilled, afterFifthColon(text)))
  const isFixed = compileFixed(templates.filter(({ keys }) => keys.length === 0))
  const open = templates.filter(({ keys }) => keys.length > 0)
  return {
    negated,
    isAny: patterns.includes('*'),
    patterns,
    keys: [...new Set(open.flatMap(({ keys }) => keys))],
    isAmong: (resource, request) => {
      const isOpen = hasUnknownPath(resource)
      if (!isOpen && isFixed(resource)) return isTrue
      return some(isOpen ? templates : open, (template) => {
        const filled = template.fill(request)
        if (filled.is === 'unknown') return unknownWithout(filled.missing)
        // Whether the negation of a variable without a value holds is not documented.
        if (filled.is === 'absent')
          return negated ? unknownWithout([{ name: template.text, why: 'not known' }]) : isFalse
        if (!isOpen) return truthOf(arnGlob(filled.text)(resource))
        const isMatch = arnMatchesUnknownPath(filled.text, resource)
        return isMatch === null ? unknownWithout([missingFrom('resource', request)]) : truthOf(isMatch)
      })
    },
  }
}
