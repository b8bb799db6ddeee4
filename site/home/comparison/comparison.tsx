import { comparison } from '#content/home/comparison.ts'
import { island } from '../../island.tsx'
import { Section } from '../../ui/section.tsx'
import { Help } from './help.tsx'

const { columns } = comparison
const approaches = [
  { key: 'workspaces', label: columns.workspaces },
  { key: 'branches', label: columns.branches },
  { key: 'kit', label: columns.kit },
] as const

const lead = (
  <>
    {comparison.lead}
    {comparison.more && (
      <>
        {' '}
        <a className="text-link" href={comparison.more.to}>
          {comparison.more.label}
        </a>
        .
      </>
    )}
  </>
)

/**
 * The roles are explicit because the phone's layout does not use CSS tables. Without the roles, some browsers would not
 * announce a table. ARIA in HTML calls them redundant, so W3C's checker reports each cell of this table and nothing else.
 */
export const Comparison = island(() => {
  return (
    <Section id="compare" heading={comparison.heading} lead={lead} className="compare-section">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table role="table" className="compare">
        <caption className="sr-only">{comparison.caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {columns.task}
            </th>
            {approaches.map(({ key, label }) => (
              <th key={key} role="columnheader" scope="col" className={`compare-${key}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {comparison.rows.map((row) => (
            <tr key={row.id} role="row">
              {/* The label leaves out the name of the button inside. */}
              <th role="rowheader" scope="row" aria-label={row.task}>
                <span className="compare-task">
                  {row.task}
                  <Help id={`about-${row.id}`} about={comparison.about(row.task)}>
                    {row.description}
                  </Help>
                </span>
              </th>
              {approaches.map(({ key, label }) => (
                <td key={key} role="cell" className={`compare-${key}`} data-approach={label}>
                  {/* comparison.css draws the stars before the words. */}
                  <span className={`stars stars-${row.ratings[key]}`}>
                    {comparison.rating(row.ratings[key], 5)}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </Section>
  )
})
