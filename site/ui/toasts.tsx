import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import { Toaster } from 'sonner'
import { Spinner } from './spinner.tsx'

/** Moves a node without losing its state where the browser can (DOM Standard, moveBefore). */
function move(node: Element, parent: Element) {
  if (node.parentElement === parent) return
  if ('moveBefore' in parent) parent.moveBefore(node, null)
  else (parent as Element).append(node)
}

/** Sonner waits under the pointer only; for it, a focus inside is the pointer's move and leaving is its leave. */
function hoverByFocus({ currentTarget, relatedTarget, type }: FocusEvent<HTMLElement>) {
  const list = currentTarget.querySelector('[data-sonner-toaster]')
  const inside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
  if (type === 'focus') list?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }))
  else if (!inside)
    list?.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }))
}

/**
 * The region "Notifications", bottom right; Alt+T goes there. A modal dialog makes everything outside it inert,
 * so while one is open the region lives inside it.
 */
export function Toasts() {
  const home = useRef<HTMLDivElement>(null)
  const region = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const place = () => {
      const parent = document.querySelector('dialog:modal') ?? home.current
      if (region.current && parent) move(region.current, parent)
    }
    place()
    const opening = new MutationObserver(place)
    opening.observe(document.body, { subtree: true, attributeFilter: ['open'] })
    return () => {
      opening.disconnect()
      // React takes the node from where it put it.
      if (region.current && home.current) move(region.current, home.current)
    }
  }, [])

  return (
    <div ref={home}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the focus of what is inside */}
      <div ref={region} id="toasts" onFocus={hoverByFocus} onBlur={hoverByFocus}>
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
      </div>
    </div>
  )
}
