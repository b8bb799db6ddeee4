import type { ComponentProps } from 'react'
import { CircleAlert } from '../ui/icons.tsx'

/**
 * A labeled input with its problem below. The problem is not a live region: the invalid input gets the focus, and the
 * toast announces it. The browser keeps the value, so text typed before React hydrates is not lost.
 */
export function Field({
  label,
  problem,
  isInvalid,
  ...input
}: { label: string; problem: string | undefined; isInvalid: boolean } & ComponentProps<'input'>) {
  const id = `checkout-${input.name}`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        aria-invalid={isInvalid || undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
      />
      {problem && (
        <p id={`${id}-problem`} className="field-problem">
          <CircleAlert /> {problem}
        </p>
      )}
    </div>
  )
}
