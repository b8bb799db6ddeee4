// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows are blocks, and Safari drops the roles of a table then

import type { Reading, Result, Row } from 'scp-dry-run'
import { dryRun as words } from '#content/dry-run.ts'
import { labels } from '#content/labels.ts'
import { site } from '#content/site.ts'
import { fill } from '../../../contract/fill.ts'
import { pages } from '../../../contract/paths.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Download } from '../../ui/icons.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { countSkipped, notJudged, regionsLine, rowTexts } from './texts.ts'

const format = (count: number) => count.toLocaleString(site.language)

/** The documentation of the table that the query reads. */
const tableGuide = 'https://docs.aws.amazon.com/athena/latest/ug/create-cloudtrail-table.html'

interface Props {
  example: { reading: Reading; result: Result }
  regions: string[]
  query: string
  units: string[]
  /** What the kit says of regions without us-east-1. */
  keep: string
}

/**
 * The whole page as it is without scripts, with a complete example. `dry-run-script.ts` puts a visitor's result in the place of the
 * example: it copies the rows, fills the elements with `data-…`, and shows what is `hidden` here.
 */
export function DryRun({ example, regions, query, units, keep }: Props) {
  return (
    <div className="wrap page dry-run">
      <BackLink to="/#files" label={labels.back.files} />
      <h1>{words.heading}</h1>
      <p className="text-lead text-muted">{words.lead}</p>
      <div className="dry-top">
        <Trail regions={regions} />
        <Sheet className="dry-closed">
          <h2>{words.closed.heading}</h2>
          <p>{words.closed.text}</p>
          <p>{words.closed.browsers}</p>
          <p data-here data-scripted />
          <p>{words.closed.try}</p>
        </Sheet>
      </div>
      <ResultSection {...example} regions={regions} units={units} keep={keep} />
      <Athena query={query} />
      <section>
        <h2>{words.limits.heading}</h2>
        <ul className="dry-limits">
          {words.limits.texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p className="dry-links">
          <ButtonLink href="/#pricing" variant="primary">
            {words.limits.buy}
          </ButtonLink>
          <a className="text-link" href={pages.policies}>
            {words.limits.policies}
          </a>
        </p>
      </section>
    </div>
  )
}

function Trail({ regions }: { regions: string[] }) {
  const { files, progress } = words
  return (
    <section data-scripted>
      <h2>{files.heading}</h2>
      <div className="dry-drop" data-drop>
        <p className="dry-drop-title">{files.drop}</p>
        <p>{files.kinds}</p>
        <p className="dry-buttons">
          <Button variant="primary" data-do="files">
            {files.chooseFiles}
          </Button>
          <Button data-do="folder">{files.chooseFolder}</Button>
          <Button variant="quiet" data-do="example">
            {files.example}
          </Button>
        </p>
        <input type="file" multiple hidden data-input="files" />
        {/* React's types do not know this attribute. */}
        <input type="file" multiple hidden data-input="folder" {...{ webkitdirectory: '' }} />
      </div>
      <div className="dry-progress">
        {/* Screen readers hear the end of a run, and not each step: the bar has its own role. */}
        <p role="status" data-status />
        <p data-step />
        <progress max={1} value={0} hidden aria-label={files.heading} />
        <Button size="small" data-do="cancel" hidden>
          {progress.cancel}
        </Button>
      </div>
      <div className="dry-field">
        <label htmlFor="regions">{files.regions}</label>
        <input
          id="regions"
          type="text"
          data-regions
          defaultValue={regions.join(', ')}
          aria-describedby="regions-help"
          autoComplete="off"
          spellCheck={false}
        />
        <p id="regions-help" data-regions-help>
          {files.regionsHelp}
        </p>
      </div>
    </section>
  )
}

function ResultSection({
  reading,
  result,
  regions,
  units,
  keep,
}: Props['example'] & Pick<Props, 'regions' | 'units' | 'keep'>) {
  const { result: texts } = words
  const { verdicts, rows } = result
  const totals = [
    ['denied', verdicts.denied, texts.denied],
    ['unknown', verdicts['cannot tell'], texts.unknown],
    ['allowed', verdicts.allowed, texts.allowed],
    ['skipped', countSkipped(reading, result), texts.skipped],
  ] as const
  return (
    <section data-result aria-labelledby="dry-result">
      <h2 id="dry-result" tabIndex={-1}>
        {texts.exampleHeading}
      </h2>
      <p className="dry-text" data-example-text>
        {fill(texts.exampleText, { events: format(reading.events) })}
      </p>
      <dl className="dry-totals">
        {totals.map(([name, count, label]) => (
          <div key={name} className={`dry-total is-${name}`}>
            <dt>{label}</dt>
            <dd data-total={name}>{format(count)}</dd>
          </div>
        ))}
      </dl>
      <div data-damaged hidden className="dry-damaged">
        <h3>{texts.files.heading}</h3>
        <ul />
      </div>
      <h3>{texts.rows}</h3>
      <div className="dry-filter" hidden>
        <div className="dry-field">
          <label htmlFor="filter">{texts.filter}</label>
          <input
            id="filter"
            type="search"
            data-filter
            aria-describedby="filter-help"
            autoComplete="off"
            spellCheck={false}
          />
          <p id="filter-help">{texts.filterHelp}</p>
        </div>
        <p role="status" data-shown />
        <Button size="small" data-do="download">
          <Download size={18} /> {texts.download}
        </Button>
      </div>
      <table role="table" className="dry-rows">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {texts.columns.request}
            </th>
            <th role="columnheader" scope="col">
              {texts.columns.decision}
            </th>
            <th role="columnheader" scope="col">
              {texts.columns.times}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" data-rows>
          {rows.map((row) => (
            <RowOf key={JSON.stringify(row)} row={row} />
          ))}
        </tbody>
      </table>
      <p data-more hidden>
        <Button size="small" data-do="more">
          {texts.more}
        </Button>
      </p>
      <div data-denied-regions>
        <h3>{texts.regions.heading}</h3>
        <p className="dry-text">{texts.regions.text}</p>
        <ul className="dry-regions">
          {[...result.regions].map(([region, times]) => (
            <li key={region}>
              <p>
                <b data-field="region" translate="no">
                  {region}
                </b>{' '}
                <span data-field="times">
                  {format(times)} {texts.regions.requests}
                </span>
              </p>
              <code data-field="line" translate="no">
                {regionsLine(regions, region)}
              </code>
              <Button size="small" data-do="allow" hidden>
                {fill(texts.regions.allow, { region })}
              </Button>
            </li>
          ))}
        </ul>
        <p className="dry-text" data-keep hidden={regions.includes('us-east-1')}>
          {keep}
        </p>
      </div>
      <div className="dry-details">
        <div data-accounts hidden>
          <h3>{texts.accounts.heading}</h3>
          <p className="dry-text">{texts.accounts.text}</p>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.accounts.account}</th>
                <th scope="col">{texts.accounts.unit}</th>
                <th scope="col">{texts.accounts.events}</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row" data-field="account" />
                <td>
                  <select aria-label={texts.accounts.unit}>
                    {units.map((unit) => (
                      <option key={unit}>{unit}</option>
                    ))}
                    <option value="management">{texts.accounts.management}</option>
                  </select>
                </td>
                <td data-field="events" />
              </tr>
            </tbody>
          </table>
          <p data-more-accounts hidden>
            <Button size="small" data-do="more-accounts">
              {texts.more}
            </Button>
          </p>
        </div>
        <div data-not-judged>
          <h3>{texts.notJudged.heading}</h3>
          <ul className="dry-not-judged">
            {notJudged(reading, result, words).map(([times, why]) => (
              <li key={why}>
                <b data-field="times">{format(times)}</b> <span data-field="why">{why}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}

function RowOf({ row }: { row: Row }) {
  const texts = rowTexts(row, words, format)
  return (
    <tr role="row" data-verdict={row.verdict}>
      <th role="rowheader" scope="row">
        <code data-field="action" translate="no">
          {texts.action}
        </code>
        <span data-field="principal" translate="no">
          {texts.principal}
        </span>
        <span data-field="place" translate="no">
          {texts.place}
        </span>
      </th>
      <td role="cell">
        <b data-field="verdict">{texts.verdict}</b>
        <span data-field="reason">{texts.reason}</span>
      </td>
      <td role="cell">
        <b data-field="times">{texts.times}</b>
        <span data-field="days">{texts.days}</span>
      </td>
    </tr>
  )
}

function Athena({ query }: { query: string }) {
  const { athena } = words
  return (
    <section>
      <h2>{athena.heading}</h2>
      <p className="dry-text">
        {athena.text} {athena.table.before}{' '}
        <a className="text-link" href={tableGuide}>
          {athena.table.link}
        </a>
        {athena.table.after} {athena.partitions}
      </p>
      <details className="dry-query">
        <summary>{athena.query}</summary>
        <Button size="small" data-do="copy" data-scripted>
          {athena.copy}
        </Button>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <pre tabIndex={0} translate="no">
          <code data-query>{query}</code>
        </pre>
      </details>
      <div className="dry-field" data-scripted>
        <label htmlFor="pasted">{athena.paste}</label>
        <textarea id="pasted" data-pasted rows={4} autoComplete="off" spellCheck={false} />
        <p>
          <Button size="small" data-do="pasted">
            {athena.read}
          </Button>
        </p>
      </div>
    </section>
  )
}
