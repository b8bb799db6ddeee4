import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { pages } from '../../../contract/paths.ts'
import { island } from '../../island.tsx'
import { type FirstFile, Pane } from './pane.tsx'

interface Props {
  /** Files that are worth reading first, with their descriptions. */
  first: FirstFile[]
  /** The tree. Each row has the path of its file or folder as `data-path`. */
  children?: ReactNode
}

/** Shows what is pressed in the tree in the pane beside it. */
export const Files = island(({ first, children }: Props) => {
  const tree = useRef<HTMLFormElement>(null)
  const [selected, setSelected] = useState<string | null>(null)

  function select(event: MouseEvent) {
    const row = (event.target as Element).closest<HTMLElement>('[data-path]')
    if (!row) return
    // A folder still opens or closes. A file is not sent.
    if (row instanceof HTMLButtonElement) event.preventDefault()
    setSelected(row.dataset.path ?? null)
  }

  useEffect(() => {
    for (const row of tree.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])
      if (row.dataset.path === selected) row.ariaCurrent = 'true'
      else row.ariaCurrent = null
  }, [selected])

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard presses its buttons, too, and their clicks arrive here */}
      <form ref={tree} className="tree-scroll" action={pages.files} onClick={select}>
        {children}
      </form>
      <Pane path={selected} first={first} />
    </>
  )
})
