/** A tree in which a file is what has no `children`: the kit itself, or its outline. */
interface Tree {
  children?: readonly Tree[]
}

/** How many files a tree holds, at every depth; folders do not count. */
export function countFiles(nodes: readonly Tree[]): number {
  return nodes.reduce((sum, { children }) => sum + (children ? countFiles(children) : 1), 0)
}
