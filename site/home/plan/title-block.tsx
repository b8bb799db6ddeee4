import { drawing } from '#content/home/drawing.ts'
import { inHours, setups } from '#content/home/effort.ts'
import { hero } from '#content/home/hero.ts'
import { kitEntryPath } from '../../../contract/paths.ts'

/** Pixels per working hour, the same for both bars. */
const scale = 3

/** The title block below the drawing. Its figures are counted in the kit or come from content. */
export function TitleBlock({ files, version }: { files: number; version: string }) {
  const words = drawing.titleBlock
  const { byHand, withKit } = setups.first
  return (
    <dl className="title-block">
      <div className="title-time">
        <dt>{hero.time}</dt>
        <dd>
          {words.kit} <Dimension length={withKit * scale} /> {inHours(withKit)}
        </dd>
        <dd>
          {words.byHand} <Dimension length={byHand * scale} /> {inHours(byHand)}
        </dd>
      </div>
      <div>
        <dt>{words.files}</dt>
        <dd>{files}</dd>
      </div>
      <div>
        <dt>{words.revision}</dt>
        <dd>
          <a href={kitEntryPath('CHANGELOG.md')}>v{version}</a>
        </dd>
      </div>
      <div>
        <dt>{words.license}</dt>
        <dd>{hero.license}</dd>
      </div>
    </dl>
  )
}

/** A dimension line as on a drawing, with its two end marks. `length` is in CSS pixels. */
function Dimension({ length }: { length: number }) {
  return (
    <svg className="dimension" width={length} height={10} aria-hidden="true">
      <path
        d={`M.5 1v8M${length - 0.5} 1v8M.5 5H${length - 0.5}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1"
      />
    </svg>
  )
}
