import { features } from '../../../content/home/features.ts'
import type { FileNode } from '../../../content/home/kit-file.ts'
import { kitFiles } from '../../../content/home/kit-files.ts'
import { policyId } from './features/features.tsx'
import { panelsId } from './files/files.tsx'
import { renderCode, renderPanels } from './files/kit-panels.server.tsx'
import { type Outline, outline } from './files/outline.ts'
import { provideMarkup } from './server-markup.tsx'

/** Renders what the page shows of the kit's files, and gives the outline that runs the tree. */
export async function provideKit(): Promise<Outline[]> {
  provideMarkup(panelsId, renderPanels(kitFiles))
  provideMarkup(policyId, await renderCode(excerptOf(features.organizations.policy)))
  return outline(kitFiles)
}

/** @throws if the kit has no such file, or shows nothing of it */
function excerptOf(path: string): NonNullable<FileNode['excerpt']> {
  const flat = (nodes: FileNode[]): FileNode[] =>
    nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
  const excerpt = flat(kitFiles).find((node) => node.path === path)?.excerpt
  if (!excerpt) throw new Error(`content/home/features.ts shows ${path}, of which the kit has no excerpt.`)
  return excerpt
}
