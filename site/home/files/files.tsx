import { useSyncExternalStore } from 'react'
import { island } from '../../island.tsx'
import { type FirstFile, Pane } from './pane.tsx'

/** The path of the row that was pressed last. It is outside of React, as the tree is, so that a press may come before React has rendered. */
let selected: string | null = null
let render = () => {}

function select(event: MouseEvent) {
  const row = event.target instanceof Element && event.target.closest<HTMLElement>('.tree-row')
  if (!row) return
  // A folder still opens or closes. A file is not sent.
  if (row instanceof HTMLButtonElement) event.preventDefault()
  document.querySelector('.tree-row[aria-current]')?.removeAttribute('aria-current')
  row.ariaCurrent = 'true'
  selected = row.dataset.path ?? null
  render()
}
if (!import.meta.env.SSR) addEventListener('click', select)

function subscribe(onChange: () => void) {
  render = onChange
  return () => {
    render = () => {}
  }
}

/**
 * The pane beside the tree, with what is pressed there.
 * @param first files that are worth reading first, with their descriptions
 */
export const Files = island(({ first }: { first: FirstFile[] }) => {
  const path = useSyncExternalStore(
    subscribe,
    () => selected,
    () => null,
  )
  return <Pane path={path} first={first} />
})
