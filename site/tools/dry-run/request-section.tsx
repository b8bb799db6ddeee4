import { type ReactNode, useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { accountIn, askedRequest, decider, gatesOf, keysFor, type Statement, type Verdict } from 'scp-dry-run'
import { scpDryRun } from '#content/scp-dry-run.ts'
import { fill } from '../../../contract/fill.ts'
import type { Guardrails } from './guardrails.ts'
import { useEarlyText } from './use-early-text.ts'

const { request: words } = scpDryRun

/** What the visitor typed. An empty text is unknown. */
interface Typed {
  action: string
  principal: string
  region: string
  resource: string
  /** The values of other condition keys. Null: the request does not have the key. */
  keys: Readonly<Record<string, string | null>>
}

const nothing: Typed = { action: '', principal: '', region: '', resource: '', keys: {} }

/** Keys that the other fields give. */
const givenByFields = new Set(['aws:principalarn', 'aws:principalaccount', 'aws:requestedregion', 'resource'])

/** The answer, and the keys that still decide. Null if there is no action yet. */
function answer(typed: Typed, { attachments }: Guardrails): { verdict: Verdict; keys: string[] } | null {
  const action = typed.action.trim()
  if (!/^[\w-]+:\w+$/.test(action)) return null
  const known = (text: string) => text.trim() || null
  const request = askedRequest({
    action,
    principal: known(typed.principal),
    region: known(typed.region),
    resources: typed.resource.trim() ? [typed.resource.trim()] : [],
    keys: Object.fromEntries(Object.entries(typed.keys).filter(([, value]) => value !== '')),
  })
  const { gates } = gatesOf([{ name: 'root', policies: attachments }], accountIn(typed.principal.trim()))
  const asked = keysFor(gates, { ...request, context: { ...request.context, ...emptyKeys(typed) } })
  return {
    verdict: decider(gates)(request),
    keys: [
      ...new Set([
        ...asked.filter((key) => !givenByFields.has(key.toLowerCase())),
        ...Object.keys(typed.keys),
      ]),
    ],
  }
}

/** A key that the visitor has filled in keeps its field. */
const emptyKeys = ({ keys }: Typed) => Object.fromEntries(Object.keys(keys).map((key) => [key, undefined]))

const placeOf = ({ sid, policy, line }: Statement) => fill(words.by, { sid, policy, line: line ?? '?' })

function sentenceOf(verdict: Verdict): string {
  switch (verdict.verdict) {
    case 'denied':
      return verdict.by
        ? fill(words.denied, { by: placeOf(verdict.by) })
        : fill(words.nothing, { level: verdict.gate })
    case 'cannot tell':
      return fill(words.missing, {
        missing: verdict.missing
          .map(({ name }) => (name === 'resource' ? words.theResource : name))
          .join(', '),
        by: verdict.by ? placeOf(verdict.by) : verdict.gate,
      })
    case 'allowed':
      return words.allowed
  }
}

const deciding = (verdict: Verdict): Statement | null => (verdict.verdict === 'allowed' ? null : verdict.by)

interface Props {
  /** Null while there is no policy without errors. */
  guardrails: Guardrails | null
}

/** One request, judged as the visitor types it. */
export function RequestSection({ guardrails }: Props) {
  const [typed, setTyped] = useState(nothing)
  const applied = useDeferredValue(typed)
  const found = useMemo(() => (guardrails ? answer(applied, guardrails) : null), [applied, guardrails])
  const change = (changed: Partial<Typed>) => setTyped((before) => ({ ...before, ...changed }))
  const setKey = (key: string, value: string | null) =>
    setTyped((before) => ({ ...before, keys: { ...before.keys, [key]: value } }))
  const statement = found && deciding(found.verdict)
  return (
    <section data-request data-scripted>
      <h2>{words.heading}</h2>
      <p className="dry-text">{words.text}</p>
      <div className="dry-top">
        <div className="fields">
          <TextField
            label={words.action}
            help={words.actionHelp}
            value={typed.action}
            set={(action) => change({ action })}
          />
          <TextField
            label={words.principal}
            value={typed.principal}
            set={(principal) => change({ principal })}
          />
          <TextField label={words.region} value={typed.region} set={(region) => change({ region })} />
          <TextField label={words.resource} value={typed.resource} set={(resource) => change({ resource })} />
          {found && found.keys.length > 0 && (
            <fieldset className="box fields dry-keys">
              <legend>{words.keys}</legend>
              {found.keys.map((key) => (
                <KeyField
                  key={key}
                  name={key}
                  value={typed.keys[key] ?? (key in typed.keys ? null : '')}
                  set={setKey}
                />
              ))}
            </fieldset>
          )}
        </div>
        <div className="sheet dry-answer" data-verdict={found?.verdict.verdict}>
          <h3>{words.answer}</h3>
          <div role="status">
            {found && <p className="dry-answer-verdict">{words.verdicts[found.verdict.verdict]}</p>}
            <p>{found ? sentenceOf(found.verdict) : guardrails ? words.noAction : words.noPolicy}</p>
          </div>
          {statement && (
            <pre className="dry-code" translate="no">
              <code>{JSON.stringify(statement.document, null, 2)}</code>
            </pre>
          )}
        </div>
      </div>
    </section>
  )
}

interface FieldProps {
  label: ReactNode
  help?: string
  value: string
  isDisabled?: boolean
  set(text: string): void
}

function TextField({ label, help, value, isDisabled = false, set }: FieldProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEarlyText(field, set)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        ref={field}
        value={value}
        disabled={isDisabled}
        placeholder={words.unknown}
        onChange={({ currentTarget }) => set(currentTarget.value)}
        aria-describedby={help && `${id}-help`}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        translate="no"
      />
      {help && <p id={`${id}-help`}>{help}</p>}
    </div>
  )
}

interface KeyProps {
  name: string
  /** Null: the request does not have the key. */
  value: string | null
  set(name: string, value: string | null): void
}

function KeyField({ name, value, set }: KeyProps) {
  return (
    <div>
      <TextField
        label={<span translate="no">{name}</span>}
        value={value ?? ''}
        isDisabled={value === null}
        set={(text) => set(name, text)}
      />
      <label className="dry-absent">
        <input
          type="checkbox"
          checked={value === null}
          onChange={({ currentTarget }) => set(name, currentTarget.checked ? null : '')}
        />{' '}
        {words.absent}
        <span className="sr-only"> {name}</span>
      </label>
    </div>
  )
}
