import type { FileNode } from './kit-file.ts'

/** How many files a tree holds, at every depth; folders do not count. */
export function countFiles(nodes: readonly FileNode[]): number {
  return nodes.reduce((sum, node) => sum + (node.type === 'file' ? 1 : countFiles(node.children ?? [])), 0)
}
