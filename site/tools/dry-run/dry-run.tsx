import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import { athenaQuery } from 'scp-dry-run/read-trail'
import { dryRun as words } from '#content/dry-run.ts'
import { island } from '../../island.tsx'
import { AthenaSection } from './athena-section.tsx'
import type { ChosenFiles } from './chosen-files.ts'
import { ClosedSheet } from './closed-sheet.tsx'
import { exampleSource } from './example-source.ts'
import { guardrailsOf, type NamedText } from './guardrails.ts'
import { judgeTrail, readFiles } from './jobs.ts'
import { forget, keep, readKept } from './kept.ts'
import { ModeLinks } from './mode-links.tsx'
import { PoliciesSection } from './policies-section.tsx'
import { keptText, policiesIn } from './policy-texts.ts'
import type { Report } from './report.ts'
import { RequestSection } from './request-section.tsx'
import { ResultSection } from './result-section.tsx'
import { type Choices, initialState, isStale, type Mode, reduce, runningEvents, type State } from './state.ts'
import { takePolicies, textsOf } from './take-policies.ts'
import { TrailSection } from './trail-section.tsx'

/** Plain data: the build renders the component with it and writes it into the page as JSON. */
export interface DryRunProps {
  example: {
    report: Report
    /** The trail of the report, as a CSV. */
    table: string
    policy: NamedText
  }
  /** The guardrails of the kit, which a button loads: the page can fetch nothing. */
  kit: readonly NamedText[]
}

/**
 * Reads and judges what the state asks for. Each job runs as long as the state holds its object: another drop, other choices
 * and Cancel abort it, and no job can end in a state that did not start it.
 */
function useDryRun({ example }: DryRunProps) {
  const [state, dispatch] = useReducer(reduce, null, () =>
    initialState({
      report: example.report,
      source: exampleSource(example.table),
      guardrails: guardrailsOf([example.policy]),
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
      (trail) => dispatch({ type: 'read', job: reading, trail }),
      (error) => work.signal.aborted || dispatch({ type: 'failed', error }),
    )
    return () => work.abort()
  }, [reading])

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
    keep({ report, regions: choices.regions, texts: texts.map(keptText) })
  }, [shown, texts])
}

/** The part of the page that acts. The build renders it with the example, and hydrate.tsx hydrates it. */
export const DryRun = island((props: DryRunProps) => {
  const { example, kit } = props
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
      const { files, rest } = await takePolicies(dropped.files)
      if (files.length > 0) dispatch({ type: 'policiesRead', files })
      if (rest.length > 0 || files.length === 0) read({ ...dropped, files: rest })
    },
    [read, dispatch],
  )
  /** Takes what somebody chose as policies, so that a file of another kind is told beside its field, and none vanishes. */
  const readPolicies = useCallback(
    async (chosen: ChosenFiles) => dispatch({ type: 'policiesRead', files: await textsOf(chosen.files) }),
    [dispatch],
  )
  const readExample = useCallback(() => {
    dispatch({ type: 'policiesRead', files: [example.policy] })
    dispatch({ type: 'filesChosen', source: exampleSource(example.table) })
  }, [dispatch, example])
  const readText = useCallback(
    (text: string) => {
      const files = text.trim() ? [{ name: words.athena.paste, content: new Blob([text]) }] : []
      read({ files, skipped: 0 })
    },
    [read],
  )
  const allow = useCallback(
    (regions: Choices['regions']) => {
      dispatch({ type: 'regionsAllowed', regions })
      // The pressed button disappears.
      heading.current?.focus()
    },
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
      <PoliciesSection
        texts={texts}
        kit={kit}
        dispatch={dispatch}
        isWaiting={state.waiting !== null}
        isStale={isStale(state)}
        onFiles={readPolicies}
        readExample={readExample}
      />
      <ModeLinks mode={mode} choose={(chosen: Mode) => dispatch({ type: 'modeChosen', mode: chosen })} />
      {mode === 'request' ? (
        <>
          <RequestSection guardrails={policiesIn(texts) ? choices.guardrails : null} />
          <ClosedSheet />
        </>
      ) : (
        <>
          <div className="dry-top">
            <TrailSection state={state} dispatch={dispatch} read={readDropped} />
            <ClosedSheet />
          </div>
          <ResultSection
            message={state.message}
            shown={shown}
            policy={example.policy}
            heading={heading}
            allow={allow}
          />
          <AthenaSection query={query} readText={readText} />
        </>
      )}
    </>
  )
})
