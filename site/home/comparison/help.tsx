import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import { type ReactNode, useEffect, useRef } from 'react'

/** ms of hover before the text opens, and of absence before it closes, so that the pointer can cross into it. */
const openAfter = 700
const closeAfter = 200

/**
 * A button "About …" and its text. A click or a tap toggles it in the browser itself (`popovertarget`), which
 * also closes it on Escape and on a press elsewhere; scripts add hover and keyboard focus (WCAG 1.4.13).
 */
export function Help({ id, about, children }: { id: string; about: string; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null)
  const text = useRef<HTMLSpanElement>(null)
  const timer = useRef<number>(undefined)
  /** Opened by hover or focus, so it goes with them; one that was asked for by a press stays. */
  const passing = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the focus or pointer that brought React here
  useEffect(() => {
    if (button.current?.matches(':focus-visible')) show()
    else if (button.current?.matches(':hover') && matchMedia('(hover: hover)').matches) later(show, openAfter)
    return () => clearTimeout(timer.current)
  }, [])

  function show() {
    if (!button.current || !text.current || text.current.matches(':popover-open')) return
    passing.current = true
    text.current.showPopover({ source: button.current })
  }
  function hide() {
    if (passing.current && text.current?.matches(':popover-open')) text.current.hidePopover()
    passing.current = false
  }
  function later(act: () => void, ms: number) {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(act, ms)
  }
  const leave = () => later(hide, closeAfter)

  return (
    <>
      <button
        ref={button}
        type="button"
        className="help"
        aria-label={`About ${about}`}
        aria-describedby={id}
        popoverTarget={id}
        onPointerEnter={(event) => event.pointerType === 'mouse' && later(show, openAfter)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && leave()}
        onClick={() => {
          clearTimeout(timer.current)
          passing.current = false
        }}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && show()}
        onBlur={hide}
      >
        <CircleQuestionMark aria-hidden="true" size={18} />
      </button>
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
