import type { FileNode } from '../kit-file.ts'

type Excerpt = NonNullable<FileNode['excerpt']>

/** The last part of the path: a name that can never disagree with it. */
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** A file of the kit; `path` is from the archive's root. */
export function file(
  path: string,
  description: string,
  details: string,
  language?: Excerpt['language'],
  code?: string,
): FileNode {
  const node: FileNode = { name: nameOf(path), type: 'file', path, description, details }
  return language && code ? { ...node, excerpt: { language, code: code.trim() } } : node
}

/** A folder of the kit with everything in it. */
export function folder(path: string, description: string, details: string, children: FileNode[]): FileNode {
  return { name: nameOf(path), type: 'folder', path, description, details, children }
}
