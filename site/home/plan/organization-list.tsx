import { drawing } from '#content/home/drawing.ts'
import { fill } from '../../../contract/fill.ts'
import { pages } from '../../../contract/paths.ts'
import { type Organization, root } from './organization.ts'

const { names, notes, spoken } = drawing

/**
 * The organization as one list. organization.css draws it. Each box has the id of its resource, so that it and its line in the log
 * highlight each other. The id of a unit is at its name and not at its item: the pointer over an account is over the item, too.
 */
export function OrganizationList({ sets, policies, units }: Organization) {
  return (
    <ul className="org" aria-label={spoken.list} translate="no">
      <li>
        <Account id={root} name={names.root} note={names.rootNote} />
        <ul>
          <li className="org-center">
            <b>{names.sets}</b>
            <ul aria-label={spoken.sets}>
              {sets.map((id) => (
                <li key={id} className="org-set" data-of={id}>
                  {id}
                </li>
              ))}
            </ul>
          </li>
          <li className="org-all">
            <ul aria-label={spoken.policies}>
              <Policies ids={policies} />
            </ul>
          </li>
          {units.map((unit) => (
            <li key={unit.id} className="org-unit">
              <b data-of={unit.id}>{fill(names.unit, unit)}</b>
              <ul>
                {unit.accounts.map((id) => (
                  <li key={id}>
                    <Account id={id} name={id} note={notes[id]} />
                  </li>
                ))}
                <Policies ids={unit.policies} />
              </ul>
            </li>
          ))}
        </ul>
      </li>
    </ul>
  )
}

/** The box opens the tested requests of its account. */
const Account = ({ id, name, note }: { id: string; name: string; note: string | undefined }) => (
  <a href={`${pages.policies}#${name}`} data-of={id}>
    {name}
    {note && <small>{note}</small>}
  </a>
)

const Policies = ({ ids }: { ids: readonly string[] }) =>
  ids.map((id) => (
    <li key={id} className="org-policy" data-of={id}>
      {fill(names.policy, { id })}
    </li>
  ))
