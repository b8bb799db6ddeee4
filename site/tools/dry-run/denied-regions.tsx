import { dryRun } from '#content/dry-run.ts'
import { formatCount } from '../format-count.ts'
import type { Report } from './report.ts'

const { regions: words } = dryRun.result

/** The regions of denied requests. */
export const DeniedRegions = ({ regions }: Pick<Report, 'regions'>) => (
  <div>
    <h3>{words.heading}</h3>
    <p className="dry-text">{words.own}</p>
    <ul className="dry-regions">
      {regions.map(([region, times]) => (
        <li key={region} className="box">
          <p>
            <b translate="no">{region}</b> <span>{`${formatCount(times)} ${words.requests}`}</span>
          </p>
        </li>
      ))}
    </ul>
  </div>
)
