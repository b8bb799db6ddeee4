import { type FileNode, kit } from 'virtual:kit'
import { type Colored, highlight } from '../../markdown/highlight.ts'

const flat = (nodes: FileNode[]): FileNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

/** Colors every excerpt of the kit. @returns the excerpts by the paths of their files */
export async function excerpts(): Promise<Record<string, Colored>> {
  const colored = flat(kit.tree).flatMap(({ path, excerpt }) =>
    excerpt ? [highlight(excerpt.code, excerpt.language).then((code) => [path, code] as const)] : [],
  )
  return Object.fromEntries(await Promise.all(colored))
}
