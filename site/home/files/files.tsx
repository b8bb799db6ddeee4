import { type ReactNode, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { included } from '#content/home/included.ts'
import { island } from '../../island.tsx'
import { Excerpt } from './excerpt.tsx'
import { readFolders, type TreeState } from './folders.tsx'
import { type OutlineRow, outlineRows, panelId } from './outline.ts'
import { Tree } from './tree.tsx'

/** The path of the file that the hash names, or null. */
function pathFromHash(rows: OutlineRow[]): string | null {
  return rows.find(({ path }) => `#${panelId(path)}` === location.hash)?.path ?? null
}

/**
 * The tree of the kit's files, and the pane beside it that shows the selected one. Before React hydrates, links and `:target`
 * do the same. Do not render translatable text here: React renders a translated island again, and then the content security
 * policy refuses the panels' HTML, because a script would insert it.
 * @param folders the list of files, as HTML that React replaces with the tree
 * @param children the panels, as HTML that React does not touch
 */
export const Files = island(({ folders, children }: { folders?: ReactNode; children?: ReactNode }) => {
  const scroller = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLElement>(null)
  /** Null until React has hydrated. */
  const [start, setStart] = useState<TreeState | null>(null)
  const [selected, setSelected] = useState<string | null>(null)
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const { label, about, showing } = included.files
  const rows = useMemo(() => outlineRows(start?.kit ?? []), [start])

  // Runs after each render until the tree is there. A layout effect, so that no click comes between reading the list and
  // replacing it.
  useLayoutEffect(() => {
    const list = scroller.current?.querySelector('.tree')
    if (start || !list) return
    // A row that is replaced between a press and its release gets no click. So wait for the release.
    if (list.matches(':active')) {
      requestAnimationFrame(renderAgain)
      return
    }
    const before = readFolders(list)
    setStart(before)
    // A folder that was clicked has the focus but is not in the hash. Keyboard focus alone selects nothing.
    const pressed = document.activeElement?.matches(':focus-visible') ? null : before.focused
    setSelected(pressed ?? pathFromHash(outlineRows(before.kit)))
  })

  useEffect(() => {
    const followHash = () => setSelected((current) => pathFromHash(rows) ?? current)
    window.addEventListener('hashchange', followHash)
    return () => window.removeEventListener('hashchange', followHash)
  }, [rows])

  useEffect(() => {
    for (const panel of pane.current?.querySelectorAll<HTMLElement>('.kit-panel') ?? []) {
      panel.toggleAttribute('data-shown', selected !== null && panel.id === panelId(selected))
    }
    pane.current?.scrollTo({ top: 0 })
  }, [selected])

  return (
    <>
      {/* React replaces what is inside this element, not the element, so the list stays where the visitor scrolled it. */}
      <div ref={scroller} className="tree-scroll">
        {start ? <Tree label={label} start={start} selected={selected} onSelect={setSelected} /> : folders}
      </div>
      <section
        ref={pane}
        className="kit-pane"
        aria-label={about}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
        tabIndex={0}
        data-live={start !== null || undefined}
      >
        {children}
        <Excerpt path={selected} whole={rows.some(({ path, whole }) => whole && path === selected)} />
        <p role="status" className="sr-only">
          {selected !== null && showing(selected)}
        </p>
      </section>
    </>
  )
})
