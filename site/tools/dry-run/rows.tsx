// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows are blocks, and Safari drops the roles of a table then

import { memo, useDeferredValue, useMemo, useState } from 'react'
import { csvOf, type Row } from 'scp-dry-run'
import { dryRun } from '#content/dry-run.ts'
import { fill } from '../../../contract/fill.ts'
import { Button } from '../../ui/button.tsx'
import { Download } from '../../ui/icons.tsx'
import { formatCount } from '../format-count.ts'
import { saveFile } from '../save-file.ts'
import type { Report } from './report.ts'
import { useShowMore } from './show-more.ts'
import { rowTexts } from './texts.ts'

const { result: words } = dryRun

/** The searched text of each row. Without this cache, each letter in the filter would join all columns of all rows. */
const searchTexts = new WeakMap<Row, string>()
function searchTextOf(row: Row): string {
  const cached = searchTexts.get(row)
  if (cached !== undefined) return cached
  const text = Object.values(row).join(' ').toLowerCase()
  searchTexts.set(row, text)
  return text
}

/** The rows that have each word of the filter in any column, in upper or lower case. */
function filterRows(rows: readonly Row[], filter: string): readonly Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return words.length === 0
    ? rows
    : rows.filter((row) => words.every((word) => searchTextOf(row).includes(word)))
}

/** How many rows are shown, or why none are. */
function shownText({ rows, allowed }: Report, matching: number, most: number): string {
  if (rows.length === 0) return words[allowed > 0 ? 'nothing' : 'notRead']
  if (matching === 0) return words.none
  return fill(words.shown, { shown: formatCount(Math.min(matching, most)), rows: formatCount(matching) })
}

interface Props {
  report: Report
  /** False for the build's example. */
  isInteractive: boolean
}

/** The requests that would be denied, and those that the trail does not decide. */
export function Rows({ report, isInteractive }: Props) {
  const [filter, setFilter] = useState('')
  // The field shows a letter before the rows follow it.
  const applied = useDeferredValue(filter)
  const rows = useMemo(() => filterRows(report.rows, applied), [report.rows, applied])
  const { most, list, showMore, reset, tabIndexOf } = useShowMore(rows.length)

  // Without the byte order mark, Excel on Windows reads UTF-8 as the code page of the country.
  const download = () =>
    saveFile(new Blob(['\ufeff', csvOf(filterRows(report.rows, filter))], { type: 'text/csv' }), words.file)

  return (
    <>
      <h3>{words.rows}</h3>
      {isInteractive && (
        <div className="dry-filter">
          <div className="field">
            <label htmlFor="filter">{words.filter}</label>
            <input
              id="filter"
              type="search"
              value={filter}
              onChange={({ currentTarget }) => {
                setFilter(currentTarget.value)
                reset()
              }}
              aria-describedby="filter-help"
              autoComplete="off"
              spellCheck={false}
            />
            <p id="filter-help">{words.filterHelp}</p>
          </div>
          <p role="status" data-shown>
            {shownText(report, rows.length, most)}
          </p>
          <Button size="small" onClick={download}>
            <Download size={18} /> {words.download}
          </Button>
        </div>
      )}
      <table role="table" className="stacked dry-rows">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {words.columns.request}
            </th>
            <th role="columnheader" scope="col">
              {words.columns.decision}
            </th>
            <th role="columnheader" scope="col">
              {words.columns.times}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" data-rows ref={list}>
          {rows.slice(0, most).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no state, so it can show another request
            <RequestRow key={index} row={row} tabIndex={tabIndexOf(index)} />
          ))}
        </tbody>
      </table>
      {showMore && (
        <p data-more>
          <Button size="small" onClick={showMore}>
            {words.more}
          </Button>
        </p>
      )}
    </>
  )
}

const RequestRow = memo(function RequestRow({ row, tabIndex }: { row: Row; tabIndex: number | undefined }) {
  const texts = rowTexts(row)
  return (
    <tr role="row" data-verdict={row.verdict} tabIndex={tabIndex}>
      <th role="rowheader" scope="row">
        <code translate="no">{texts.action}</code>
        <span translate="no">{texts.principal}</span>
        <span translate="no">{texts.place}</span>
      </th>
      <td role="cell">
        <b className="dry-verdict">{texts.verdict}</b>
        <span>{texts.reason}</span>
      </td>
      <td role="cell">
        <b>{texts.times}</b>
        <span>{texts.days}</span>
      </td>
    </tr>
  )
})
