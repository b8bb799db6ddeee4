import type { NamedPolicy } from 'kit-reader/policies'
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react'
import { dryRun as words } from '#content/dry-run.ts'
import { island } from '../../island.tsx'
import { AthenaSection } from './athena-section.tsx'
import type { ChosenFiles } from './chosen-files.ts'
import { ClosedSheet } from './closed-sheet.tsx'
import { type Guardrails, judgeTrail, kitGuardrails, readFiles } from './jobs.ts'
import type { Report } from './report.ts'
import { ResultSection } from './result-section.tsx'
import { initialState, reduce } from './state.ts'
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
  attachments: Readonly<Record<string, readonly string[]>>
  policies: readonly NamedPolicy[]
  /** The regions that the kit's policies allow. */
  regions: readonly string[]
  units: readonly string[]
  /** The query for Athena. */
  query: string
  /** The kit's message about regions without us-east-1. */
  keep: string
}

/**
 * Reads and judges what the state asks for. Each job runs as long as the state holds its object: another drop, other choices
 * and Cancel abort it, and no job can end in a state that did not start it.
 */
function useDryRun(example: DryRunProps['example'], regions: readonly string[], guardrails: Guardrails) {
  const [state, dispatch] = useReducer(reduce, null, () => initialState(example.report, regions))
  const { phase } = state

  const source = phase.name === 'reading' ? phase.source : null
  useEffect(() => {
    if (!source) return
    const work = new AbortController()
    const onProgress = (file: number, events: number) =>
      dispatch({ type: 'progressed', source, file, events })
    readFiles(source, guardrails, work.signal, onProgress).then(
      (trail) => dispatch({ type: 'read', trail, units: source.isExample ? example.units : {} }),
      (error) => work.signal.aborted || dispatch({ type: 'failed', error }),
    )
    return () => work.abort()
  }, [source, guardrails, example])

  const job = phase.name === 'judging' ? phase.job : null
  useEffect(() => {
    if (!job) return
    const work = new AbortController()
    judgeTrail(job, guardrails, work.signal).then(
      (report) => dispatch({ type: 'judged', job, report }),
      (error) => work.signal.aborted || dispatch({ type: 'failed', error }),
    )
    return () => work.abort()
  }, [job, guardrails])

  return [state, dispatch] as const
}

/** The part of the page that acts. The build renders it with the example, and hydrate.tsx hydrates it. */
export const DryRun = island(
  ({ example, attachments, policies, regions, units, query, keep }: DryRunProps) => {
    const guardrails = useMemo(() => kitGuardrails(attachments, policies), [attachments, policies])
    const [state, dispatch] = useDryRun(example, regions, guardrails)
    const { shown, choices } = state

    const heading = useRef<HTMLHeadingElement>(null)
    const { run } = shown
    useEffect(() => {
      if (run === 0) return
      heading.current?.focus({ preventScroll: true })
      heading.current?.closest('section')?.scrollIntoView({ block: 'start' })
    }, [run])

    const read = useCallback(
      (chosen: ChosenFiles, isExample = false) =>
        dispatch({ type: 'filesChosen', source: { ...chosen, isExample } }),
      [dispatch],
    )
    const readExample = () =>
      read({ files: [{ name: 'example.csv', content: new Blob([example.table]) }], skipped: 0 }, true)
    const readText = useCallback(
      (text: string) => {
        const files = text.trim() ? [{ name: words.athena.paste, content: new Blob([text]) }] : []
        read({ files, skipped: 0 })
      },
      [read],
    )
    const allow = useCallback(
      (allowed: readonly string[], region: string) => {
        dispatch({ type: 'regionsEntered', text: [...allowed, region].join(', ') })
        // The pressed button disappears with its region.
        heading.current?.focus()
      },
      [dispatch],
    )
    const chooseUnit = useCallback(
      (account: string, unit: string) => dispatch({ type: 'unitChosen', account, unit }),
      [dispatch],
    )

    return (
      <>
        <div className="dry-top">
          <TrailSection state={state} dispatch={dispatch} read={read} readExample={readExample} />
          <ClosedSheet />
        </div>
        <ResultSection
          shown={shown}
          chosenUnits={choices.units}
          units={units}
          keep={keep}
          heading={heading}
          allow={allow}
          chooseUnit={chooseUnit}
        />
        <AthenaSection query={query} readText={readText} />
      </>
    )
  },
)
