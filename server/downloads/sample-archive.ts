import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { strToU8, type Zippable, zipSync } from 'fflate'
import type { FileNode } from '../../content/home/kit-file.ts'
import { kitFiles } from '../../content/home/kit-files.ts'
import { site } from '../../content/site.ts'
import { makeFolder, replaceDurably } from '../files/durable-file.ts'

function filesOf(nodes: FileNode[]): FileNode[] {
  return nodes.flatMap((node) => (node.type === 'folder' ? filesOf(node.children ?? []) : [node]))
}

function readme(root: string, files: FileNode[]): string {
  const lines = files.map((file) => `${file.excerpt ? '*' : ' '} ${file.path}\n    ${file.description}`)
  return `${site.name}: sample archive (${root})

This is a sample. No real money was paid for it: the order was placed in the shop's sandbox or in the payment
provider's test mode. It holds excerpts of the files marked with * below, not the kit.

${lines.join('\n')}
`
}

/** The sample as zip bytes; the same content gives the same bytes, and so the same digest after every restart. */
function sampleArchive(): { name: string; bytes: Uint8Array } {
  const words = site.name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['kit']
  const root = `${words.join('-')}-${site.kitVersion}-sample`
  const files = filesOf(kitFiles)
  const entries: Zippable = { [`${root}/README.txt`]: strToU8(readme(root, files)) }
  for (const file of files) {
    if (file.excerpt) entries[`${root}/${file.path}`] = strToU8(`${file.excerpt.code.trimEnd()}\n`)
  }
  // Zip stores local time without a zone; a date of local parts is the same bytes on every machine.
  return { name: `${root}.zip`, bytes: zipSync(entries, { level: 9, mtime: new Date(2026, 0, 1) }) }
}

/** Puts the sample into `dataDir`, unless it is there as it should be. @returns its path */
export function writeSampleArchive(dataDir: string): string {
  const { name, bytes } = sampleArchive()
  const file = path.join(dataDir, name)
  makeFolder(dataDir)
  if (!existsSync(file) || !readFileSync(file).equals(bytes)) replaceDurably(file, bytes)
  return file
}
