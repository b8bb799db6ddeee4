import { type Dispatch, useEffect, useId, useRef } from 'react'
import { scpDryRun } from '#content/scp-dry-run.ts'
import { fill } from '../../../contract/fill.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../format-count.ts'
import { type ChosenFiles, takeFiles } from './chosen-files.ts'
import type { NamedText } from './guardrails.ts'
import { type PolicyText, statusOf, type TextAction, type TextStatus } from './policy-texts.ts'
import { useEarlyText } from './use-early-text.ts'

const { policies: words } = scpDryRun

/** Milliseconds without a letter, after which a text is checked. */
const pause = 1000

interface Props {
  texts: readonly PolicyText[]
  kit: readonly NamedText[]
  dispatch: Dispatch<TextAction>
  /** Whether files wait for policies without errors. */
  isWaiting: boolean
  /** Whether the shown result is of the policies before the last change. */
  isStale: boolean
  onFiles(chosen: ChosenFiles): void
  readExample(): void
}

/** The fields for the visitor's policies. */
export function PoliciesSection(props: Props) {
  const { texts, kit, dispatch, isWaiting, isStale, onFiles, readExample } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <section data-policies data-scripted>
      <h2>{words.heading}</h2>
      <p className="dry-text">{words.text}</p>
      <p className="actions">
        <Button size="small" onClick={readExample}>
          {words.example}
        </Button>
        <Button size="small" onClick={() => dispatch({ type: 'policiesRead', files: kit })}>
          {words.loadKit}
        </Button>
        <Button size="small" onClick={() => input.current?.click()}>
          {words.chooseFiles}
        </Button>
      </p>
      {texts.map((text) => (
        <PolicyField
          key={text.id}
          text={text}
          isOnly={texts.length === 1 && text.text === ''}
          isWaiting={isWaiting}
          dispatch={dispatch}
        />
      ))}
      <Button size="small" onClick={() => dispatch({ type: 'policyAdded' })}>
        {words.add}
      </Button>
      <input
        type="file"
        multiple
        hidden
        data-input="policies"
        ref={input}
        onChange={({ currentTarget }) => onFiles(takeFiles(currentTarget))}
      />
      <p role="status" className="dry-text" data-policies-status>
        {isWaiting ? words.waiting : isStale ? words.stale : ''}
      </p>
    </section>
  )
}

interface FieldProps {
  text: PolicyText
  isOnly: boolean
  isWaiting: boolean
  dispatch: Dispatch<TextAction>
}

function PolicyField({ text, isOnly, isWaiting, dispatch }: FieldProps) {
  const { id, name, phase } = text
  const field = useRef<HTMLTextAreaElement>(null)
  const problemsId = useId()
  const status = statusOf(text)
  useEarlyText(field, (typed) => dispatch({ type: 'policyTyped', id, text: typed }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter starts the pause again
  useEffect(() => {
    if (phase !== 'typing') return
    const timer = setTimeout(() => dispatch({ type: 'policyPaused', id }), pause)
    return () => clearTimeout(timer)
  }, [phase, text.text, id, dispatch])

  const isFaulty = status.name === 'faulty'
  // Files wait for this text, and its problems are beside it.
  useEffect(() => {
    if (isWaiting && isFaulty) field.current?.focus()
  }, [isWaiting, isFaulty])

  /** Selects the line of a problem. */
  function select(line: number) {
    const area = field.current
    if (!area) return
    const lines = area.value.split('\n')
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
    area.focus()
    area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
    // Browsers do not scroll to a selection by themselves.
    area.scrollTop = Math.max(0, (line - 4) * Number.parseFloat(getComputedStyle(area).lineHeight))
  }

  return (
    <div className="dry-policy" data-policy={status.name}>
      <div className="field dry-policy-text">
        <label htmlFor={`policy-${id}`}>{name}</label>
        <textarea
          id={`policy-${id}`}
          ref={field}
          rows={6}
          value={text.text}
          onChange={({ currentTarget }) => dispatch({ type: 'policyTyped', id, text: currentTarget.value })}
          onBlur={() => dispatch({ type: 'policyLeft', id })}
          aria-invalid={isFaulty}
          aria-describedby={problemsId}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          translate="no"
        />
        <Problems id={problemsId} name={name} status={status} select={select} />
      </div>
      <div className="fields dry-policy-side">
        <AccountsField text={text} dispatch={dispatch} />
        {!isOnly && (
          <Button size="small" variant="quiet" onClick={() => dispatch({ type: 'policyRemoved', id })}>
            {words.remove} <span className="sr-only">{name}</span>
          </Button>
        )}
      </div>
    </div>
  )
}

interface ProblemsProps {
  id: string
  name: string
  status: TextStatus
  select(line: number): void
}

function Problems({ id, name, status, select }: ProblemsProps) {
  const problems = status.name === 'faulty' || status.name === 'ready' ? status.problems : []
  const statements =
    status.name === 'ready' ? status.policies.reduce((sum, policy) => sum + policy.statements.length, 0) : 0
  return (
    <div id={id} role="status" className="dry-problems">
      {status.name === 'ready' && problems.length === 0 && (
        <p data-ready>{fill(words.ready, { statements: formatCount(statements) })}</p>
      )}
      {problems.length > 0 && (
        <ol aria-label={fill(words.problems, { name })}>
          {problems.map(({ line, column, level, message }) => (
            <li key={`${line}:${column} ${message}`} data-level={level}>
              <button type="button" className="text-link" onClick={() => select(line)}>
                {fill(words.place, { line, column })}
              </button>{' '}
              <span>{message}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function AccountsField({ text, dispatch }: Pick<FieldProps, 'text' | 'dispatch'>) {
  const { id, name, accountsText, wrongAccount } = text
  const field = useRef<HTMLInputElement>(null)
  useEarlyText(field, (typed) => dispatch({ type: 'accountsTyped', id, text: typed }))
  const enter = () => dispatch({ type: 'accountsEntered', id, text: field.current?.value ?? '' })
  return (
    <div className="field">
      <label htmlFor={`accounts-${id}`}>{fill(words.accounts, { name })}</label>
      <input
        id={`accounts-${id}`}
        type="text"
        inputMode="numeric"
        ref={field}
        value={accountsText}
        onChange={({ currentTarget }) => dispatch({ type: 'accountsTyped', id, text: currentTarget.value })}
        onBlur={enter}
        onKeyDown={({ key }) => key === 'Enter' && enter()}
        aria-invalid={wrongAccount !== null}
        aria-describedby={`accounts-help-${id}`}
        autoComplete="off"
        spellCheck={false}
        translate="no"
      />
      <p id={`accounts-help-${id}`}>
        {wrongAccount === null ? words.accountsHelp : fill(words.accountsWrong, { name: wrongAccount })}
      </p>
    </div>
  )
}
