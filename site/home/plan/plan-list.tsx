import { drawing } from '#content/home/drawing.ts'
import { fill } from '../../../contract/fill.ts'
import type { Outline } from './drawing.ts'

/**
 * The drawing in words, for visitors who do not see it.
 * @param hrefOf the page that a box opens. A link with the focus highlights its box.
 */
export function PlanList({
  outline: { root, policies, sets, units },
  hrefOf,
}: {
  outline: Outline
  hrefOf?: (resource: string) => string | undefined
}) {
  const { spoken } = drawing
  const linked = (id: string, text: string) => {
    const href = hrefOf?.(id)
    return href === undefined ? (
      text
    ) : (
      <a href={href} data-of={id}>
        {text}
      </a>
    )
  }
  const ids = (all: { id: string }[]) => ({ ids: all.map(({ id }) => id).join(', ') })
  return (
    <ul className="sr-only" aria-label={spoken.list}>
      <li>
        {linked(root.id, fill(spoken.root, root))}
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
                    {linked(
                      account.id,
                      fill(spoken.account, account) + (account.note ? `: ${account.note}` : ''),
                    )}
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
