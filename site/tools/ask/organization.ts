import type { Kit } from 'virtual:kit'
import { cases, principals } from 'kit-reader/policies'
import type { Organization } from './question.ts'
import { regions } from './regions.ts'

/** Values with a wildcard or a variable are patterns, not values. */
const isValue = (text: string) => !/[*?$]/.test(text)

/** The values that the policies compare each condition key with, and those of the checks' requests. */
function valuesIn(policySet: NonNullable<Kit['policySet']>): Organization['values'] {
  const found: Record<string, Set<string>> = {}
  const add = (key: string, values: readonly string[]) => {
    const set = found[key] ?? new Set()
    found[key] = set
    for (const value of values) if (isValue(value)) set.add(value)
  }
  // `Null` compares the presence of the key, not its value.
  for (const { policy } of policySet.policies)
    for (const { Condition = {} } of policy.Statement)
      for (const [operator, keys] of Object.entries(Condition))
        for (const [key, wanted] of Object.entries(keys))
          add(key, operator === 'Null' ? [] : operator === 'Bool' ? ['true', 'false'] : [wanted].flat())
  for (const { context = {} } of cases)
    for (const [key, value] of Object.entries(context)) add(key, [value].flat())
  delete found['aws:PrincipalArn']
  delete found['aws:RequestedRegion']
  return Object.fromEntries(Object.entries(found).map(([key, values]) => [key, [...values].sort()]))
}

/** The organization of the kit's examples, with an account for each unit that has none. */
export function organizationOf(kit: Pick<Kit, 'accounts' | 'units' | 'policySet'>): Organization | null {
  if (!kit.policySet) return null
  const empty = kit.units.filter((unit) => kit.accounts.every((account) => account.unit !== unit))
  return {
    policySet: kit.policySet,
    principals,
    accounts: [
      { name: 'management', unit: 'management' },
      ...kit.accounts,
      ...empty.map((unit) => ({ name: unit, unit })),
    ],
    regions,
    values: valuesIn(kit.policySet),
  }
}

/** The account that stands for a unit in the requests of the checks. @param example of the drawing, if it is in the unit */
export const accountIn = (unit: string, { accounts }: Organization, example: string): string => {
  const inUnit = accounts.filter((account) => account.unit === unit).map(({ name }) => name)
  return inUnit.includes(example) ? example : (inUnit[0] ?? '')
}
