import { useState } from 'react'
import { island } from '../../island.tsx'
import { type FirstFile, Pane } from './pane.tsx'
import { Tree } from './tree.tsx'

/**
 * The tree of the kit's files, and the pane beside it that shows the selected one.
 * @param paths of the files, in the order of the tree
 * @param first files that are worth reading first, with their descriptions
 */
export const Files = island(({ paths, first }: { paths: string[]; first: FirstFile[] }) => {
  const [selected, setSelected] = useState<string | null>(null)
  return (
    <>
      <div className="tree-scroll">
        <Tree paths={paths} selected={selected} onSelect={setSelected} />
      </div>
      <Pane path={selected} first={first} />
    </>
  )
})
