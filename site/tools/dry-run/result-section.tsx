import { memo, type RefObject } from 'react'
import { dryRun } from '#content/dry-run.ts'
import { scpDryRun } from '#content/scp-dry-run.ts'
import { fill } from '../../../contract/fill.ts'
import { formatCount } from '../format-count.ts'
import { DamagedFiles } from './damaged-files.tsx'
import { DeniedRegions } from './denied-regions.tsx'
import type { NamedText } from './guardrails.ts'
import { messageText } from './message-text.ts'
import { RegionShare } from './region-share.tsx'
import { Rows } from './rows.tsx'
import type { Choices, Message, Shown } from './state.ts'

const { result: words } = dryRun

interface Props {
  shown: Shown
  message: Message
  /** The policy of the example. */
  policy: NamedText
  heading: RefObject<HTMLHeadingElement | null>
  allow(regions: Choices['regions']): void
}

/** What the result is of: its heading, and a text for the example. */
function titleOf({ origin, source, report, choices }: Shown, policy: NamedText) {
  if (!source?.isExample) return { heading: words.heading, text: null }
  const events = formatCount(report.events)
  const [only, ...others] = choices.guardrails.policies
  const isOwnExample = others.length === 0 && only?.name === policy.name
  if (origin === 'build' || isOwnExample)
    return { heading: scpDryRun.example.heading, text: scpDryRun.example.text }
  return { heading: scpDryRun.ownExample.heading, text: fill(scpDryRun.ownExample.text, { events }) }
}

/** A complete result. Memoized, because the progress of a run renders the page four times a second. */
export const ResultSection = memo(function ResultSection(props: Props) {
  const { shown, message, policy, heading, allow } = props
  const { origin, trail, report, run } = shown
  const title = titleOf(shown, policy)
  const totals = [
    ['denied', report.denied, words.denied],
    ['unknown', report.unknown, words.unknown],
    ['allowed', report.allowed, words.allowed],
    ['skipped', report.skipped, words.skipped],
  ] as const
  return (
    <section data-result aria-labelledby="dry-result">
      <h2 id="dry-result" tabIndex={-1} ref={heading}>
        {title.heading}
      </h2>
      {/* The status is above the form, which is out of sight when a run ends. */}
      {message.name === 'done' && <p className="dry-text">{messageText(message)}</p>}
      {title.text && <p className="dry-text">{title.text}</p>}
      {origin === 'build' && (
        <pre className="dry-code" translate="no">
          <code>{policy.text.trimEnd()}</code>
        </pre>
      )}
      <dl className="cells dry-totals">
        {totals.map(([name, count, label]) => (
          <div key={name} className={`dry-total is-${name}`}>
            <dt>{label}</dt>
            <dd data-total={name}>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <RegionShare shown={shown} allow={allow} />
      {report.damaged.length > 0 && <DamagedFiles damaged={report.damaged} />}
      {trail && trail.source.skipped > 0 && (
        <p className="dry-text" data-skipped-files>
          {fill(words.files.skipped, { files: formatCount(trail.source.skipped) })}
        </p>
      )}
      {[...(trail?.reading.partitions ?? [])]
        .filter(([partition]) => partition !== 'aws')
        .map(([partition, events]) => (
          <p key={partition} className="dry-text" data-partition>
            {fill(words.partition, { partition, events: formatCount(events) })}
          </p>
        ))}
      {/* The key resets the filter and the number of rows for another trail. */}
      <Rows key={run} report={report} isInteractive={origin !== 'build'} />
      {report.regions.length > 0 && <DeniedRegions regions={report.regions} />}
      <div className="dry-details">
        {report.notJudged.length > 0 && (
          <div>
            <h3>{words.notJudged.heading}</h3>
            <ul className="dry-not-judged">
              {report.notJudged.map(([times, why]) => (
                <li key={why}>
                  <b>{formatCount(times)}</b> <span>{words.notJudged[why]}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </section>
  )
})
