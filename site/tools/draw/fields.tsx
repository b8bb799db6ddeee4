import type { ComponentProps, ReactNode } from 'react'
import { CircleAlert } from '../../ui/icons.tsx'

/** The error messages of a field. */
function Problems({ id, problems }: { id: string; problems: readonly string[] }) {
  return (
    problems.length > 0 && (
      <div id={id} className="field-problem">
        <CircleAlert />
        <span>
          {problems.map((problem) => (
            <span key={problem}>{problem} </span>
          ))}
        </span>
      </div>
    )
  )
}

const describedBy = (name: string, hint: string | undefined, problems: readonly string[]) =>
  [hint && `draw-${name}-hint`, problems.length > 0 && `draw-${name}-problem`].filter(Boolean).join(' ') ||
  undefined

/**
 * A labeled input. It is uncontrolled: text that is typed before hydration stays, and a value that the page normalizes does not
 * change under the cursor.
 */
export function TextField({
  label,
  hint,
  problems = [],
  unit,
  ...input
}: { label: string; hint?: string; problems?: readonly string[]; unit?: string } & ComponentProps<'input'>) {
  const { name = '' } = input
  const id = `draw-${name}`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className="draw-hint">
          {hint}
        </p>
      )}
      <span className="draw-input">
        <input
          type="text"
          spellCheck={false}
          autoCapitalize="none"
          {...input}
          id={id}
          aria-invalid={problems.length > 0 || undefined}
          aria-describedby={describedBy(name, hint, problems)}
        />
        {unit}
      </span>
      <Problems id={`${id}-problem`} problems={problems} />
    </div>
  )
}

export function SelectField({
  label,
  name,
  value,
  options,
}: {
  label: string
  name: string
  value: string
  options: Record<string, string>
}) {
  return (
    <div className="field">
      <label htmlFor={`draw-${name}`}>{label}</label>
      <select id={`draw-${name}`} name={name} defaultValue={value}>
        {Object.entries(options).map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Checkboxes with the same name, or radio buttons. */
export function Choices({
  type,
  name,
  chosen,
  options,
}: {
  type: 'checkbox' | 'radio'
  name: string
  chosen: readonly string[]
  options: Record<string, ReactNode>
}) {
  return Object.entries(options).map(([value, text]) => (
    <label key={value} className="draw-choice">
      <input type={type} name={name} value={value} defaultChecked={chosen.includes(value)} />
      <span>{text}</span>
    </label>
  ))
}

/**
 * Fields that most visitors do not change. They are closed, and their summary counts the choices.
 * @param isOpen opens them initially, because one of them has a problem
 */
export function Disclosure({
  label,
  hint,
  count,
  name,
  isOpen = false,
  problems = [],
  children,
}: {
  label: string
  hint: string
  count: string
  name: string
  isOpen?: boolean
  problems?: readonly string[]
  children: ReactNode
}) {
  return (
    <div className="field">
      <details className="draw-disclosure" open={isOpen}>
        <summary>
          <span>{label}</span> <span className="draw-count">{count}</span>
        </summary>
        <fieldset aria-describedby={describedBy(name, hint, problems)}>
          <legend className="sr-only">{label}</legend>
          <p id={`draw-${name}-hint`} className="draw-hint">
            {hint}
          </p>
          {children}
        </fieldset>
      </details>
      <Problems id={`draw-${name}-problem`} problems={problems} />
    </div>
  )
}
