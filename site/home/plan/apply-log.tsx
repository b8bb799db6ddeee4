import type { Kit } from 'virtual:kit'
import { Fragment } from 'react'
import { drawing, type Resource } from '#content/home/drawing.ts'
import { site } from '#content/site.ts'
import { fill } from '../../../contract/fill.ts'
import { Linked } from '../linked.tsx'

/** Names as a list in the language of the site. */
const listed = (names: string[]) => new Intl.ListFormat(site.language).format(names)

/**
 * The drawn resources that each command adds: a button for each, as Terraform prints it, which highlights the resource in the drawing.
 * @param added the total of resources that each apply adds
 */
export function ApplyLog({ resources, added }: { resources: readonly Resource[]; added: Kit['added'] }) {
  const root = resources.find(({ kind }) => kind === 'root')?.id
  return (
    <div className="log">
      {drawing.logNote && (
        <p className="log-note">
          <Linked text={drawing.logNote} />
        </p>
      )}
      {drawing.log.map(({ command, apply, kinds }) => {
        const drawn = kinds.flatMap((kind) => resources.filter((one) => one.kind === kind))
        const total = added[apply] ?? drawn.length
        return (
          <Fragment key={command}>
            <p>{command}</p>
            {drawn.map((one) => (
              <Line key={one.id} resource={one} root={root} />
            ))}
            {total > drawn.length && <p>{fill(drawing.logMore, { more: total - drawn.length })}</p>}
            <p className="log-done">{fill(drawing.logDone, { added: total })}</p>
          </Fragment>
        )
      })}
    </div>
  )
}

function Line({ resource, root }: { resource: Resource; root: string | undefined }) {
  const { id, kind, parents } = resource
  // A long address breaks after its type or before its key, and not in the middle of a word.
  const line = fill(drawing.lines[kind], { id }).replace(/\.|(?=\[)/g, '$&\u200b')
  const places = parents.filter((parent) => parent !== root)
  return (
    <button
      type="button"
      data-of={id}
      aria-label={places.length > 0 ? line + fill(drawing.logPlaces, { places: listed(places) }) : undefined}
    >
      {line}
    </button>
  )
}
