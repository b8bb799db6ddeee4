import { useIsMutating } from '@tanstack/react-query'
import { Button, type ButtonSize, type ButtonVariant } from '../ui/button.tsx'
import { checkoutKey } from './create-checkout.ts'
import { checkoutDialogId } from './dialog-id.ts'

/**
 * Opens the checkout dialog, before any script runs as after. Shows when a checkout is being asked for; nobody can
 * press it then, since the dialog is in front of it, and closing that ends the asking.
 */
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
  const busy = useIsMutating({ mutationKey: checkoutKey }) > 0
  return (
    <Button
      variant={variant}
      size={size}
      className={className}
      busy={busy}
      command="show-modal"
      commandfor={checkoutDialogId}
    >
      {label}
    </Button>
  )
}
