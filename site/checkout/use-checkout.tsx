import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Buyer } from '../../contract/checkout.ts'
import { queries } from '../queries.ts'
import { checkoutKey, createCheckout, failureMessage } from './create-checkout.ts'
import { notice } from './notice.tsx'
import { useBusyOpeners } from './use-busy-openers.ts'
import { checkoutDialog } from './use-dialog.ts'

/** A new tab without a way back to this one; false where the browser blocked it. */
function openTab(url: string): boolean {
  // `noopener` would return null either way, so the blocked tab could not be told from the opened one.
  const tab = window.open(url, '_blank')
  if (!tab) return false
  tab.opener = null
  return true
}

/** The one request that a purchase makes, and what follows from its outcome. */
export function useCheckout() {
  const request = useRef<AbortController>(undefined)
  const [blockedUrl, setBlockedUrl] = useState<string>()

  /** The checkout is open in its tab: nothing typed is kept any longer (typed-text.ts). */
  const finish = () => {
    checkoutDialog().close()
    checkoutDialog().querySelector('form')?.reset()
  }
  const leave = () => {
    notice.clear()
    finish()
  }
  /** Whoever closes the dialog does not want a tab to open later. */
  const giveUp = useCallback(() => request.current?.abort(), [])

  const { mutate, isPending } = useMutation(
    {
      mutationKey: checkoutKey,
      retry: 0,
      // Offline is a failure to show at once. By default the request would wait for the network.
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
          finish()
          notice.success('Checkout opened', 'Finish paying in the new tab.')
          return
        }
        setBlockedUrl(url)
        notice.warning(
          'Your browser blocked the new tab',
          'Your checkout is ready. Open it to finish paying.',
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
    /** A second press, before the button shows the first, asks for nothing. */
    ask(buyer: Buyer) {
      if (queries.isMutating({ mutationKey: checkoutKey }) === 0) mutate(buyer)
    },
    /** The form has changed: a checkout whose tab was blocked was for the old answers. */
    forget() {
      if (!blockedUrl) return
      setBlockedUrl(undefined)
      notice.clear()
    },
    giveUp,
  }
}

export type CheckoutControl = ReturnType<typeof useCheckout>
