import type { Kit } from 'virtual:kit'
import { Fragment } from 'react'
import { drawing, type Resource } from '#content/home/drawing.ts'
import { site } from '#content/site.ts'
import { fill } from './drawing.ts'

/** Names as a list in the language of the site. */
const listed = (names: string[]) => new Intl.ListFormat(site.language).format(names)

/**
 * The drawn resources that each command adds: a line for each kind, and a button for each resource. A button highlights its resource in the drawing.
 * @param added the total of resources that each folder of the kit adds
 */
export function ApplyLog({ resources, added }: { resources: readonly Resource[]; added: Kit['added'] }) {
  const root = resources.find(({ kind }) => kind === 'root')?.id
  return (
    <div className="log">
      {drawing.log.map(({ command, folder, kinds }) => {
        const groups = kinds
          .map((kind) => resources.filter((one) => one.kind === kind))
          .filter((group) => group.length > 0)
        const drawn = groups.flat().length
        const total = (drawing.resources === 'kit' && folder && added[folder]) || drawn
        return (
          <Fragment key={command}>
            <p>{command}</p>
            <ul>
              {groups.map((group) => (
                <Line key={group[0]?.kind} group={group} root={root} />
              ))}
            </ul>
            {total > drawn && <p>{fill(drawing.logMore, { more: total - drawn })}</p>}
            <p>{fill(drawing.logDone, { added: total })}</p>
          </Fragment>
        )
      })}
    </div>
  )
}

function Line({ group, root }: { group: Resource[]; root: string | undefined }) {
  const type = drawing.types[group[0]?.kind ?? 'root']
  return (
    <li>
      <span className="log-add" aria-hidden="true">
        +
      </span>{' '}
      {type.short}{' '}
      {group.map(({ id, parents }) => {
        const places = parents.filter((parent) => parent !== root)
        return (
          <button
            key={id}
            type="button"
            data-of={id}
            aria-label={`${type.whole} ${id}${places.length > 0 ? fill(drawing.logPlaces, { places: listed(places) }) : ''}`}
          >
            {id}
          </button>
        )
      })}
    </li>
  )
}
