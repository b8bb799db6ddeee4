import { byHandHours, byHandWeeks, effort } from '../../../content/home/effort.ts'
import { hero } from '../../../content/home/hero.ts'
import { Dimension } from '../../ui/dimension.tsx'

/** Pixels per working hour, for both bars alike. */
const scale = 2

/** The block in a drawing's corner: what it says is counted or kept elsewhere, never typed here. */
export function TitleBlock({ files, version }: { files: number; version: string }) {
  return (
    <dl className="title-block">
      <div className="title-time">
        <dt>{hero.time}</dt>
        <dd>
          kit <Dimension length={effort.kitHours * scale} /> {effort.kitHours} hours
        </dd>
        <dd>
          by hand <Dimension length={byHandHours * scale} /> {byHandWeeks} weeks
        </dd>
      </div>
      <div>
        <dt>Files</dt>
        <dd>{files}</dd>
      </div>
      <div>
        <dt>Revision</dt>
        <dd>
          <a href="/#kit-changelog-md">v{version}</a>
        </dd>
      </div>
      <div>
        <dt>License</dt>
        <dd>{hero.license}</dd>
      </div>
    </dl>
  )
}
