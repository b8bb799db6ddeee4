// What the parts of a statement are read with.
import type { PolicyType } from './policy.ts'
import type { Report } from './problems.ts'
import { type Cursor, itemsOf, type Source } from './source.ts'

export interface Context {
  policy: string
  type: PolicyType
  /** From 1. */
  number: number
  /** Whether AWS fills in policy variables. */
  isFilled: boolean
  source: Source
  report: Report
}

/** Reports an error, and makes its part of the statement unknown. `isName`: the name of the part is wrong, not its value. */
export type Refuse = (cursor: Cursor, message: string, isName?: boolean) => void

export interface StatementContext extends Context {
  refuse: Refuse
}

/** The texts of a list, or the text itself. @param example of one, in the words of a message */
export const textsIn = (cursor: Cursor, example: string, { source, refuse }: StatementContext): string[] =>
  itemsOf(cursor, source).flatMap((item) => {
    if (typeof item.value === 'string') return item.value
    refuse(item, `Write ${example} in double quotes.`)
    return []
  })

export const typeNames: Record<PolicyType, string> = {
  scp: 'A service control policy',
  rcp: 'A resource control policy',
  boundary: 'A permission boundary',
  identity: 'An identity policy',
  session: 'A session policy',
  resource: 'A policy of a resource',
}
