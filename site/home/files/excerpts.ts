import type { FileNode } from '../../../content/home/kit-file.ts'
import { kitFiles } from '../../../content/home/kit-files.ts'
import { type Colored, highlight } from '../../markdown/highlight.ts'

const flat = (nodes: FileNode[]): FileNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

/** Every excerpt of the kit, colored, by its file's path. */
export async function excerpts(): Promise<Record<string, Colored>> {
  const colored = flat(kitFiles).flatMap(({ path, excerpt }) =>
    excerpt ? [highlight(excerpt.code, excerpt.language).then((code) => [path, code] as const)] : [],
  )
  return Object.fromEntries(await Promise.all(colored))
}
