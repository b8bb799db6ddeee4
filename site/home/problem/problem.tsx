import type { ReactNode } from 'react'
import { byHandHours, effort, effortSource, inWorkingHours } from '#content/home/effort.ts'
import { problem, solution } from '#content/home/problem.ts'
import { Section } from '../../ui/section.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { plan } from '../plan/plan.tsx'
import { PlanDrawing } from '../plan/plan-drawing.tsx'
import { Tangle } from './tangle.tsx'

/** The kit's hours as a share of the hours by hand. The width of each drawing shows its hours. */
const share = (effort.kitHours / byHandHours) * 100

/** The problem has the whole width. The width of the solution is its share of the hours. */
export function Problem() {
  return (
    <Section id="problem" heading={problem.heading} className="problem">
      <Tangle />
      <DimensionLine>
        {problem.byHand}: {inWorkingHours(byHandHours)}
        {effortSource && (
          <>
            {', '}
            {problem.estimated} (
            <a className="text-link" href={effortSource.to}>
              {effortSource.label}
            </a>
            )
          </>
        )}
      </DimensionLine>
      <ul className="problem-list">
        {problem.list.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <Sheet className="solution">
        <style>{`.solution{--share:${share}%}`}</style>
        <div className="solution-scale sheet-grid">
          <PlanDrawing
            drawing={plan.tall}
            className="solution-drawing solution-tall"
            label={solution.drawing}
            bare
          />
          <PlanDrawing
            drawing={plan.wide}
            className="solution-drawing solution-wide"
            label={solution.drawing}
            bare
          />
          <DimensionLine>
            {solution.withKit}: {inWorkingHours(effort.kitHours)}
          </DimensionLine>
        </div>
        <div className="solution-text">
          <h2>{solution.heading}</h2>
          <p className="solution-claim">{solution.claim}</p>
          <p className="text-lead text-muted">{solution.text}</p>
          <dl>
            {solution.left.map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Sheet>
    </Section>
  )
}

/** A dimension line as wide as the thing that it measures, with its figure below. */
function DimensionLine({ children }: { children: ReactNode }) {
  return (
    <p className="dimension-line">
      <span>{children}</span>
    </p>
  )
}
