import { Button, type ButtonSize, type ButtonVariant } from '../ui/button.tsx'
import { checkoutDialogId } from './checkout-dialog.tsx'

/** Opens the checkout dialog, before any script runs as after. */
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
      {label}
    </Button>
  )
}
