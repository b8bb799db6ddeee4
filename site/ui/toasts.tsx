import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { type FocusEvent, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster } from 'sonner'
import { Spinner } from './spinner.tsx'
import sheet from './toasts.css?url'

/** Moves a node without losing its state where the browser can (DOM Standard, moveBefore). */
function move(node: Element, parent: Element) {
  if (node.parentElement === parent) return
  if (node.isConnected && 'moveBefore' in parent) parent.moveBefore(node, null)
  else parent.append(node)
}

/** Sonner pauses its timers under the pointer only. A focus inside is given to it as the pointer's move. */
function hoverByFocus({ currentTarget, relatedTarget, type }: FocusEvent<HTMLElement>) {
  const list = currentTarget.querySelector('[data-sonner-toaster]')
  const inside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
  if (type === 'focus') list?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }))
  else if (!inside)
    list?.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }))
}

/**
 * The region "Notifications", bottom right; Alt+T goes there. A modal dialog makes everything outside it inert, so
 * while one is open the region is moved into it. Only for a page that React has taken over.
 */
export function Toasts() {
  const [region] = useState(() => Object.assign(document.createElement('div'), { id: 'toasts' }))

  useLayoutEffect(() => {
    const place = () => move(region, document.querySelector('dialog:modal') ?? document.body)
    place()
    const opening = new MutationObserver(place)
    opening.observe(document.body, { subtree: true, attributeFilter: ['open'] })
    return () => {
      opening.disconnect()
      region.remove()
    }
  }, [region])

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the focus of what is inside
    <div onFocus={hoverByFocus} onBlur={hoverByFocus}>
      {/* No page carries this sheet: only React shows toasts. */}
      <link rel="stylesheet" href={sheet} precedence="default" />
      <Toaster
        position="bottom-right"
        hotkey={['altKey', 'KeyT']}
        customAriaLabel="Notifications"
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
          closeButtonAriaLabel: 'Close toast',
          classNames: { toast: 'toast', error: 'toast-destructive' },
        }}
      />
    </div>,
    region,
  )
}
