import type { ReactNode } from 'react'
import { toast } from 'sonner'

/** The one toast that the checkout shows. A new one replaces it. */
let shown: { id: string | number; kind: 'loading' | 'success' | 'error' | 'warning' } | undefined

function clear() {
  if (shown) toast.dismiss(shown.id)
  shown = undefined
}

/** The id for the next toast. A loading toast turns into its outcome; any other toast is dismissed first. */
function nextId(): { id?: string | number } {
  if (shown?.kind === 'loading') return { id: shown.id }
  clear()
  return {}
}

/** The checkout's toasts. Failures stay until the buyer dismisses or fixes them, or closes the dialog. */
export const notice = {
  clear,
  /** Dismisses a failure, and leaves any other toast. */
  clearError() {
    if (shown?.kind === 'error') clear()
  },
  loading(title: string) {
    shown = { id: toast.loading(title, nextId()), kind: 'loading' }
  },
  success(title: string, description: string) {
    shown = { id: toast.success(title, { ...nextId(), description, duration: 8_000 }), kind: 'success' }
  },
  error(title: string, description: string) {
    const options = { ...nextId(), description, duration: Number.POSITIVE_INFINITY }
    shown = { id: toast.error(title, options), kind: 'error' }
  },
  warning(title: string, description: string, action: ReactNode) {
    const options = { ...nextId(), description, action, duration: Number.POSITIVE_INFINITY }
    shown = { id: toast.warning(title, options), kind: 'warning' }
  },
}
