import type { Kit } from 'virtual:kit'
import { cases } from 'kit-reader/policies'
import type { Organization } from './question.ts'
import { regions } from './regions.ts'

/** A text with a wildcard or a variable is a pattern. */
const isValue = (text: string) => !/[*?$]/.test(text)

/** The values of each condition key in the policies and in the requests of the checks. */
function valuesIn(policySet: Kit['policySet']): Organization['values'] {
  const sets: Record<string, Set<string>> = {}
  const add = (key: string, values: readonly string[]) => {
    const set = sets[key] ?? new Set()
    sets[key] = set
    for (const value of values) if (isValue(value)) set.add(value)
  }
  // `Null` tests whether the key is present, so its value is none of the key's.
  for (const { policy } of policySet.policies)
    for (const { Condition = {} } of policy.Statement)
      for (const [operator, keys] of Object.entries(Condition))
        for (const [key, wanted] of Object.entries(keys))
          add(key, operator === 'Null' ? [] : operator === 'Bool' ? ['true', 'false'] : [wanted].flat())
  for (const { context = {} } of cases)
    for (const [key, value] of Object.entries(context)) add(key, [value].flat())
  delete sets['aws:PrincipalArn']
  delete sets['aws:RequestedRegion']
  return Object.fromEntries(Object.entries(sets).map(([key, values]) => [key, [...values].sort()]))
}

/** The organization of the kit's examples, with an account for each unit that has none. */
export function organizationOf(kit: Pick<Kit, 'accounts' | 'units' | 'policySet'>): Organization {
  const empty = kit.units.filter((unit) => kit.accounts.every((account) => account.unit !== unit))
  return {
    policySet: kit.policySet,
    accounts: [
      { name: 'management', unit: 'management' },
      ...kit.accounts,
      ...empty.map((unit) => ({ name: unit, unit })),
    ],
    regions,
    values: valuesIn(kit.policySet),
  }
}
