import type { Kit } from 'virtual:kit'
import { model } from 'virtual:kit-model'
import { blueprintOf, changedKeys, fromQuery, type KitModel, pricesFrom, toQuery } from 'kit-reader/draw'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { draw as words } from '#content/draw.ts'
import { island } from '../../island.tsx'
import { currentQuery, onQueryChange, pushQuery, replaceQuery, textOf } from '../address-query.ts'
import { formatCount } from '../format-count.ts'
import {
  Addresses,
  Bill,
  Figures,
  formatDollars,
  Quotas,
  Resources,
  totalCents,
  totalCount,
  Uses,
} from './figures.tsx'
import { Files } from './files.tsx'
import { OrganizationForm, queryOf, refusedFields } from './organization-form.tsx'
import { OrganizationSheet } from './organization-sheet.tsx'

const organizationIn = (query: string, kit: KitModel) => fromQuery(new URLSearchParams(query), kit)

/** The form and its result. @param uses what AWS bills by use */
export const Draw = island(function Draw({ uses }: { uses: Kit['byUse'] }) {
  return <Organization kit={model} uses={uses} />
})

function Organization({ kit, uses }: { kit: KitModel; uses: Kit['byUse'] }) {
  // Empty during hydration, so that the output matches the built HTML.
  const query = useSyncExternalStore(onQueryChange, currentQuery, () => '')
  const form = useRef<HTMLFormElement>(null)
  /** The last query that the form wrote. Any other query comes from a link or the history. */
  const written = useRef('')
  /** The query that the form's initial values come from, and how often the form was mounted. */
  const [shown, setShown] = useState({ query: '', times: 0 })
  const isReset = useRef(false)
  /** The fields whose values were shortened or rejected. */
  const [changed, setChanged] = useState<readonly string[]>([])
  const organization = useMemo(() => organizationIn(query, kit), [query, kit])
  const blueprint = useMemo(
    () => blueprintOf(organization, kit, words.files.comment(kit.version)),
    [organization, kit],
  )

  const read = () => {
    if (!form.current) return
    const given = queryOf(form.current)
    setChanged(changedKeys(given, kit))
    const next = toQuery(fromQuery(given, kit), kit)
    const text = textOf(next)
    if (text === currentQuery()) return
    written.current = text
    replaceQuery(next)
  }
  useEffect(() => {
    if (query !== written.current) {
      written.current = query
      setShown(({ times }) => ({ query, times: times + 1 }))
      setChanged(changedKeys(new URLSearchParams(query), kit))
    }
  }, [query, kit])
  // This effect comes after the one above, or that one would mistake this write for an opened link.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before hydration
  useEffect(() => {
    if (!location.search) read()
  }, [])
  useEffect(() => {
    if (shown.query === currentQuery()) delete document.documentElement.dataset.asked
    // The pressed button was unmounted with the previous form.
    if (isReset.current) form.current?.focus()
    isReset.current = false
  }, [shown])

  const { resources, bill, refused, accounts } = blueprint
  const unknown = words.summary.unknown
  const figures = {
    // Plus the management account.
    accounts: refused.length > 0 ? unknown : String(accounts.length + 1),
    resources: resources ? formatCount(totalCount(resources)) : unknown,
    bill: bill ? formatDollars(totalCents(bill)) : unknown,
  }
  return (
    <div className="draw-body">
      <OrganizationForm
        key={shown.times}
        kit={kit}
        shown={organizationIn(shown.query, kit)}
        organization={organization}
        refused={refused}
        changed={changed}
        ref={form}
        onInput={read}
        onReset={() => {
          isReset.current = true
          pushQuery(new URLSearchParams())
        }}
      />
      <Figures figures={figures} />
      <div className="draw-result">
        <p role="status" className={refused.length > 0 ? 'draw-refused' : 'sr-only'}>
          {refused.length > 0
            ? words.summary.refused(refusedFields(refused))
            : words.summary.status(accounts.length + 1, figures.resources, figures.bill)}
        </p>
        <OrganizationSheet blueprint={blueprint} />
        <div className="draw-parts">
          <Bill bill={bill} date={pricesFrom} />
          <div className="draw-side">
            <Resources resources={resources} />
            <Quotas quotas={blueprint.quotas} />
          </div>
        </div>
        <Uses uses={uses} />
        <Addresses plans={blueprint.addresses} />
        <Files files={blueprint.files} refused={refused} prefix={organization.prefix} />
      </div>
    </div>
  )
}
