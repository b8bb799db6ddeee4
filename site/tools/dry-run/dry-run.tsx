import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import { athenaQuery } from 'scp-dry-run/read-trail'
import { dryRun as words } from '#content/dry-run.ts'
import { island } from '../../island.tsx'
import { AthenaSection } from './athena-section.tsx'
import type { ChosenFiles } from './chosen-files.ts'
import { ClosedSheet } from './closed-sheet.tsx'
import { exampleSource } from './example-source.ts'
import { type Guardrails, ownGuardrails, type PolicySource } from './guardrails.ts'
import { judgeTrail, readFiles } from './jobs.ts'
import { forget, keep, readKept } from './kept.ts'
import type { KitParts } from './kit-parts.ts'
import type { OwnParts } from './own-parts.ts'
import { initialTexts, keptText, policiesIn } from './policy-texts.ts'
import type { Report } from './report.ts'
import { ResultSection } from './result-section.tsx'
import {
  type Action,
  type Choices,
  initialState,
  isStale,
  type Mode,
  reduce,
  runningEvents,
  type State,
} from './state.ts'
import { TrailSection } from './trail-section.tsx'

/** Plain data: the build renders the component with it and writes it into the page as JSON. */
export interface DryRunProps {
  example: {
    report: Report
    /** The trail of the report, as a CSV. */
    table: string
    /** The units of its accounts. */
    units: Readonly<Record<string, string>>
  }
  policies: PolicySource
}
/** What only one of the two pages needs. The other one is null. */
export interface Parts {
  kit: KitParts | null
  own: OwnParts | null
}

/** What judges before the visitor has typed anything. */
function guardrailsOf(policies: PolicySource, { kit, own }: Parts): Guardrails {
  if (policies.kind === 'kit') return kit?.kitGuardrails(policies) ?? ownGuardrails([])
  return own?.exampleGuardrails(policies) ?? ownGuardrails([])
}

/**
 * Reads and judges what the state asks for. Each job runs as long as the state holds its object: another drop, other choices
 * and Cancel abort it, and no job can end in a state that did not start it.
 */
function useDryRun({ example, policies, kit, own }: DryRunProps & Parts) {
  const parse = own?.parse ?? null
  const reducer = (before: State, action: Action) => reduce(before, action, parse)
  const [state, dispatch] = useReducer(reducer, null, () =>
    initialState({
      report: example.report,
      source: exampleSource(example.table),
      guardrails: guardrailsOf(policies, { kit, own }),
      regions: policies.kind === 'kit' ? policies.regions : null,
      texts: own ? initialTexts : null,
    }),
  )
  const { phase } = state

  const reading = phase.name === 'reading' ? phase.job : null
  useEffect(() => {
    if (!reading) return
    const work = new AbortController()
    const onProgress = (file: number, events: number) =>
      dispatch({ type: 'progressed', job: reading, file, events })
    readFiles(reading, work.signal, onProgress).then(
      (trail) =>
        dispatch({ type: 'read', job: reading, trail, units: reading.source.isExample ? example.units : {} }),
      (error) => work.signal.aborted || dispatch({ type: 'failed', error }),
    )
    return () => work.abort()
  }, [reading, example])

  const judging = phase.name === 'judging' ? phase.job : null
  useEffect(() => {
    if (!judging) return
    const work = new AbortController()
    judgeTrail(judging, work.signal).then(
      (report) => dispatch({ type: 'judged', job: judging, report }),
      (error) => work.signal.aborted || dispatch({ type: 'failed', error }),
    )
    return () => work.abort()
  }, [judging])

  return [state, dispatch] as const
}

/** Asks before the visitor leaves during a run, and keeps a result until the visitor comes back. */
function useLeaving(state: State) {
  const isRunning = runningEvents(state) !== null
  useEffect(() => {
    if (!isRunning) return
    const leaving = new AbortController()
    addEventListener('beforeunload', (event) => event.preventDefault(), { signal: leaving.signal })
    return () => leaving.abort()
  }, [isRunning])

  const { shown, texts } = state
  useEffect(() => {
    if (shown.origin !== 'page' || shown.source?.isExample) return
    const { report, choices } = shown
    const { regions, units } = choices
    keep({ report, regions, units, texts: texts?.map(keptText) ?? null })
  }, [shown, texts])
}

/** The part of the page that acts. The build renders it with the example, and hydrate.tsx hydrates it. */
export const DryRun = island((props: DryRunProps & Parts) => {
  const { example, policies, kit, own } = props
  const [state, dispatch] = useDryRun(props)
  const { shown, choices, texts, mode } = state
  useLeaving(state)

  const heading = useRef<HTMLHeadingElement>(null)
  const { run } = shown
  useEffect(() => {
    if (run === 0) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView({ block: 'start' })
  }, [run])

  const read = useCallback(
    (chosen: ChosenFiles) => dispatch({ type: 'filesChosen', source: { ...chosen, isExample: false } }),
    [dispatch],
  )
  /** Takes the policies out of what was dropped. The rest is a trail. */
  const readDropped = useCallback(
    async (dropped: ChosenFiles) => {
      if (!own) return read(dropped)
      const { files, rest } = await own.takePolicies(dropped.files)
      if (files.length > 0) dispatch({ type: 'policiesRead', files })
      if (rest.length > 0 || files.length === 0) read({ ...dropped, files: rest })
    },
    [read, dispatch, own],
  )
  const readExample = useCallback(() => {
    if (policies.kind === 'own')
      dispatch({ type: 'policiesRead', files: [{ name: policies.name, text: policies.text }] })
    dispatch({ type: 'filesChosen', source: exampleSource(example.table) })
  }, [dispatch, policies, example])
  const readText = useCallback(
    (text: string) => {
      const files = text.trim() ? [{ name: words.athena.paste, content: new Blob([text]) }] : []
      read({ files, skipped: 0 })
    },
    [read],
  )
  const allow = useCallback(
    (regions: Choices['regions']) => {
      if (policies.kind === 'own') dispatch({ type: 'regionsAllowed', regions })
      else dispatch({ type: 'regionsEntered', text: (regions ?? []).join(', ') })
      // The pressed button disappears.
      heading.current?.focus()
    },
    [dispatch, policies],
  )
  const chooseUnit = useCallback(
    (account: string, unit: string) => dispatch({ type: 'unitChosen', account, unit }),
    [dispatch],
  )
  // The address says how the page begins. The page never writes into it.
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const kept = readKept()
    if (query.has('example')) {
      forget()
      readExample()
    } else if (kept) dispatch({ type: 'restored', kept })
    if (query.get('mode') === 'request') dispatch({ type: 'modeChosen', mode: 'request' })
  }, [dispatch, readExample])

  const { guardrails } = choices
  const query = useMemo(() => athenaQuery(guardrails.policies.map(({ document }) => document)), [guardrails])
  return (
    <>
      {own && texts && (
        <own.PoliciesSection
          texts={texts}
          dispatch={dispatch}
          isWaiting={state.waiting !== null}
          isStale={isStale(state)}
          onFiles={readDropped}
        />
      )}
      {own && (
        <own.ModeLinks
          mode={mode}
          choose={(chosen: Mode) => dispatch({ type: 'modeChosen', mode: chosen })}
        />
      )}
      {own && mode === 'request' ? (
        <>
          <own.RequestSection guardrails={texts && policiesIn(texts) ? choices.guardrails : null} />
          <ClosedSheet />
        </>
      ) : (
        <>
          <div className="dry-top">
            <TrailSection state={state} dispatch={dispatch} read={readDropped} readExample={readExample}>
              {kit && <kit.RegionsField state={state} dispatch={dispatch} />}
            </TrailSection>
            <ClosedSheet />
          </div>
          <ResultSection
            message={state.message}
            shown={shown}
            chosenUnits={choices.units}
            policies={policies}
            kit={kit}
            heading={heading}
            allow={allow}
            chooseUnit={chooseUnit}
          />
          <AthenaSection query={query} readText={readText} />
        </>
      )}
    </>
  )
})
