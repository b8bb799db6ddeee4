import type { Kit } from 'virtual:kit'
import { model } from 'virtual:kit-model'
import { cutKeys, draw, fromQuery, type KitModel, pricesFrom, toQuery } from 'kit-reader/draw'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { draw as words } from '#content/draw.ts'
import { island } from '../../island.tsx'
import { currentQuery, onQueryChange, pushQuery, replaceQuery, textOf } from '../address-query.ts'
import {
  Addresses,
  Bill,
  Figures,
  formatCount,
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

/** The form, the drawing, and everything that follows from the choices. @param uses what is billed by use */
export const Draw = island(function Draw({ uses }: { uses: Kit['byUse'] }) {
  return <Organization kit={model} uses={uses} />
})

function Organization({ kit, uses }: { kit: KitModel; uses: Kit['byUse'] }) {
  // Empty while React hydrates, so that its output matches the built HTML, and the real one right after.
  const query = useSyncExternalStore(onQueryChange, currentQuery, () => '')
  const form = useRef<HTMLFormElement>(null)
  /** The query that the form wrote. Another one comes from a link, or from the history. */
  const written = useRef('')
  /** The query of the values that the form appeared with, and how often it appeared. */
  const [shown, setShown] = useState({ query: '', times: 0 })
  const isReset = useRef(false)
  /** The fields that have something else than is drawn. */
  const [cut, setCut] = useState<readonly string[]>([])
  const organization = useMemo(() => organizationIn(query, kit), [query, kit])
  const drawn = useMemo(() => draw(organization, kit, words.files.comment(kit.version)), [organization, kit])

  const read = () => {
    if (!form.current) return
    const given = queryOf(form.current)
    setCut(cutKeys(given, kit))
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
      setCut(cutKeys(new URLSearchParams(query), kit))
    }
  }, [query, kit])
  // After the effect above, which would take what this one writes for a link.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before React hydrated
  useEffect(() => {
    if (!location.search) read()
  }, [])
  useEffect(() => {
    if (shown.query === currentQuery()) delete document.documentElement.dataset.asked
    // The button that was pressed has gone with the form before.
    if (isReset.current) form.current?.focus()
    isReset.current = false
  }, [shown])

  const { resources, bill, refused, accounts } = drawn
  const unknown = words.summary.unknown
  const figures = {
    // The management account is one, too.
    accounts: String(accounts.length + 1),
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
        cut={cut}
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
        <OrganizationSheet drawn={drawn} />
        <div className="draw-parts">
          <Bill bill={bill} date={pricesFrom} />
          <div className="draw-side">
            <Resources resources={resources} />
            <Quotas quotas={drawn.quotas} />
          </div>
        </div>
        <Uses uses={uses} />
        <Addresses plans={drawn.addresses} />
        <Files files={drawn.files} prefix={organization.prefix} />
      </div>
    </div>
  )
}
