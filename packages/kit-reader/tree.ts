// The kit as the home page shows it: a tree of folders and files with their texts and excerpts, read from the files.
import type { FileNode } from './kit-facts.ts'
import { excerptOf, indexOf } from './kit-index.ts'
import type { KitFile } from './read-kit.ts'

const folderOrder = ['organization', 'iam-identity-center', 'networking', 'team-infrastructure', 'docs']

/** Folders come first, in the order of their applies, then files by name. */
function compare(a: FileNode, b: FileNode): number {
  if (a.type !== b.type) return a.type === 'folder' ? -1 : 1
  const [first, second] = [folderOrder.indexOf(a.path), folderOrder.indexOf(b.path)]
  return first >= 0 && second >= 0 ? first - second : a.name < b.name ? -1 : 1
}

/** Builds the tree of the kit's files. @throws Error when kit/index.json lacks a text; `checkIndex` says which */
export function kitTree(files: KitFile[]): FileNode[] {
  const index = indexOf(files)
  const root: FileNode[] = []
  const folders = new Map<string, FileNode[]>([['', root]])
  const childrenOf = (folder: string): FileNode[] => {
    const known = folders.get(folder)
    if (known) return known
    const children: FileNode[] = []
    folders.set(folder, children)
    const parent = folder.split('/').slice(0, -1).join('/')
    const name = folder.split('/').at(-1) ?? ''
    const text = index.folders[folder]
    if (!text) throw new Error(`kit/index.json has no text for ${folder}`)
    const { description, details } = text
    childrenOf(parent).push({ name, type: 'folder', path: folder, description, details, children })
    return children
  }
  for (const file of files) {
    const text = index.files[file.path]
    if (!text) throw new Error(`kit/index.json has no text for ${file.path}`)
    const excerpt = text.excerpt ? excerptOf(file, text.excerpt) : null
    childrenOf(file.path.split('/').slice(0, -1).join('/')).push({
      name: file.path.split('/').at(-1) ?? '',
      type: 'file',
      path: file.path,
      description: text.description,
      details: text.details,
      ...(excerpt ? { excerpt: { language: excerpt.language, code: excerpt.code } } : {}),
    })
  }
  for (const children of folders.values()) children.sort(compare)
  return root
}
