import { kit } from 'virtual:kit'
import { labels } from '#content/labels.ts'

/** `PowerUser` is drawn as PU. */
const initialsOf = (set: string) => set.replace(/[^A-Z]/g, '')

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
                {account}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(([group, byAccount]) => (
            <tr key={group}>
              <th scope="row">{group}</th>
              {accounts.map((account) => {
                const held = byAccount[account] ?? []
                return held.length === 0 ? (
                  // Only for screen readers, without an element of its own.
                  <td key={account} className="access-none">
                    {labels.files.noAccess}
                  </td>
                ) : (
                  <td key={account}>
                    {held.map((set) => (
                      <span
                        key={set}
                        role="img"
                        aria-label={set}
                        className={`access-set access-set-${initialsOf(set).toLowerCase()}`}
                      >
                        {initialsOf(set)}
                      </span>
                    ))}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p aria-hidden="true" className="access-key">
        {[...sets].map((set) => `${initialsOf(set)} ${set}`).join(', ')}
      </p>
    </div>
  )
}
