import { purchase } from '#content/purchase.ts'
import { Button, type ButtonSize, type ButtonVariant } from '../ui/button.tsx'
import { checkoutDialogId } from './use-dialog.ts'

/** Opens the checkout dialog, also without scripts. `useBusyOpeners` shows on it that a checkout request is running. */
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
      busyLabel={purchase.form.busy}
      command="show-modal"
      commandfor={checkoutDialogId}
    >
      {label}
    </Button>
  )
}
