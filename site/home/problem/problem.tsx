import type { ReactNode } from 'react'
import { effortSource, inHours, setups } from '#content/home/effort.ts'
import { problem, solution } from '#content/home/problem.ts'
import { Section } from '../../ui/section.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tangle } from './tangle.tsx'
import { Tidy } from './tidy.tsx'

const { first, practiced } = setups
/** The kit's hours as a share of the hours by hand. The width of each drawing shows its hours. */
const share = (first.withKit / first.byHand) * 100

/** The problem has the whole width. The width of the solution is its share of the hours. */
export function Problem() {
  return (
    <Section id="problem" heading={problem.heading} className="section-tinted">
      <Tangle />
      <DimensionLine>
        {problem.byHand(inHours(first.byHand), inHours(practiced.byHand))}
        {effortSource && (
          <>
            {' ('}
            <a href={effortSource.to}>{effortSource.label}</a>)
          </>
        )}
      </DimensionLine>
      <ul className="problem-list">
        {problem.list.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p className="text-small text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <Sheet className="solution">
        <style>{`.solution{--share:${share}%}`}</style>
        <div className="solution-scale sheet-grid">
          <Tidy />
          <DimensionLine>
            {solution.withKit(inHours(first.withKit), inHours(practiced.withKit))}
          </DimensionLine>
        </div>
        <div className="solution-text">
          <h2>{solution.heading}</h2>
          <p className="solution-claim">{solution.claim}</p>
          <p className="text-small text-muted">{solution.estimate(first.saved, practiced.saved)}</p>
          <p>{solution.text}</p>
          <dl className="text-small">
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

/** A dimension line as wide as the thing that it measures, with its figures below. */
function DimensionLine({ children }: { children: ReactNode }) {
  return (
    <p className="dimension-line">
      <span>{children}</span>
    </p>
  )
}
