import { drawing } from '#content/home/drawing.ts'
import { policies } from '#content/policies.ts'
import { pages, policiesDataPath } from '../../../contract/paths.ts'
import type { Shape } from '../../home/plan/drawing.ts'
import type { plan } from '../../home/plan/plan.tsx'
import { PlanDrawing } from '../../home/plan/plan-drawing.tsx'
import { PlanList } from '../../home/plan/plan-list.tsx'
import { Code } from '../../ui/code.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { textOf } from '../address-query.ts'
import type { Preset } from './build.ts'
import type { AskData } from './data.ts'
import {
  type Answer,
  absent,
  answer,
  asks,
  choiceOf,
  type GateState,
  type Organization,
  type Question,
  toQuery,
  usual,
} from './question.ts'
import { markStates, type Route, reached, signs } from './route.ts'
import { captionOf, codeOf, colored, gateName, markOf, sentenceOf } from './view.ts'

type Drawings = NonNullable<typeof plan>

interface Props {
  data: AskData
  presets: Preset[]
  drawings: Drawings | null
}

const unitOf = ({ accounts }: Organization, account: string) =>
  accounts.find(({ name }) => name === account)?.unit ?? ''

/** The form, the answer and the drawing. They show the example until the visitor asks something else (ask-script.ts). */
export function Ask({ data, drawings, presets }: Props) {
  const { organization, example } = data
  const found = answer(example, organization)
  const unit = unitOf(organization, example.account)
  const [code, caption] = [codeOf(found, example), captionOf(found, data.files)]
  return (
    <div className="ask-body" data-source={policiesDataPath}>
      <div className="ask-left">
        <Form organization={organization} example={example} />
        <section className="ask-answer" data-verdict={found.verdict} aria-labelledby="ask-answer">
          <h2 id="ask-answer" className="sr-only" tabIndex={-1}>
            {policies.spoken.answer}
          </h2>
          <div role="status">
            <p className="ask-verdict">{policies.verdicts[found.verdict]}</p>
            <p className="ask-sentence">{sentenceOf(found, unit, policies)}</p>
          </div>
          <figure className={`code ${found.by ? '' : 'is-missing'}`} hidden={!code}>
            <figcaption translate="no">
              {caption.href ? <a href={caption.href}>{caption.text}</a> : caption.text}
            </figcaption>
            <div translate="no">
              <Code colored={colored(code)} />
            </div>
          </figure>
          <button
            type="button"
            className="code-copy ask-copy"
            hidden
            data-done={policies.copy.done}
            data-failed={policies.copy.failed}
          >
            {policies.copy.link}
          </button>
        </section>
      </div>
      <div className="ask-right">
        <Sheet className="plan ask-sheet">
          <Gates found={found} unit={unit} />
          {drawings && (
            <div className="plan-paper sheet-grid">
              <Drawn drawings={drawings} data={data} found={found} unit={unit} />
              <PlanList outline={drawings.whole} />
            </div>
          )}
        </Sheet>
        <nav className="ask-examples" aria-label={policies.spoken.examples}>
          <ul>
            {presets.map(({ title, question }) => (
              <li key={title}>
                <a href={`${pages.policies}${textOf(toQuery(question))}`} data-preset>
                  <b>{question.who}</b> {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="ask-not">{policies.not}</p>
      </div>
    </div>
  )
}

function Form({ organization, example }: { organization: Organization; example: Question }) {
  const { fields, choices } = policies
  const { accounts, principals, regions, values } = organization
  const units = [...new Set(accounts.map(({ unit }) => unit))]
  const { keys, resource } = asks(example, organization)
  return (
    <div className="ask-form">
      <fieldset disabled>
        <legend className="sr-only">{policies.spoken.question}</legend>
        <div className="field">
          <label htmlFor="ask-who">{fields.who}</label>
          <select id="ask-who" name="who" defaultValue={example.who}>
            {Object.keys(principals).map((who) => (
              <option key={who}>{who}</option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="ask-account">{fields.account}</label>
          <select id="ask-account" name="account" defaultValue={example.account} translate="no">
            {units.map((unit) => (
              <optgroup key={unit} label={unit}>
                {accounts
                  .filter((account) => account.unit === unit)
                  .map(({ name }) => (
                    <option key={name}>{name}</option>
                  ))}
              </optgroup>
            ))}
          </select>
        </div>
        <div className="field ask-action">
          <label htmlFor="ask-action">{fields.action}</label>
          <input
            id="ask-action"
            type="text"
            name="action"
            list="ask-actions"
            defaultValue={example.action}
            maxLength={128}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            translate="no"
          />
          <datalist id="ask-actions" />
        </div>
        <div className="field ask-resource" hidden={!resource}>
          <label htmlFor="ask-resource">{fields.resource}</label>
          <input
            id="ask-resource"
            type="text"
            name="resource"
            aria-describedby="ask-whole-arn"
            list="ask-resources"
            defaultValue={example.resource}
            placeholder={choices.unknown}
            maxLength={1024}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            translate="no"
          />
          <datalist id="ask-resources" />
          <p id="ask-whole-arn" className="ask-whole-arn" hidden>
            {fields.wholeArn}
          </p>
        </div>
        <div className="field">
          <label htmlFor="ask-region">{fields.region}</label>
          <select id="ask-region" name="region" defaultValue={example.region} translate="no">
            <option value="">{choices.unknown}</option>
            <option value={absent}>{choices.absent}</option>
            {regions.map((region) => (
              <option key={region}>{region}</option>
            ))}
          </select>
        </div>
        {Object.entries(values).map(([key, list]) => (
          <div key={key} className="field" hidden={!keys.includes(key)}>
            <label htmlFor={`ask-${key}`} translate="no">
              {key.split(':')[0]}:<wbr />
              {key.split(':')[1]}
            </label>
            <select id={`ask-${key}`} name={key} defaultValue={choiceOf(example, key)} translate="no">
              {!usual[key] && <option value="">{choices.unknown}</option>}
              <option value={absent}>{choices.absent}</option>
              {list.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </select>
          </div>
        ))}
      </fieldset>
      <p className="ask-no-script">{policies.noScript}</p>
      <p role="alert" hidden>
        {policies.notLoaded}
      </p>
    </div>
  )
}

/** Both drawings, with the way of the request. A visitor's browser shows one of them. */
function Drawn(props: { drawings: Drawings; data: AskData; found: Answer; unit: string }) {
  const { drawings, data, found, unit } = props
  const { account } = data.example
  const place = { account, unit, root: data.root }
  const mark = (shape: Shape) => markOf(shape, found, place)
  const states = markStates(found)
  return (['wide', 'tall'] as const).map((kind) => (
    <PlanDrawing
      key={kind}
      drawing={drawings[kind]}
      className={`plan-${kind}`}
      label={drawing.spoken.drawing}
      mark={mark}
    >
      <Way route={data.routes[kind][account]} states={states} kind={kind} />
    </PlanDrawing>
  ))
}

/** @param states of the marks */
function Way({ route, states, kind }: { route: Route | undefined; states: GateState[]; kind: string }) {
  return (
    <g className="ask-way" data-drawing={kind}>
      {reached(states).map((isReached, index) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a way have no other name
          key={index}
          className="ask-part"
          d={route?.parts[index]}
          pathLength={isReached ? 1 : undefined}
          data-reached={isReached}
        />
      ))}
      {states.map((state, index) => (
        <g
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks of a way have no other name
          key={index}
          className="ask-mark"
          transform={`translate(${route?.marks[index]?.join(' ')})`}
          data-state={state}
        >
          <circle r={8} />
          <path d={signs[state]} />
        </g>
      ))}
    </g>
  )
}

function Gates({ found, unit }: { found: Answer; unit: string }) {
  return (
    <ol className="title-block ask-gates" aria-label={policies.spoken.gates}>
      {found.gates.map(({ id, state }) => (
        <li key={id} data-gate={id} data-state={state} hidden={id === 'buckets' && state === 'none'}>
          <b>{gateName(id, unit, policies)}</b>
          <span className="ask-state">
            <svg
              viewBox="-9 -9 18 18"
              width={18}
              height={18}
              aria-hidden="true"
              className="ask-mark"
              data-state={state}
            >
              <circle r={8} />
              <path d={signs[state]} />
            </svg>
            <span>{policies.states[state]}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
