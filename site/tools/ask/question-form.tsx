import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { policies as words } from '#content/policies.ts'
import { Search } from '../../ui/icons.tsx'
import { textOf } from '../address-query.ts'
import { type ActionNames, suggestionsFor } from './action-names.ts'
import type { AskData } from './data.ts'
import {
  absent,
  fieldsFor,
  holders,
  isCompleteArn,
  type Question,
  readQuestion,
  toQuery,
  usual,
  valueOfKey,
} from './question.ts'
import { noNames } from './use-action-names.ts'

interface FormProps {
  data: AskData
  question: Question
  names: ActionNames | undefined
  onAsk: (question: Question) => void
  onActionFocus: () => void
  onActionType: () => void
}

/** The names of the fields are the keys of the query, so the form is read as a query. */
export function QuestionForm({
  data,
  question,
  names = noNames,
  onAsk,
  onActionFocus,
  onActionType,
}: FormProps) {
  const { organization, resources, example } = data
  const { accounts, regions, values } = organization
  const { fields, choices } = words
  const form = useRef<HTMLFormElement>(null)
  const shown = fieldsFor(question, organization)

  // What a visitor chose before React was there, or what the browser kept over a reload.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    if (!form.current || location.search) return
    const query = new URLSearchParams(new FormData(form.current) as never)
    const chosen = readQuestion(String(query), organization, example)
    if (textOf(toQuery(chosen)) !== textOf(toQuery(example))) onAsk(chosen)
  }, [])

  const change = (changed: Partial<Question>) => onAsk({ ...question, ...changed })
  const isIncomplete = question.resource !== '' && !isCompleteArn(question.resource)
  const [service = ''] = question.action.toLowerCase().split(':')
  const units = [...new Set(accounts.map(({ unit }) => unit))]
  const typed = {
    type: 'text',
    autoComplete: 'off',
    autoCapitalize: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    translate: 'no',
  } as const
  return (
    <form ref={form} className="ask-form" onSubmit={(event) => event.preventDefault()}>
      <fieldset>
        <legend className="sr-only">{words.spoken.question}</legend>
        <Field id="action" label={fields.action}>
          <Search />
          <input
            {...typed}
            id="ask-action"
            name="action"
            list="ask-actions"
            value={question.action}
            onFocus={onActionFocus}
            onChange={({ target }) => {
              onActionType()
              change({ action: target.value })
            }}
            maxLength={128}
          />
          <datalist id="ask-actions">
            {suggestionsFor(question.action, names).map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </Field>
        <Field id="who" label={fields.who}>
          <select
            id="ask-who"
            name="who"
            value={question.who}
            onChange={({ target }) => change({ who: target.value as Question['who'] })}
          >
            {holders.map((who) => (
              <option key={who}>{who}</option>
            ))}
          </select>
        </Field>
        <Field id="account" label={fields.account}>
          <select
            id="ask-account"
            name="account"
            value={question.account}
            onChange={({ target }) => change({ account: target.value })}
            translate="no"
          >
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
        </Field>
        {shown.resource && (
          <Field id="resource" label={fields.resource}>
            <input
              {...typed}
              id="ask-resource"
              name="resource"
              aria-describedby="ask-complete-arn"
              aria-invalid={isIncomplete}
              list="ask-resources"
              value={question.resource}
              onChange={({ target }) => change({ resource: target.value })}
              placeholder={choices.unknown}
              maxLength={1024}
            />
            <datalist id="ask-resources">
              {resources
                .filter((arn) => arn.split(':')[2] === service && arn !== question.resource)
                .map((arn) => (
                  <option key={arn} value={arn} />
                ))}
            </datalist>
            <p id="ask-complete-arn" className="ask-complete-arn" hidden={!isIncomplete}>
              {fields.wholeArn}
            </p>
          </Field>
        )}
        <Field id="region" label={fields.region}>
          <select
            id="ask-region"
            name="region"
            value={question.region}
            onChange={({ target }) => change({ region: target.value })}
            translate="no"
          >
            <option value="">{choices.unknown}</option>
            <option value={absent}>{choices.absent}</option>
            {regions.map((region) => (
              <option key={region}>{region}</option>
            ))}
          </select>
        </Field>
        {shown.keys.map((key) => (
          <Field key={key} id={key} label={key}>
            <select
              id={`ask-${key}`}
              name={key}
              value={valueOfKey(question, key)}
              onChange={({ target }) =>
                change({ conditions: { ...question.conditions, [key]: target.value } })
              }
              translate="no"
            >
              {!usual[key] && <option value="">{choices.unknown}</option>}
              <option value={absent}>{choices.absent}</option>
              {values[key]?.map((value) => (
                <option key={value}>{value}</option>
              ))}
            </select>
          </Field>
        ))}
      </fieldset>
      <p className="ask-no-script">{words.noScript}</p>
    </form>
  )
}

/** A condition key may break after its colon. */
function Field({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  const [prefix, name] = label.split(':')
  return (
    <div className={`field ask-field-${id.replace(/\W/g, '-')}`}>
      <label htmlFor={`ask-${id}`} translate={name ? 'no' : undefined}>
        {prefix}
        {name && (
          <>
            :<wbr />
            {name}
          </>
        )}
      </label>
      {children}
    </div>
  )
}
