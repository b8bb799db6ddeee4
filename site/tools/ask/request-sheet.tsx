import type { MouseEvent } from 'react'
import { drawing } from '#content/home/drawing.ts'
import { policies as words } from '#content/policies.ts'
import type { plan } from '../../home/plan/plan.tsx'
import { PlanDrawing } from '../../home/plan/plan-drawing.tsx'
import { PlanList } from '../../home/plan/plan-list.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import type { AskData } from './data.ts'
import { type Answer, type GateState, type Question, unitOf } from './question.ts'
import { markStates, type Route, reachedParts, signs } from './route.ts'
import { gateName, markOf } from './view.ts'

interface SheetProps {
  data: AskData
  drawings: typeof plan
  question: Question
  answer: Answer
  /** The visitor chose an account in the drawing. */
  onAccount: (account: string) => void
}

/** The gates, and the drawing in which the request travels through them. */
export function RequestSheet({ data, drawings, question, answer, onAccount }: SheetProps) {
  const { organization, root, routes } = data
  const unit = unitOf(question.account, organization)
  const chooseAccount = ({ target }: MouseEvent) => {
    const id = target instanceof Element && target.closest<SVGElement>('[data-of]')?.dataset.of
    const account = id === root ? 'management' : id
    if (organization.accounts.some(({ name }) => name === account)) onAccount(String(account))
  }
  return (
    <Sheet className="plan ask-sheet">
      <Gates answer={answer} unit={unit} />
      {drawings && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the field "Account" does the same
        <div className="plan-paper sheet-grid" onClick={chooseAccount}>
          {/* A visitor's browser shows one of the two. */}
          {(['wide', 'tall'] as const).map((kind) => (
            <PlanDrawing
              key={kind}
              drawing={drawings[kind]}
              className={`plan-${kind}`}
              label={drawing.spoken.drawing}
              mark={(shape) => markOf(shape, question, answer, { unit, root })}
            >
              <RequestRoute route={routes[kind][question.account]} answer={answer} />
            </PlanDrawing>
          ))}
          <PlanList outline={drawings.whole} />
        </div>
      )}
    </Sheet>
  )
}

/** Nothing for an account that is not in the drawing. */
function RequestRoute({ route, answer }: { route: Route | undefined; answer: Answer }) {
  if (!route) return null
  const reached = reachedParts(answer)
  return (
    <g className="ask-route">
      {route.parts.map((part, index) => (
        <path
          // A new path or state starts the animation again.
          key={`${part} ${reached[index]}`}
          className="ask-part"
          d={part}
          pathLength={reached[index] ? 1 : undefined}
          data-reached={reached[index]}
        />
      ))}
      {markStates(answer).map((state, index) => (
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks of a route have no other name
          key={index}
          className="ask-mark"
          transform={`translate(${route.marks[index]?.join(' ')})`}
          data-state={state}
        >
          <Sign state={state} />
        </g>
      ))}
    </g>
  )
}

function Sign({ state }: { state: GateState }) {
  return (
    <>
      <circle r={8} />
      <path d={signs[state]} />
    </>
  )
}

/** Gates that only a few requests pass. Without a request, they are not there. */
const rareGates = ['buckets', 'trust']

function Gates({ answer, unit }: { answer: Answer; unit: string }) {
  const gates = answer.gates.filter(({ id, state }) => state !== 'none' || !rareGates.includes(id))
  return (
    <ol className="title-block ask-gates" aria-label={words.spoken.gates}>
      {gates.map(({ id, state }) => (
        <li key={id} data-gate={id} data-state={state}>
          <b>{gateName(id, unit, words)}</b>
          <span className="ask-state">
            <svg
              viewBox="-9 -9 18 18"
              width={18}
              height={18}
              aria-hidden="true"
              className="ask-mark"
              data-state={state}
            >
              <Sign state={state} />
            </svg>
            <span>{words.states[state]}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
