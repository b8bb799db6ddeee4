import { comparison } from '#content/home/comparison.ts'
import { island } from '../../island.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Help } from './help.tsx'

const { columns } = comparison
const approaches = [
  { key: 'workspaces', label: columns.workspaces },
  { key: 'branches', label: columns.branches },
  { key: 'kit', label: columns.kit },
] as const

/**
 * The roles are explicit because the phone's layout does not use CSS tables. Without the roles, some browsers would not
 * announce a table. ARIA in HTML calls them redundant, so W3C's checker reports each cell of this table and nothing else.
 */
export const Comparison = island(() => {
  return (
    <Section id="compare" heading={comparison.heading} lead={comparison.lead} className="section-joined">
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table role="table" className="stacked compare">
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
                {row.task}{' '}
                <Help id={`about-${row.id}`} about={comparison.about(row.task)}>
                  {row.description}
                </Help>
              </th>
              {approaches.map(({ key }) => (
                // comparison.css draws the stars before the words.
                <td key={key} role="cell" className={`compare-${key} stars stars-${row.ratings[key]}`}>
                  {comparison.rating(row.ratings[key], 5)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      {comparison.more && (
        <ButtonLink href={comparison.more.to} className="compare-more">
          {comparison.more.label}
        </ButtonLink>
      )}
    </Section>
  )
})
