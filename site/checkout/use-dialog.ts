import { useEffect, useState } from 'react'

/** The id that every purchase button's `commandfor` names. */
export const checkoutDialogId = 'checkout'

export const checkoutDialog = () => document.getElementById(checkoutDialogId) as HTMLDialogElement

/** Calls `onClose` when the checkout dialog closes. @returns whether the dialog was ever open */
export function useDialog(onClose: () => void): boolean {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const dialog = checkoutDialog()
    const markOpened = () => setOpened(true)
    // The dialog may have opened before React hydrated. Opening it moves the focus inside.
    if (dialog.open) markOpened()
    dialog.addEventListener('focusin', markOpened)
    return () => dialog.removeEventListener('focusin', markOpened)
  }, [])
  useEffect(() => {
    const dialog = checkoutDialog()
    dialog.addEventListener('close', onClose)
    return () => dialog.removeEventListener('close', onClose)
  }, [onClose])
  return opened
}

/** Shows on every purchase button whether a checkout request is running. The buttons are not islands. */
export function useBusyOpeners(busy: boolean) {
  useEffect(() => {
    for (const opener of document.querySelectorAll(`[commandfor=${checkoutDialogId}][command=show-modal]`)) {
      opener.ariaDisabled = busy ? 'true' : null
      for (const label of opener.children)
        label.toggleAttribute('hidden', label.matches('.when-busy') !== busy)
    }
  }, [busy])
}
