import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { TreeState } from './folders.tsx'
import { outlineRows } from './outline.ts'
import { treeMove, typeAhead, visibleRows } from './tree-keys.ts'

/** The longest time between two letters of one type-ahead word, in ms. */
const wordPauseMs = 500

export type TreeControl = ReturnType<typeof useTree>

/** Keeps the open folders, and the row that has the tree's only tab stop. @param start the state before React hydrated */
export function useTree({ start, onSelect }: { start: TreeState; onSelect: (path: string) => void }) {
  const root = useRef<HTMLUListElement>(null)
  const rows = useMemo(() => outlineRows(start.kit), [start])
  const [open, setOpenFolders] = useState(start.open)
  const [focused, setFocused] = useState(start.focused ?? rows[0]?.path ?? '')
  const typed = useRef({ word: '', at: 0 })

  const rowOf = (path: string) =>
    root.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)

  useLayoutEffect(() => {
    const row = root.current?.querySelector<HTMLElement>('[tabindex="0"]')
    if (start.focused) row?.focus({ preventScroll: true })
  }, [start])

  function setOpen(path: string, isOpen: boolean) {
    const after = new Set(open)
    if (isOpen) after.add(path)
    else after.delete(path)
    setOpenFolders(after)
    // The keyboard cannot reach a tab stop inside a closed folder.
    if (!isOpen && focused.startsWith(`${path}/`)) setFocused(path)
  }

  function onClick(event: MouseEvent, path: string) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onSelect(path)
    if (rows.find((row) => row.path === path)?.folder) setOpen(path, !open.has(path))
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const visible = visibleRows(rows, open)
    const move = treeMove(event.key, visible, focused, open)
    if (move && 'focus' in move) rowOf(move.focus)?.focus()
    else if (move) setOpen(focused, move.open)
    else if (event.key === ' ') rowOf(focused)?.click()
    else if (event.key.length === 1) {
      const { word, at } = typed.current
      typed.current = {
        word: event.timeStamp - at < wordPauseMs ? word + event.key : event.key,
        at: event.timeStamp,
      }
      const found = typeAhead(visible, focused, typed.current.word)
      if (found) rowOf(found)?.focus()
    } else if (!/^(Arrow|Home$|End$)/.test(event.key)) return
    event.preventDefault()
  }

  return { root, open, focused, setFocused, onClick, onKeyDown }
}
