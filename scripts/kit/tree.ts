// The kit as the home page shows it: a tree of folders and files with their texts and excerpts, and what its examples
// set up. Everything is read from the files, so the page cannot say anything else than the kit does.
import { parse } from '@cdktn/hcl2json'
import { attachmentsOf } from './check-policies.ts'
import { blocksIn } from './hcl.ts'
import { excerptOf, type KitIndex } from './kit-index.ts'
import type { KitFile } from './read-kit.ts'

export interface TreeNode {
  name: string
  type: 'folder' | 'file'
  /** From the root of the archive. */
  path: string
  description: string
  details: string
  excerpt?: { language: string; code: string }
  /** Folders only. */
  children?: TreeNode[]
}

const folderOrder = ['organization', 'iam-identity-center', 'networking', 'team-infrastructure', 'docs']

/** Folders first, in the order in which they are applied; then files by name. */
function compare(a: TreeNode, b: TreeNode): number {
  if (a.type !== b.type) return a.type === 'folder' ? -1 : 1
  const [first, second] = [folderOrder.indexOf(a.path), folderOrder.indexOf(b.path)]
  return first >= 0 && second >= 0 ? first - second : a.name < b.name ? -1 : 1
}

/** @throws TypeError when index.json lacks a text; `npm run kit:check` says which */
export function kitTree(files: KitFile[]): TreeNode[] {
  const index: KitIndex = JSON.parse(files.find((file) => file.path === 'index.json')?.text ?? '{}')
  const root: TreeNode[] = []
  const folders = new Map<string, TreeNode[]>([['', root]])
  const childrenOf = (folder: string): TreeNode[] => {
    const known = folders.get(folder)
    if (known) return known
    const children: TreeNode[] = []
    folders.set(folder, children)
    const parent = folder.split('/').slice(0, -1).join('/')
    const name = folder.split('/').at(-1) ?? ''
    const text = index.folders[folder]
    if (!text) throw new TypeError(`index.json has no text for ${folder}`)
    const { description, details } = text
    childrenOf(parent).push({ name, type: 'folder', path: folder, description, details, children })
    return children
  }
  for (const file of files) {
    const text = index.files[file.path]
    if (!text) throw new TypeError(`index.json has no text for ${file.path}`)
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

export interface KitFacts {
  version: string
  files: number
  /** Files by top-level folder, and at the top under ''. */
  filesByFolder: Record<string, number>
  /** Different types of resources, and blocks of them. */
  resourceTypes: number
  resourceBlocks: number
  /** Of the examples: accounts with their units, who has which permission sets where, policies by target. */
  accounts: Record<string, { unit: string }>
  access: Record<string, Record<string, string[]>>
  attachments: Record<string, string[]>
  units: string[]
}

/** What the drawing, the access matrix and the figures of the page are made of. */
export async function kitFacts(files: KitFile[]): Promise<KitFacts> {
  const text = (path: string) => files.find((file) => file.path === path)?.text ?? ''
  const values = (path: string) => parse('example.tfvars', text(path))
  const organization = await values('organization/terraform.tfvars.example')
  const identity = await values('iam-identity-center/terraform.tfvars.example')
  const filesByFolder: Record<string, number> = {}
  for (const { path } of files) {
    const folder = path.includes('/') ? (path.split('/')[0] ?? '') : ''
    filesByFolder[folder] = (filesByFolder[folder] ?? 0) + 1
  }
  const resources = files
    .filter((file) => file.path.endsWith('.tf'))
    .flatMap((file) => blocksIn(file.hcl ?? [], 'resource'))
  const attachments = attachmentsOf(files)
  return {
    version: text('VERSION').trim(),
    files: files.length,
    filesByFolder,
    resourceTypes: new Set(resources.map((block) => block.labels[0])).size,
    resourceBlocks: resources.length,
    accounts: organization.accounts,
    access: identity.access,
    attachments,
    units: Object.keys(attachments).filter((target) => target !== 'root'),
  }
}
