import { useEffect, useState } from 'react'
import { checkoutDialogId } from './dialog-id.ts'

export const checkoutDialog = () => document.getElementById(checkoutDialogId) as HTMLDialogElement

/** Follows the dialog around the form. @returns whether somebody has looked at it */
export function useDialog(onClose: () => void): boolean {
  const [looked, setLooked] = useState(false)
  useEffect(() => {
    const dialog = checkoutDialog()
    const look = () => setLooked(true)
    // It may have been opened before React came. Opening it puts the focus inside.
    if (dialog.open) look()
    dialog.addEventListener('focusin', look)
    return () => dialog.removeEventListener('focusin', look)
  }, [])
  useEffect(() => {
    const dialog = checkoutDialog()
    dialog.addEventListener('close', onClose)
    return () => dialog.removeEventListener('close', onClose)
  }, [onClose])
  return looked
}
