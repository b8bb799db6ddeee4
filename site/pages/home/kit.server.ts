import { features } from '../../../content/home/features.ts'
import type { FileNode } from '../../../content/home/kit-file.ts'
import { kitFiles } from '../../../content/home/kit-files.ts'
import { markupFor } from '../../ui/markup.tsx'
import { policyId } from './features/features.tsx'
import { panelsId } from './files/files.tsx'
import { renderCode, renderPanels } from './files/kit-panels.server.tsx'
import { type Outline, outline } from './files/outline.ts'

export interface ShownKit {
  /** What runs the tree. */
  outline: Outline[]
  /** Every node's panel, as `markupFor` gives them. */
  panels: string | null
}

/** What the page shows of the kit's files. */
export function shownKit(request: Request): ShownKit {
  return {
    outline: outline(kitFiles),
    panels: markupFor(request, panelsId, renderPanels(kitFiles)),
  }
}

/** The policy that the features show, coloured, as `markupFor` gives it. */
export async function shownPolicy(request: Request): Promise<string | null> {
  return markupFor(request, policyId, await renderCode(excerptOf(features.organizations.policy)))
}

/** @throws if the kit has no such file, or shows nothing of it */
function excerptOf(path: string): NonNullable<FileNode['excerpt']> {
  const flat = (nodes: FileNode[]): FileNode[] =>
    nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
  const excerpt = flat(kitFiles).find((node) => node.path === path)?.excerpt
  if (!excerpt) throw new Error(`content/home/features.ts shows ${path}, of which the kit has no excerpt.`)
  return excerpt
}
