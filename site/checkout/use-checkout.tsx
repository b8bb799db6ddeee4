import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Buyer } from '../../contract/checkout.ts'
import { queries } from '../queries.ts'
import { checkoutKey, createCheckout, failureMessage } from './create-checkout.ts'
import { notice } from './notice.tsx'
import { useBusyOpeners } from './use-busy-openers.ts'

/** A new tab without a way back to this one; false where the browser blocked it. */
function openTab(url: string): boolean {
  // `noopener` would return null either way, so the blocked tab could not be told from the opened one.
  const tab = window.open(url, '_blank')
  if (!tab) return false
  tab.opener = null
  return true
}

/**
 * The one request that a purchase makes, and what follows from its outcome.
 * @param close closes the dialog
 */
export function useCheckout(close: () => void) {
  const request = useRef<AbortController>(undefined)
  const [blockedUrl, setBlockedUrl] = useState<string>()

  const leave = () => {
    notice.clear()
    close()
  }

  const { mutate, isPending } = useMutation(
    {
      mutationKey: checkoutKey,
      retry: 0,
      // Offline is a failure to tell at once, not one to wait out.
      networkMode: 'always',
      mutationFn: (buyer: Buyer) => {
        request.current = new AbortController()
        return createCheckout(buyer, { signal: request.current.signal })
      },
      onMutate: () => {
        setBlockedUrl(undefined)
        notice.loading('Opening checkout…')
      },
      onSuccess: (url) => {
        if (openTab(url)) {
          close()
          notice.success('Checkout opened', 'Finish paying in the new tab.')
          return
        }
        setBlockedUrl(url)
        notice.warning(
          'The new tab was blocked',
          'Your browser kept the checkout from opening.',
          <a className="toast-action" href={url} target="_blank" rel="noopener" onClick={leave}>
            Open checkout
          </a>,
        )
      },
      onError: (failure: unknown) => {
        if (request.current?.signal.aborted) return notice.clear()
        console.error('Checkout failed:', failure)
        notice.error('Checkout failed', failureMessage(failure))
      },
    },
    queries,
  )
  useBusyOpeners(isPending)

  return {
    busy: isPending,
    /** The checkout's address when its tab was blocked. */
    blockedUrl,
    leave,
    /** A second press before the first is drawn asks for nothing. */
    ask(buyer: Buyer) {
      if (queries.isMutating({ mutationKey: checkoutKey }) === 0) mutate(buyer)
    },
    /** Of a checkout whose tab was blocked, once the form says other than it was asked for with. */
    forget() {
      if (!blockedUrl) return
      setBlockedUrl(undefined)
      notice.clear()
    },
    /** Whoever closes the dialog does not want a tab to open later. */
    giveUp() {
      request.current?.abort()
    },
  }
}

export type Checkout = ReturnType<typeof useCheckout>
