// Conditions on the region: which regions policies allow, and the same policies with other regions.
import { type Condition, conditionOf } from '../policy/conditions.ts'
import type { Policy, Statement } from '../policy/policy.ts'

const regionKey = 'aws:requestedregion'

/** Whether a condition lists the regions that a statement lets through: as a Deny of all others, or as an Allow. */
const listsRegions = ({ effect }: Statement, { key, operator }: Condition): boolean =>
  key.toLowerCase() === regionKey &&
  (effect === 'Deny' ? /String(Not)(Equals|Like)/ : /^(\w+:)?String(Equals|Like)/).test(operator)

const regionConditions = (statement: Statement) =>
  statement.conditions.filter((condition) => listsRegions(statement, condition))

/** The regions that the policies allow, from the conditions that list them, in the order in which they come. */
export const regionsIn = (policies: Iterable<Policy>): string[] => {
  const regions = [...policies].flatMap(({ statements }) =>
    statements.flatMap((statement) => regionConditions(statement).flatMap(({ wanted }) => wanted)),
  )
  return [...new Set(regions)]
}

/**
 * Copies a policy, and allows these regions where it lists the regions that it allows.
 * @returns the statements of the policy that are changed in the copy, too. Without such a statement, the policy itself.
 */
export function withRegions(
  policy: Policy,
  regions: readonly string[],
): { policy: Policy; changed: readonly Statement[] } {
  const changed = policy.statements.filter((statement) => regionConditions(statement).length > 0)
  if (changed.length === 0) return { policy, changed }
  const statements = policy.statements.map((statement): Statement => {
    if (!changed.includes(statement)) return statement
    const conditions = statement.conditions.map((condition) =>
      listsRegions(statement, condition)
        ? (conditionOf(condition.operator, condition.key, regions, false) ?? condition)
        : condition,
    )
    return { ...statement, conditions }
  })
  return { policy: { ...policy, statements, origin: policy.origin ?? policy }, changed }
}
