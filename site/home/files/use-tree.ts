import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type Outline, outlineRows } from './outline.ts'
import { treeMove, typeAhead, visibleRows } from './tree-keys.ts'

/** ms between two letters of one word. */
const wordPause = 500

export type Tree = ReturnType<typeof useTree>

/** What is open and what has the tree's one tab stop; the details elements stay the truth of what is open. */
export function useTree({
  kit,
  selected,
  onSelect,
}: {
  kit: Outline[]
  selected: string | null
  onSelect: (path: string) => void
}) {
  const root = useRef<HTMLUListElement>(null)
  const rows = useMemo(() => outlineRows(kit), [kit])
  const [open, setOpenFolders] = useState<ReadonlySet<string>>(new Set())
  const [focused, setFocused] = useState(rows[0]?.path ?? '')
  const typed = useRef({ word: '', at: 0 })

  const elementOf = (path: string) =>
    root.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)

  useEffect(() => {
    const items = root.current?.querySelectorAll<HTMLElement>('details[open] > [data-path]') ?? []
    setOpenFolders(new Set(Array.from(items, (item) => item.dataset.path ?? '')))
    const active = document.activeElement
    if (active instanceof HTMLElement && root.current?.contains(active) && active.dataset.path)
      setFocused(active.dataset.path)
  }, [])

  function setOpen(path: string, isOpen: boolean) {
    setOpenFolders((before) => {
      const after = new Set(before)
      if (isOpen) after.add(path)
      else after.delete(path)
      return after
    })
    // A tab stop inside a folder that closes would be lost with it.
    if (!isOpen && focused.startsWith(`${path}/`)) setFocused(path)
  }

  function onClick(event: MouseEvent, path: string) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    if (event.currentTarget instanceof HTMLAnchorElement) event.preventDefault()
    onSelect(path)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const element = elementOf(focused)
    const visible = visibleRows(rows, open)
    const move = treeMove(event.key, visible, focused, open)
    const now = event.timeStamp
    if (move && 'focus' in move) elementOf(move.focus)?.focus()
    else if (move && element?.parentElement instanceof HTMLDetailsElement)
      element.parentElement.open = move.open
    else if (event.key === ' ' && element instanceof HTMLAnchorElement) element.click()
    else if (event.key.length === 1 && event.key !== ' ') {
      const word = now - typed.current.at < wordPause ? typed.current.word + event.key : event.key
      typed.current = { word, at: now }
      const found = typeAhead(visible, focused, word)
      if (found) elementOf(found)?.focus()
    } else if (!/^(Arrow|Home$|End$)/.test(event.key)) return
    event.preventDefault()
  }

  return { root, open, setOpen, focused, setFocused, selected, onClick, onKeyDown }
}
