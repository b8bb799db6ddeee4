import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { type FocusEvent, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster } from 'sonner'
import { Spinner } from './spinner.tsx'
import sheet from './toasts.css?url'

/** Moves a node without losing its state, if the browser can (DOM Standard, moveBefore). */
function move(node: Element, parent: Element) {
  if (node.parentElement === parent) return
  if (node.isConnected && 'moveBefore' in parent) parent.moveBefore(node, null)
  else parent.append(node)
}

/** Sonner pauses its timers on hover only. This turns focus inside into mouse events, so that focus pauses them, too. */
function treatFocusAsHover({ currentTarget, relatedTarget, type }: FocusEvent<HTMLElement>) {
  const list = currentTarget.querySelector('[data-sonner-toaster]')
  const inside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
  if (type === 'focus') list?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }))
  else if (!inside)
    list?.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }))
}

/**
 * The region of the toasts, bottom right. Alt+T moves the focus there. A modal dialog makes everything outside it
 * inert, so the region moves into an open dialog. Render it only after hydration: it needs the document.
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
    <div onFocus={treatFocusAsHover} onBlur={treatFocusAsHover}>
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
          success: <Check size={20} aria-hidden="true" />,
          warning: <TriangleAlert size={20} aria-hidden="true" />,
          error: <TriangleAlert size={20} aria-hidden="true" />,
          loading: <Spinner />,
          close: <X size={20} aria-hidden="true" />,
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
