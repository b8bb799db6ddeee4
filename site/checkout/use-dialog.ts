import { useEffect, useState } from 'react'
import { checkoutDialogId } from './dialog-id.ts'

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
