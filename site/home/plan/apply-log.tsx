import type { Kit } from 'virtual:kit'
import { Fragment } from 'react'
import { drawing } from '#content/home/drawing.ts'
import { fill } from '../../../contract/fill.ts'
import { Linked } from '../linked.tsx'
import type { Drawn } from './organization.ts'

/**
 * What each command adds, as Terraform prints it, in a few lines. Each line of a resource is a button that highlights the resource in
 * the drawing; the last line of a command highlights all that it adds.
 * @param drawn the ids in the drawing, by their kind
 * @param added the total of resources that each apply adds
 * @throws Error if content names an apply that the kit does not have, or a line of a resource that is not drawn
 */
export function ApplyLog({ drawn, added }: { drawn: Drawn; added: Kit['added'] }) {
  return (
    <div className="log">
      {drawing.logNote && (
        <p className="log-note">
          <Linked text={drawing.logNote} />
        </p>
      )}
      {drawing.log.map(({ command, apply, kinds, lines }) => {
        const ids = kinds.flatMap((kind) => drawn[kind])
        const total = added[apply]
        if (total === undefined) throw new Error(`content/home/drawing.ts names the unknown apply ${apply}.`)
        return (
          <Fragment key={command}>
            <p>{command}</p>
            {lines.map(({ of, text, always }) => {
              if (!ids.includes(of))
                throw new Error(`content/home/drawing.ts has a line of ${of}, which ${apply} does not draw.`)
              return (
                <button key={of} type="button" data-of={of} className={always ? undefined : 'log-more'}>
                  {breakable(text)}
                </button>
              )
            })}
            <button type="button" data-of={ids.join(' ')} className="log-done">
              {fill(drawing.logDone, { added: total })}
            </button>
          </Fragment>
        )
      })}
    </div>
  )
}

/** A long address breaks after its type or before its key, and not in the middle of a word. */
const breakable = (line: string) => line.replace(/\.|(?=\[)/g, '$&\u200b')
