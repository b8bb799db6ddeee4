import { type FileNode, kit } from 'virtual:kit'
import { type Colored, highlight } from '../../markdown/highlight.ts'

/** What the pane shows about a file or folder below its name and path. */
export interface FileText {
  description: string
  details: string
  /** A part of the file, colored. */
  excerpt?: Colored
  /** How many lines the whole file has, if everybody may read it: it is in the sample. */
  lines?: number
}

const flat = (nodes: FileNode[]): FileNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

/** Every file and folder of the kit, in the order of the tree. */
const nodes = flat(kit.tree)

/** The paths of the kit's files, in the order of the tree. */
export const filePaths = nodes.flatMap(({ path, type }) => (type === 'file' ? path : []))

/** The number of lines of a file that is in the sample. */
export function sampleSize(path: string): Pick<FileText, 'lines'> {
  const lines = kit.samples.find((sample) => sample.path === path)?.text.split('\n').length
  return lines === undefined ? {} : { lines }
}

/** Colors every excerpt of the kit. @returns the texts of all files and folders by path */
export async function fileTexts(): Promise<Record<string, FileText>> {
  const texts = nodes.map(async ({ path, description, details, excerpt }) => {
    const text: FileText = {
      description,
      details,
      ...(excerpt && { excerpt: await highlight(excerpt.code, excerpt.language) }),
      ...sampleSize(path),
    }
    return [path, text] as const
  })
  return Object.fromEntries(await Promise.all(texts))
}
