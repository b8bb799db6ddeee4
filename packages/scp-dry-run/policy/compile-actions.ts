// Action and NotAction: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_action.html.
import { isAction } from '../names/reference.ts'
import type { Statement } from './policy.ts'
import { type Cursor, itemsOf } from './source.ts'
import { type StatementContext, textsIn } from './statement-context.ts'
import { anyText, matchesUnknown } from './unknown-text.ts'
import { glob } from './wildcard.ts'

/**
 * Names of actions have no case. Names without wildcards are looked up. The event of an API operation may have another name than its
 * action, so a name that AWS does not have stands for any action of its service.
 */
function among(patterns: readonly string[]): Statement['namesAction'] {
  const lower = patterns.map((pattern) => pattern.toLowerCase())
  const exact = new Set(lower)
  const globs = lower.filter((pattern) => /[*?]/.test(pattern)).map(glob)
  return (action) => {
    if (exact.has(action) || globs.some((match) => match(action))) return true
    if (isAction(action)) return false
    const any = `${action.split(':')[0]}:${anyText}`
    return lower.some((pattern) => matchesUnknown(pattern, any) !== false) ? null : false
  }
}

export function compileActions(
  cursor: Cursor,
  isNegated: boolean,
  context: StatementContext,
): Statement['namesAction'] {
  const { source, refuse } = context
  const isAmong = among(textsIn(cursor, 'an action, such as "s3:GetObject",', context))
  for (const item of itemsOf(cursor, source))
    if (typeof item.value === 'string' && !/^(\*+|[\w*?-]+:[\w*?.-]+)$/.test(item.value))
      refuse(
        item,
        `"${item.value}" is no action. Write a service, a colon and a name, such as "s3:GetObject".`,
      )
  return (action) => {
    const is = isAmong(action)
    return is === null ? null : is !== isNegated
  }
}
