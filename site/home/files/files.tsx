import { type ReactNode, useEffect, useRef, useState } from 'react'
import { included } from '../../../content/home/included.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Excerpt } from './excerpt.tsx'
import { FileTree } from './file-tree.tsx'
import { type Outline, outlineRows, panelId } from './outline.ts'

/**
 * The kit's files: a tree, and beside it what is selected. Before React, links and `:target` do the same.
 * @param children every node's panel, which React leaves as it is
 */
export function Files({ kit, children }: { kit: Outline[]; children?: ReactNode }) {
  const pane = useRef<HTMLElement>(null)
  const [live, setLive] = useState(false)
  const [selected, setSelected] = useState<string | null>(null)
  const [approached, setApproached] = useState(false)
  const { files } = included

  // Taking over: what was pressed or the address shows is selected, and an address that changes later is followed.
  useEffect(() => {
    const rows = outlineRows(kit)
    const follow = () => {
      const row = rows.find(({ path }) => `#${panelId(path)}` === location.hash)
      if (row) setSelected(row.path)
    }
    const pressed = document.activeElement?.closest<HTMLElement>('.tree [data-path]')?.dataset.path
    if (pressed && !document.activeElement?.matches(':focus-visible')) setSelected(pressed)
    else follow()
    setLive(true)
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
        <FileTree kit={kit} label={files.label} live={live} selected={selected} onSelect={setSelected} />
        <section
          ref={pane}
          className="kit-pane"
          aria-label="About the selected file"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
          tabIndex={0}
          data-live={live || undefined}
        >
          <div className="kit-empty" hidden={live && selected !== null}>
            <h4>{files.empty.heading}</h4>
            <p>{files.empty.text}</p>
          </div>
          {children}
          <Excerpt path={selected} live={approached || selected !== null} />
          <p role="status" className="sr-only">
            {selected !== null && `Showing ${selected}`}
          </p>
        </section>
      </Sheet>
    </div>
  )
}
