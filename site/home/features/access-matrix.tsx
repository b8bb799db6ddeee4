import type { features } from '../../../content/home/features.ts'

/** Groups against accounts, with the permission set where they meet: its initials in the cell, its name in the key. */
export function AccessMatrix({ access }: { access: typeof features.identity.access }) {
  const sets = [...new Set(access.rows.flatMap((row) => row.sets))].filter((set) => set !== null)
  return (
    <div className="access">
      <table>
        <caption>{access.caption}</caption>
        <thead>
          <tr>
            <th scope="col">Group</th>
            {access.accounts.map((account) => (
              <th key={account} scope="col">
                <span>{account}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {access.rows.map(({ group, sets }) => (
            <tr key={group}>
              <th scope="row">{group}</th>
              {access.accounts.map((account, column) => (
                <td key={account}>
                  <Cell set={sets[column] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul aria-hidden="true" className="access-key">
        {sets.map((set) => (
          <li key={set}>
            <Cell set={set} /> {set}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `PowerUser` is drawn as PU; who listens hears the whole name. */
function Cell({ set }: { set: string | null }) {
  if (set === null) return <span className="sr-only">no access</span>
  const initials = set.replace(/[^A-Z]/g, '')
  return (
    <>
      <span aria-hidden="true" className={`access-set access-set-${initials.toLowerCase()}`}>
        {initials}
      </span>
      <span className="sr-only">{set}</span>
    </>
  )
}
