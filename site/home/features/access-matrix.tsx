import { kit } from 'virtual:kit'
import { labels } from '#content/labels.ts'

/**
 * A table of the groups and accounts of the kit's examples. A cell has the initials of the permission sets, and the key has their
 * names. Accounts without access are left out.
 */
export function AccessMatrix({ caption }: { caption: string }) {
  const groups = Object.entries(kit.access)
  const accounts = kit.accounts
    .map(({ name }) => name)
    .filter((name) => groups.some(([, sets]) => sets[name]))
  const sets = new Set(groups.flatMap(([, byAccount]) => Object.values(byAccount).flat()))
  return (
    <div className="access">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{labels.features.group}</th>
            {accounts.map((account) => (
              <th key={account} scope="col">
                <span>{account}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(([group, byAccount]) => (
            <tr key={group}>
              <th scope="row">{group}</th>
              {accounts.map((account) => (
                <td key={account}>
                  <Cell sets={byAccount[account] ?? []} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ul aria-hidden="true" className="access-key">
        {[...sets].map((set) => (
          <li key={set}>
            <Cell sets={[set]} /> {set}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `PowerUser` is drawn as PU. Screen readers get the whole name. */
function Cell({ sets }: { sets: string[] }) {
  if (sets.length === 0) return <span className="sr-only">{labels.files.noAccess}</span>
  return sets.map((set) => <PermissionSet key={set} name={set} />)
}

function PermissionSet({ name }: { name: string }) {
  const initials = name.replace(/[^A-Z]/g, '')
  return (
    <>
      <span aria-hidden="true" className={`access-set access-set-${initials.toLowerCase()}`}>
        {initials}
      </span>
      <span className="sr-only">{name}</span>
    </>
  )
}
