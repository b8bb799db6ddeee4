import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { purchase } from '#content/purchase.ts'
import type { Buyer } from '../../contract/checkout.ts'
import { queries } from '../queries.ts'
import { checkoutKey, createCheckout, failureMessage } from './create-checkout.ts'
import { notice } from './notice.tsx'
import { refreshOffer } from './offer.ts'
import { checkoutDialog, useBusyOpeners } from './use-dialog.ts'

const { notices } = purchase

/** Opens a new tab without access to this one. @returns false if the browser blocked it */
function openTab(url: string): boolean {
  // With `noopener`, `open` always returns null, so a blocked tab would look like an open one.
  const tab = window.open(url, '_blank')
  if (!tab) return false
  tab.opener = null
  return true
}

/** Sends the one checkout request, and shows its outcome. */
export function useCheckout() {
  const request = useRef<AbortController>(undefined)
  const [blockedUrl, setBlockedUrl] = useState<string>()
  const [answered, setAnswered] = useState(false)

  /** Call this when the checkout is open in its tab. The reset also clears the remembered text (typed-text.ts). */
  const finish = () => {
    checkoutDialog().close()
    checkoutDialog().querySelector('form')?.reset()
  }
  const leave = () => {
    notice.clear()
    finish()
  }
  /** A buyer who closes the dialog wants neither a tab that opens later nor a message about its failure. */
  const abort = useCallback(() => {
    request.current?.abort()
    notice.clearError()
  }, [])

  const { mutate, isPending } = useMutation(
    {
      mutationKey: checkoutKey,
      retry: 0,
      // If the browser is offline, the request fails at once. By default, it would wait for the network.
      networkMode: 'always',
      mutationFn: (buyer: Buyer) => {
        request.current = new AbortController()
        return createCheckout(buyer, {
          signal: request.current.signal,
          onBusy: () => notice.loading(notices.busy),
        })
      },
      onMutate: () => {
        setBlockedUrl(undefined)
        setAnswered(false)
        notice.loading(notices.opening)
      },
      onSuccess: (url) => {
        // Render before the new tab hides this page. In a hidden page, timers wait for a second, and so does the next render.
        flushSync(() => setAnswered(true))
        if (openTab(url)) {
          finish()
          notice.success(...notices.opened)
          return
        }
        setBlockedUrl(url)
        notice.warning(
          ...notices.blocked,
          <a className="toast-action" href={url} target="_blank" rel="noopener" onClick={leave}>
            {notices.open}
          </a>,
        )
      },
      onError: (failure: unknown) => {
        if (request.current?.signal.aborted) return notice.clear()
        console.error('Checkout failed:', failure)
        refreshOffer()
        notice.error(notices.failed, failureMessage(failure))
      },
    },
    queries,
  )
  const busy = isPending && !answered
  useBusyOpeners(busy)

  return {
    busy,
    /** The checkout's address when its tab was blocked. */
    blockedUrl,
    leave,
    /** Sends the request. Does nothing while one is in flight, such as on a double click. */
    submit(buyer: Buyer) {
      if (queries.isMutating({ mutationKey: checkoutKey }) === 0) mutate(buyer)
    },
    /** Call this when the form changes. The link to a blocked checkout was for the old name and email. */
    clearBlocked() {
      if (!blockedUrl) return
      setBlockedUrl(undefined)
      notice.clear()
    },
    abort,
  }
}

export type CheckoutControl = ReturnType<typeof useCheckout>
