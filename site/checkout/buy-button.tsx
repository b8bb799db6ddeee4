import { Button, type ButtonSize, type ButtonVariant } from '../ui/button.tsx'
import { processing } from '../ui/processing.ts'
import { Spinner } from '../ui/spinner.tsx'
import { checkoutDialogId } from './dialog-id.ts'

/** Opens the checkout dialog, without scripts. While a checkout is asked for, `useBusyOpeners` shows its second face. */
export function BuyButton({
  label,
  variant = 'primary',
  size,
  className,
}: {
  label: string
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  className?: string | undefined
}) {
  return (
    <Button
      variant={variant}
      size={size}
      className={className}
      command="show-modal"
      commandfor={checkoutDialogId}
    >
      <span className="when-idle">{label}</span>
      <span className="when-busy" hidden>
        <Spinner /> {processing}
      </span>
    </Button>
  )
}
