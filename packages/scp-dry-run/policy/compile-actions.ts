// Action and NotAction: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_action.html.
import type { Statement } from './policy.ts'
import { type Cursor, itemsOf } from './source.ts'
import { type StatementContext, textsIn } from './statement-context.ts'
import { glob } from './wildcard.ts'

/** Names of actions have no case. Names without wildcards are looked up. */
function among(patterns: readonly string[]): Statement['namesAction'] {
  const lower = patterns.map((pattern) => pattern.toLowerCase())
  const exact = new Set(lower)
  const globs = lower.filter((pattern) => /[*?]/.test(pattern)).map(glob)
  return (action) => exact.has(action) || globs.some((match) => match(action))
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
  return (action) => isAmong(action) !== isNegated
}
