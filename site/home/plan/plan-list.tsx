import type { Outline } from './drawing.ts'

/** The drawing in words, for those who do not see it. */
export function PlanList({ outline: { root, policies, sets, units } }: { outline: Outline }) {
  return (
    <ul className="sr-only" aria-label="The organization">
      <li>
        Management account, organization {root.id}
        <ul>
          <li>IAM Identity Center with the permission sets {sets.map(({ id }) => id).join(', ')}</li>
          <li>Service control policies for all units: {policies.map(({ id }) => id).join(', ')}</li>
          {units.map((unit) => (
            <li key={unit.id}>
              Organizational unit {unit.id}
              {unit.policies.length > 0 &&
                `, with the service control policies ${unit.policies.map(({ id }) => id).join(', ')}`}
              <ul>
                {unit.accounts.map(({ id, note }) => (
                  <li key={id}>
                    Account {id}
                    {note && `: ${note}`}
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
