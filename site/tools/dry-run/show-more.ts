import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

const atOnce = 100

/** A long list is shown a hundred rows at a time. */
export function useShowMore(length: number) {
  const [most, setMost] = useState(atOnce)
  const list = useRef<HTMLTableSectionElement>(null)

  function showMore() {
    flushSync(() => setMost(most + atOnce))
    // The button disappears with the last rows, so the first of them takes the focus.
    const firstNew = list.current?.children[most]
    if (most + atOnce >= length && firstNew instanceof HTMLElement) firstNew.focus()
  }

  return {
    most,
    list,
    /** Null if all rows are shown. */
    showMore: length > most ? showMore : null,
    reset: () => setMost(atOnce),
    /** The tabIndex of a row: the first row of each hundred can take the focus. */
    tabIndexOf: (index: number) => (index > 0 && index % atOnce === 0 ? -1 : undefined),
  }
}
