import type { FileNode } from '../../../content/home/kit-file.ts'
import { kitFiles } from '../../../content/home/kit-files.ts'
import { type Coloured, highlight } from '../../markdown/highlight.ts'

const flat = (nodes: FileNode[]): FileNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

/** Every excerpt of the kit, coloured, by its file's path. */
export async function excerpts(): Promise<Record<string, Coloured>> {
  const coloured = flat(kitFiles).flatMap(({ path, excerpt }) =>
    excerpt ? [highlight(excerpt.code, excerpt.language).then((code) => [path, code] as const)] : [],
  )
  return Object.fromEntries(await Promise.all(coloured))
}
