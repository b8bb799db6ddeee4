import { type FocusEvent, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster, toast } from 'sonner'
import { Check, Cross, TriangleAlert } from './icons.tsx'
import { Spinner } from './spinner.tsx'
import sheet from './toasts.css?url'

/** Moves a node without losing its state, if the browser can (DOM Standard, moveBefore). */
function move(node: Element, parent: Element) {
  if (node.parentElement === parent) return
  if (node.isConnected && 'moveBefore' in parent) parent.moveBefore(node, null)
  else parent.append(node)
}

/** The times of the toasts that wait while the focus is inside of the region, in ms, by id. */
const waiting = new Map<string | number, number>()

/** Sonner pauses its timers on hover only. While the focus is inside of the region, no toast has a timer. */
function stopTimers() {
  for (const shown of toast.getToasts()) {
    if ('dismiss' in shown || !Number.isFinite(shown.duration)) continue
    waiting.set(shown.id, shown.duration as number)
    toast(shown.title, { ...shown, duration: Number.POSITIVE_INFINITY })
  }
}

/** Gives the toasts their whole time again when the focus leaves the region. */
function startTimers({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
  for (const shown of toast.getToasts()) {
    const duration = waiting.get(shown.id)
    if (!('dismiss' in shown) && duration) toast(shown.title, { ...shown, duration })
  }
  waiting.clear()
}

/**
 * The region of the toasts, bottom right, or on top of an open dialog in a small window (checkout.css). Alt+T moves the focus there. A
 * modal dialog makes everything outside it inert, so the region moves into an open dialog. Render it only after hydration: it needs the
 * document.
 * @param region the name of the region @param close the name of each toast's close button
 */
export function Toasts({ region, close }: { region: string; close: string }) {
  const [element] = useState(() => Object.assign(document.createElement('div'), { id: 'toasts' }))

  useLayoutEffect(() => {
    const place = () => move(element, document.querySelector('dialog:modal') ?? document.body)
    place()
    const opening = new MutationObserver(place)
    opening.observe(document.body, { subtree: true, attributeFilter: ['open'] })
    return () => {
      opening.disconnect()
      element.remove()
    }
  }, [element])

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: handles focus events that bubble up from the toasts
    <div onFocus={stopTimers} onBlur={startTimers}>
      {/* Loaded here, because only React shows toasts. No page includes it. */}
      <link rel="stylesheet" href={sheet} precedence="default" />
      <Toaster
        position="bottom-right"
        hotkey={['altKey', 'KeyT']}
        customAriaLabel={region}
        expand
        closeButton
        offset={24}
        mobileOffset={12}
        icons={{
          success: <Check />,
          warning: <TriangleAlert />,
          error: <TriangleAlert />,
          loading: <Spinner />,
          close: <Cross />,
        }}
        toastOptions={{
          unstyled: true,
          closeButtonAriaLabel: close,
          classNames: { toast: 'toast', error: 'toast-destructive' },
        }}
      />
    </div>,
    element,
  )
}
