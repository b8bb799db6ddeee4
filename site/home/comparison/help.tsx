import { type ReactNode, useEffect, useRef } from 'react'

/**
 * How long the pointer must stay before the text opens, and how long it must be away before the text closes, in ms. The
 * pointer needs the second time to cross into the text.
 */
const openAfter = 700
const closeAfter = 200

/**
 * A button "About …" and its text. The browser toggles the text on a click or tap (`popovertarget`), and closes it on
 * Escape or a press elsewhere. Scripts add hover and keyboard focus (WCAG 1.4.13).
 */
export function Help({ id, about, children }: { id: string; about: string; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null)
  const text = useRef<HTMLSpanElement>(null)
  const timer = useRef<number>(undefined)
  /**
   * Whether hover or focus opened the text. Such a text closes when the hover or focus ends. A text that a press opened
   * stays open.
   */
  const openedByHover = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the focus or pointer that made React hydrate
  useEffect(() => {
    if (button.current?.matches(':focus-visible')) show()
    else if (button.current?.matches(':hover') && matchMedia('(hover: hover)').matches)
      schedule(show, openAfter)
    return () => clearTimeout(timer.current)
  }, [])

  function show() {
    // Safari before 17 has no popovers, and throws on the selector. There, the style sheet shows the text.
    if (!button.current || !text.current?.showPopover || text.current.matches(':popover-open')) return
    openedByHover.current = true
    text.current.showPopover({ source: button.current })
  }
  function hide() {
    if (openedByHover.current && text.current?.matches(':popover-open')) text.current.hidePopover()
    openedByHover.current = false
  }
  function schedule(act: () => void, ms: number) {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(act, ms)
  }
  const leave = () => schedule(hide, closeAfter)

  return (
    <>
      <button
        ref={button}
        type="button"
        className="help"
        aria-label={about}
        aria-describedby={id}
        popoverTarget={id}
        onPointerEnter={(event) => event.pointerType === 'mouse' && schedule(show, openAfter)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && leave()}
        onClick={() => {
          clearTimeout(timer.current)
          openedByHover.current = false
        }}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && show()}
        onBlur={hide}
      />
      <span
        ref={text}
        id={id}
        role="tooltip"
        popover="auto"
        className="help-text"
        onPointerEnter={() => clearTimeout(timer.current)}
        onPointerLeave={leave}
      >
        {children}
      </span>
    </>
  )
}
