import type { PolicyDocument, StatementDocument } from '../policy/policy.ts'
import type { Row } from './decide-row.ts'

const without = <T>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index)

function smallerStatements(statement: StatementDocument): StatementDocument[] {
  const { Condition = {}, ...rest } = statement
  const smaller: StatementDocument[] = Object.keys(Condition).map((operator) => {
    const { [operator]: _, ...others } = Condition
    return { ...rest, ...(Object.keys(others).length > 0 && { Condition: others }) }
  })
  for (const [operator, keys] of Object.entries(Condition))
    for (const [key, values] of Object.entries(keys)) {
      if (!Array.isArray(values) || values.length < 2) continue
      for (const index of values.keys())
        smaller.push({
          ...statement,
          Condition: { ...Condition, [operator]: { ...keys, [key]: without(values, index) } },
        })
    }
  for (const element of ['Action', 'NotAction', 'Resource', 'NotResource'] as const) {
    const list = statement[element]
    if (Array.isArray(list) && list.length > 1)
      for (const index of list.keys()) smaller.push({ ...statement, [element]: without(list, index) })
  }
  return smaller
}

function smallerPolicies(policy: PolicyDocument): PolicyDocument[] {
  const statements = [policy.Statement].flat()
  return [
    ...(statements.length > 1
      ? statements.map((_, index) => ({ ...policy, Statement: without(statements, index) }))
      : []),
    ...statements.flatMap((statement, index) =>
      smallerStatements(statement).map((smaller) => ({
        ...policy,
        Statement: statements.with(index, smaller),
      })),
    ),
  ]
}

function smallerRows(row: Row): Row[] {
  const { scps, rcp, boundary, identity, request } = row
  return [
    ...scps.map((_, index) => ({ ...row, scps: without(scps, index) })),
    ...(rcp
      ? [{ ...row, rcp: null }, ...smallerPolicies(rcp).map((smaller) => ({ ...row, rcp: smaller }))]
      : []),
    ...(boundary
      ? [
          { ...row, boundary: null },
          ...smallerPolicies(boundary).map((smaller) => ({ ...row, boundary: smaller })),
        ]
      : []),
    ...scps.flatMap((policy, index) =>
      smallerPolicies(policy).map((smaller) => ({ ...row, scps: scps.with(index, smaller) })),
    ),
    ...smallerPolicies(identity).map((smaller) => ({ ...row, identity: smaller })),
    ...Object.keys(request.context)
      .filter((key) => key !== 'aws:PrincipalArn')
      .map((key) => {
        const { [key]: _, ...context } = request.context
        return { ...row, request: { ...request, context } }
      }),
  ]
}

/** Leaves out what the difference does not need. */
export async function shrink(row: Row, differs: (row: Row) => Promise<boolean>): Promise<Row> {
  for (const smaller of smallerRows(row)) if (await differs(smaller)) return shrink(smaller, differs)
  return row
}
