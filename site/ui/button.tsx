import type { ComponentProps } from 'react'
import { Spinner } from './spinner.tsx'

/** `primary` is for the main action of a view. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet'
export type ButtonSize = 'regular' | 'small'

interface Look {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
}

function classes({ variant = 'secondary', size = 'regular' }: Look, more: string | undefined): string {
  return ['button', `button-${variant}`, size === 'small' && 'button-small', more].filter(Boolean).join(' ')
}

/**
 * A button that acts. While `busy`, it shows `busyLabel` beside a spinner and has `aria-disabled`. It keeps the focus,
 * so its owner must ignore a press. Both labels are always rendered, because React cannot remove a text that the browser
 * has translated.
 */
export function Button({
  variant,
  size,
  busy = false,
  busyLabel,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean; busyLabel?: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      className={classes({ variant, size }, className)}
    >
      <span className="when-idle" hidden={busy}>
        {children}
      </span>
      {busyLabel && (
        <span className="when-busy" hidden={!busy}>
          <Spinner /> {busyLabel}
        </span>
      )}
    </button>
  )
}

/** A link that looks like a button: it goes somewhere, inside the site. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<'a'> & Look) {
  return <a {...rest} className={classes({ variant, size }, className)} />
}
