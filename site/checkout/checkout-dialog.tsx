import { useEffect, useRef, useState } from 'react'
import { site } from '../../content/site.ts'
import { BuyerForm } from './buyer-form.tsx'
import { checkoutDialogId } from './dialog-id.ts'
import { OrderSummary } from './order-summary.tsx'
import { useCheckout } from './use-checkout.tsx'

/**
 * Says what is bought and for how much, then asks for name and email. The browser opens and closes it (invoker
 * commands), so it works before React is there, and keeps the focus inside and gives it back to the opener.
 */
export function CheckoutDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [looked, setLooked] = useState(false)
  const checkout = useCheckout(() => dialog.current?.close())

  useEffect(() => {
    // It may have been opened before React was there.
    if (dialog.current?.open) setLooked(true)
  }, [])

  return (
    <dialog
      ref={dialog}
      id={checkoutDialogId}
      className="checkout"
      aria-labelledby="checkout-heading"
      onClose={checkout.giveUp}
      // Opening puts the focus inside. (React does not attach onToggle to a dialog that it hydrates.)
      onFocus={() => setLooked(true)}
    >
      <h2 id="checkout-heading">Get the {site.name}</h2>
      <OrderSummary looked={looked} />
      <BuyerForm checkout={checkout} />
    </dialog>
  )
}
