import { type FileNode, kit } from 'virtual:kit'
import { kitFiles } from '#content/home/included.ts'
import { type Colored, highlight } from '../../markdown/highlight.ts'
import type { Token } from '../../ui/code.tsx'

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

/** Every file and folder of the kit. */
const nodes = flat(kit.tree)

/** The paths of the kit's files. */
export const filePaths = nodes.flatMap(({ path, type }) => (type === 'file' ? path : []))

/** The number of lines of a file that is in the sample. */
export function sampleSize(path: string): Pick<FileText, 'lines'> {
  const lines = kit.samples.find((sample) => sample.path === path)?.text.split('\n').length
  return lines === undefined ? {} : { lines }
}

/**
 * The files that content/home/included.ts names as worth reading first.
 * @throws Error if one is not in the sample
 */
export const firstFiles = kitFiles.first.files.map((path) => {
  const file = kit.samples.find((sample) => sample.path === path)
  if (!file) throw new Error(`content/home/included.ts names ${path}, which is not in content/sample.ts.`)
  return { path, description: file.description }
})

/**
 * Colors some lines of a file of the sample, without the indentation that they share.
 * @param lines the first and the last one, counted from 1
 * @throws Error if content/home/features.ts names a file or lines that there are not
 */
export async function excerptOf(path: string, [first, last]: readonly [number, number]): Promise<Colored> {
  const file = kit.samples.find((sample) => sample.path === path)
  const lines = file?.text.split('\n').slice(first - 1, last) ?? []
  if (!file || lines.length !== last - first + 1)
    throw new Error(
      `content/home/features.ts shows lines ${first} to ${last} of ${path}, which the sample does not have.`,
    )
  const indentation = Math.min(...lines.map((line) => line.search(/\S|$/)))
  const colored = await highlight(lines.map((line) => line.slice(indentation)).join('\n'), file.language)
  // Punctuation without a color of its own, because each color is an element of the page.
  return colored.map((token) => (token[0] === 'tok-punctuation' ? token[1] : token) as Token)
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
