import { drawing } from '#content/home/drawing.ts'
import { solution } from '#content/home/problem.ts'
import { fill } from '../../../contract/fill.ts'
import { organization } from '../plan/plan.tsx'

/** The same organization with the kit: the management account above its units, each with its accounts. */
export function Tidy() {
  return (
    <div className="tidy" role="img" aria-label={solution.drawing}>
      <span className="tidy-root">{drawing.names.root}</span>
      {organization.units.map((unit) => (
        <div key={unit.id}>
          <b>{fill(drawing.names.unit, unit)}</b>
          {unit.accounts.map((id) => (
            <span key={id}>{id}</span>
          ))}
        </div>
      ))}
    </div>
  )
}
