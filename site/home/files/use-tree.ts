import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { kitEntryPath } from '../../../contract/paths.ts'
import { type OutlineRow, outlineRows } from './outline.ts'
import { treeMove, typeAhead, visibleRows } from './tree-keys.ts'

/** The longest time between two letters of one type-ahead word, in ms. */
const wordPauseMs = 500

export type TreeControl = ReturnType<typeof useTree>

/** Keeps the open folders, and the row that has the tree's only tab stop. Folders at the top start open. */
export function useTree({ paths, onSelect }: { paths: string[]; onSelect: (path: string) => void }) {
  const root = useRef<HTMLUListElement>(null)
  const rows = useMemo(() => outlineRows(paths), [paths])
  const [open, setOpenFolders] = useState<ReadonlySet<string>>(
    () => new Set(rows.filter(({ folder, level }) => folder && level === 1).map(({ path }) => path)),
  )
  const [focused, setFocused] = useState(rows[0]?.path ?? '')
  const typed = useRef({ word: '', at: 0 })

  const linkOf = (path: string) => root.current?.querySelector<HTMLElement>(`a[href="${kitEntryPath(path)}"]`)

  // The focus that made React hydrate came before React listened to it.
  useEffect(() => {
    const address = document.activeElement?.closest('.tree a')?.getAttribute('href')
    const row = rows.find(({ path }) => kitEntryPath(path) === address)
    if (row) setFocused(row.path)
  }, [rows])

  function setOpen(path: string, isOpen: boolean) {
    const after = new Set(open)
    if (isOpen) after.add(path)
    else after.delete(path)
    setOpenFolders(after)
    // The keyboard cannot reach a tab stop inside a closed folder.
    if (!isOpen && focused.startsWith(`${path}/`)) setFocused(path)
  }

  /** Selects a row. A folder opens or closes, too. */
  function choose({ path, folder }: OutlineRow) {
    onSelect(path)
    if (folder) setOpen(path, !open.has(path))
  }

  function onClick(event: MouseEvent, row: OutlineRow) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    choose(row)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const visible = visibleRows(rows, open)
    const row = rows.find(({ path }) => path === focused)
    const move = treeMove(event.key, visible, focused, open)
    if (move && 'focus' in move) linkOf(move.focus)?.focus()
    else if (move) setOpen(focused, move.open)
    else if (event.key === ' ' && row) choose(row)
    else if (event.key.length === 1) {
      const { word, at } = typed.current
      typed.current = {
        word: event.timeStamp - at < wordPauseMs ? word + event.key : event.key,
        at: event.timeStamp,
      }
      const found = typeAhead(visible, focused, typed.current.word)
      if (found) linkOf(found)?.focus()
    } else if (!/^(Arrow|Home$|End$)/.test(event.key)) return
    event.preventDefault()
  }

  return { root, rows, open, focused, setFocused, onClick, onKeyDown }
}
