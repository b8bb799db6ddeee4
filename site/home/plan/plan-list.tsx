import { drawing } from '#content/home/drawing.ts'
import { fill } from '../../../contract/fill.ts'
import type { Outline } from './drawing.ts'

/** The drawing in words, for visitors who do not see it. */
export function PlanList({ outline: { root, policies, sets, units } }: { outline: Outline }) {
  const { spoken } = drawing
  const ids = (all: { id: string }[]) => ({ ids: all.map(({ id }) => id).join(', ') })
  return (
    <ul className="sr-only" aria-label={spoken.list}>
      <li>
        {fill(spoken.root, root)}
        <ul>
          {sets.length > 0 && <li>{fill(spoken.sets, ids(sets))}</li>}
          {policies.length > 0 && <li>{fill(spoken.policies, ids(policies))}</li>}
          {units.map((unit) => (
            <li key={unit.id}>
              {fill(spoken.unit, unit)}
              {unit.policies.length > 0 && fill(spoken.unitPolicies, ids(unit.policies))}
              <ul>
                {unit.accounts.map((account) => (
                  <li key={account.id}>
                    {fill(spoken.account, account)}
                    {account.note && `: ${account.note}`}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </li>
    </ul>
  )
}
