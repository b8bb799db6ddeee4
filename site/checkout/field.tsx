import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ComponentProps } from 'react'

/**
 * A labeled input whose problem stands beside it. The text is not announced by itself: the input it describes
 * gets the focus, and the toast speaks. The browser keeps the value, so nothing typed early is ever lost.
 */
export function Field({
  label,
  problem,
  ...input
}: { label: string; problem: string | undefined } & ComponentProps<'input'>) {
  const id = `checkout-${input.name}`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        required
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
      />
      {problem && (
        <p id={`${id}-problem`} className="field-problem">
          <CircleAlert size={20} aria-hidden="true" /> {problem}
        </p>
      )}
    </div>
  )
}
