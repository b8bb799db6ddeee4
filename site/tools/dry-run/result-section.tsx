import { memo, type RefObject } from 'react'
import { dryRun } from '#content/dry-run.ts'
import { fill } from '../../../contract/fill.ts'
import { formatCount } from '../format-count.ts'
import { Accounts } from './accounts.tsx'
import { DeniedRegions } from './denied-regions.tsx'
import { Rows } from './rows.tsx'
import type { Choices, DamagedFile, Shown } from './state.ts'

const { result: words } = dryRun
const mostDamaged = 20

interface Props {
  shown: Shown
  /** The units in the fields. During a run, they may differ from those of the shown result. */
  chosenUnits: Choices['units']
  units: readonly string[]
  keep: string
  heading: RefObject<HTMLHeadingElement | null>
  allow(regions: readonly string[], region: string): void
  chooseUnit(account: string, unit: string): void
}

/** A complete result. Memoized, because the progress of a run renders the page four times a second. */
export const ResultSection = memo(function ResultSection(props: Props) {
  const { shown, chosenUnits, units, keep, heading, allow, chooseUnit } = props
  const { trail, report, run } = shown
  const isExample = !trail || trail.source.isExample
  const totals = [
    ['denied', report.denied, words.denied],
    ['unknown', report.unknown, words.unknown],
    ['allowed', report.allowed, words.allowed],
    ['skipped', report.skipped, words.skipped],
  ] as const
  return (
    <section data-result aria-labelledby="dry-result">
      <h2 id="dry-result" tabIndex={-1} ref={heading}>
        {isExample ? words.exampleHeading : words.heading}
      </h2>
      {isExample && (
        <p className="dry-text">{fill(words.exampleText, { events: formatCount(report.events) })}</p>
      )}
      <dl className="dry-totals">
        {totals.map(([name, count, label]) => (
          <div key={name} className={`dry-total is-${name}`}>
            <dt>{label}</dt>
            <dd data-total={name}>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      {trail && trail.damaged.length > 0 && <DamagedFiles damaged={trail.damaged} />}
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
      <Rows key={run} report={report} isInteractive={trail !== null} />
      {report.regions.length > 0 && <DeniedRegions shown={shown} keep={keep} allow={trail ? allow : null} />}
      <div className="dry-details">
        {trail && (
          <Accounts
            key={run}
            trail={trail}
            accounts={report.accounts}
            chosenUnits={chosenUnits}
            units={units}
            choose={chooseUnit}
          />
        )}
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

function DamagedFiles({ damaged }: { damaged: readonly DamagedFile[] }) {
  const { files } = words
  return (
    <div data-damaged className="dry-damaged">
      <h3>{files.heading}</h3>
      <ul>
        {damaged.slice(0, mostDamaged).map(({ name, damage, events }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and the list never changes
          <li key={index}>{`${name} ${fill(files[damage], { events: formatCount(events) })}`}</li>
        ))}
        {damaged.length > mostDamaged && (
          <li>{fill(files.more, { files: formatCount(damaged.length - mostDamaged) })}</li>
        )}
      </ul>
    </div>
  )
}
