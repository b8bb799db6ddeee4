import { type ReactNode, useEffect, useRef, useState } from 'react'
import { included } from '../../../content/home/included.ts'
import { island } from '../../island.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Excerpt } from './excerpt.tsx'
import { Folders, readFolders, type TreeState } from './folders.tsx'
import { type Outline, outlineRows, panelId } from './outline.ts'
import { Tree } from './tree.tsx'

/** The path that the address shows, or null. */
function addressed(kit: Outline[]): string | null {
  return outlineRows(kit).find(({ path }) => `#${panelId(path)}` === location.hash)?.path ?? null
}

/**
 * The kit's files, and beside them the selected one. Before React, links and `:target` do the same.
 * @param children the panel of every node, which React leaves as it is
 */
export const Files = island(({ kit, children }: { kit: Outline[]; children?: ReactNode }) => {
  const folders = useRef<HTMLUListElement>(null)
  const pane = useRef<HTMLElement>(null)
  /** Null until React has taken over. */
  const [start, setStart] = useState<TreeState | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const [approached, setApproached] = useState(false)
  const { files } = included
  const isLive = start !== null

  useEffect(() => {
    const left = folders.current && readFolders(folders.current)
    setStart(left)
    // A pressed folder has the focus, and is in no address. The keyboard moves the focus without a choice.
    const pressed = document.activeElement?.matches(':focus-visible') ? null : left?.focused
    setSelected(pressed ?? addressed(kit))
    const follow = () => setSelected((before) => addressed(kit) ?? before)
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [kit])

  useEffect(() => {
    for (const panel of pane.current?.querySelectorAll<HTMLElement>('.kit-panel') ?? []) {
      panel.toggleAttribute('data-shown', selected !== null && panel.id === panelId(selected))
    }
    pane.current?.scrollTo({ top: 0 })
  }, [selected])

  return (
    <div id="files" className="files">
      <h3 id="files-heading">{files.heading}</h3>
      <Sheet
        className="files-sheet"
        onPointerOver={() => setApproached(true)}
        onFocus={() => setApproached(true)}
      >
        {start ? (
          <Tree kit={kit} label={files.label} start={start} selected={selected} onSelect={setSelected} />
        ) : (
          <ul ref={folders} className="tree" aria-label={files.label}>
            <Folders nodes={kit} />
          </ul>
        )}
        <section
          ref={pane}
          className="kit-pane"
          aria-label="About the selected file"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
          tabIndex={0}
          data-live={isLive || undefined}
        >
          <div className="kit-empty" hidden={isLive && selected !== null}>
            <h4>{files.empty.heading}</h4>
            <p>{files.empty.text}</p>
          </div>
          {children}
          <Excerpt path={selected} isNear={approached || selected !== null} />
          <p role="status" className="sr-only">
            {selected !== null && `Showing ${selected}`}
          </p>
        </section>
      </Sheet>
    </div>
  )
})
