// What policies read of a request, so that a reading groups requests that every statement treats alike.

import { remembered } from '../names/reference.ts'
import type { Policy, Statement } from '../policy/policy.ts'
import { hasUnknownPath } from '../policy/unknown-text.ts'
import type { Asked, Asking } from '../trail/cloudtrail.ts'
import { isPartial } from '../trail/context-keys.ts'
import { keysIn, readsResource } from './evaluate.ts'
import type { Target } from './request.ts'

interface ReadBy extends Asked {
  /** Gives one name to all resources that no statement tells apart: a group for each of millions would fill the memory. */
  fold(resource: string): string
}

/** Which of the statements' patterns match a resource. */
const signatureOf = (arn: string, statements: readonly Statement[]): string =>
  statements.map(({ resources }) => resources?.isAmong(arn, { action: '', context: {} }).is[0] ?? '').join('')

/** More resources and kinds of resources than these are not remembered. */
const mostFolded = 100_000

export interface Readers extends Asking {
  of(action: string): ReadBy | null
  /** The targets without those that no statement tells apart. */
  foldTargets(
    action: string,
    targets: readonly Target[] | null | undefined,
  ): readonly Target[] | null | undefined
}

export function readBy(policies: Iterable<Policy>): Readers {
  const given = [...policies]
  const all = given.flatMap(({ statements }) => statements)
  const canLack = all.some(({ effect }) => effect !== 'Deny')
  const of = remembered((action): ReadBy | null => {
    const lower = action.toLowerCase()
    const own = all.filter((statement) => statement.namesAction(lower) !== false)
    if (!canLack && own.length === 0) return null
    const reading = own.filter(readsResource)
    const keys = [...new Set(own.flatMap(keysIn))]
    const hasVariable = reading.some(({ resources }) => (resources?.keys.length ?? 0) > 0)
    const folded = new Map<string, string>()
    const fold = remembered((arn) => {
      const signature = signatureOf(arn, reading)
      const first = folded.get(signature) ?? arn
      if (folded.size < mostFolded) folded.set(signature, first)
      return first
    }, mostFolded)
    return {
      keys,
      readsResources: reading.length > 0 || keys.some((key) => isPartial(key, action)),
      // A path may be shown by another event, and a variable has another value for each caller.
      fold: (arn) => (hasVariable || hasUnknownPath(arn) ? arn : fold(arn)),
    }
  })
  return {
    of,
    asksForOutsiders: given.some(({ type }) => type === 'rcp'),
    foldTargets(action, targets) {
      const fold = of(action)?.fold
      if (!targets || !fold) return targets
      const kept = new Map<string, Target>()
      for (const target of targets) {
        const resource = target.resource === null ? null : fold(target.resource)
        const one = { ...target, resource }
        kept.set(JSON.stringify(one), one)
      }
      return [...kept.values()]
    },
  }
}
