import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { mayBeTrail } from '../trail/read-trail.ts'
import { UsageError } from './arguments.ts'

/** Names as a person would sort them, so that days come one after another. */
const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

export interface FoundFiles {
  /** `-`: standard input. */
  files: string[]
  /** How many files in the folders have names of other kinds. They are not read. */
  others: number
}

/**
 * The files of a trail: those that are named, and those in the named folders and below. A link to a folder is not followed, so that
 * no folder is read twice.
 * @throws UsageError if a file or folder cannot be read
 */
export async function findFiles(named: readonly string[]): Promise<FoundFiles> {
  const found: FoundFiles = { files: [], others: 0 }
  const enter = async (folder: string): Promise<void> => {
    for (const entry of (await readdir(folder, { withFileTypes: true })).sort(byName)) {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) await enter(file)
      else if (mayBeTrail(entry.name)) found.files.push(file)
      else found.others++
    }
  }
  for (const name of named) {
    try {
      if (name === '-') found.files.push(name)
      else if ((await stat(name)).isDirectory()) await enter(name)
      else found.files.push(name)
    } catch (error) {
      throw new UsageError(`${name}: ${reasonOf(error)}`)
    }
  }
  return found
}

/** Why a file cannot be opened, as a sentence. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'there is no such file or folder.'
  if (code === 'EACCES' || code === 'EPERM') return 'you may not read it. Change its permissions.'
  if (code === 'EISDIR') return 'it is a folder. Name a file.'
  return message
}
