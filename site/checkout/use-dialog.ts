import { useEffect, useState } from 'react'
import { checkoutDialogId } from './dialog-id.ts'

export const checkoutDialog = () => document.getElementById(checkoutDialogId) as HTMLDialogElement

/** Follows the dialog around the form. @returns whether it was ever open */
export function useDialog(onClose: () => void): boolean {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const dialog = checkoutDialog()
    const noteOpen = () => setOpened(true)
    // The dialog may have opened before React hydrated. Opening it moves the focus inside.
    if (dialog.open) noteOpen()
    dialog.addEventListener('focusin', noteOpen)
    return () => dialog.removeEventListener('focusin', noteOpen)
  }, [])
  useEffect(() => {
    const dialog = checkoutDialog()
    dialog.addEventListener('close', onClose)
    return () => dialog.removeEventListener('close', onClose)
  }, [onClose])
  return opened
}
