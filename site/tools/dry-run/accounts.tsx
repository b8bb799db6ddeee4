import { dryRun, kitDryRun } from '#content/dry-run.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../format-count.ts'
import { unitOf } from './kit-guardrails.ts'
import type { Report } from './report.ts'
import { useShowMore } from './show-more.ts'
import type { Choices, Trail } from './state.ts'

const { accounts: words } = kitDryRun
const { more } = dryRun.result

interface Props {
  trail: Trail
  accounts: Report['accounts']
  chosenUnits: Choices['units']
  units: readonly string[]
  choose(account: string, unit: string): void
}

/** The accounts of a trail. The visitor chooses the unit of each. */
export function Accounts({ trail, accounts, chosenUnits, units, choose }: Props) {
  const { most, list, showMore, tabIndexOf } = useShowMore(accounts.length)
  return (
    <div data-accounts>
      <h3>{words.heading}</h3>
      <p className="dry-text">{words.text}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.account}</th>
            <th scope="col">{words.unit}</th>
            <th scope="col">{words.events}</th>
          </tr>
        </thead>
        <tbody ref={list}>
          {accounts.slice(0, most).map(([account, events], index) => (
            <tr key={account} tabIndex={tabIndexOf(index)}>
              <th scope="row">{account}</th>
              <td>
                <select
                  aria-label={`${words.unit}: ${account}`}
                  value={unitOf(account, trail, { units: chosenUnits })}
                  onChange={({ currentTarget }) => choose(account, currentTarget.value)}
                >
                  {units.map((unit) => (
                    <option key={unit}>{unit}</option>
                  ))}
                  <option value="management">{words.management}</option>
                </select>
              </td>
              <td>{formatCount(events)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {showMore && (
        <p>
          <Button size="small" onClick={showMore}>
            {more}
          </Button>
        </p>
      )}
    </div>
  )
}
