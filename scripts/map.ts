import { readdirSync } from 'node:fs'
import path from 'node:path'

/** Files that scripts create. They are not committed. */
const generated = ['node_modules', 'build', 'data', 'test-results', 'playwright-report', 'screenshots']

/**
 * Folders whose contents the map does not have to describe: kit/ has its own documents, and other-seller/ repeats the folders
 * of content/ and kit/.
 */
const describedElsewhere = ['kit', 'other-seller']

/** The names of a folder's folders and files, without generated files, dotfiles and unit tests. */
function entriesOf(folder: string): { folders: string[]; files: string[] } {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    ({ name }) => !name.startsWith('.') && !generated.includes(name) && !/\.test\.\w+$/.test(name),
  )
  const namesOf = (isFolder: boolean) =>
    entries.filter((entry) => entry.isDirectory() === isFolder).map(({ name }) => name)
  return { folders: namesOf(true), files: namesOf(false) }
}

/** The names of all folders below a folder, at any depth, each with a slash at its end. Git does not store empty folders. */
function foldersBelow(folder: string): string[] {
  return entriesOf(folder).folders.flatMap((name) => {
    const inside = path.join(folder, name)
    if (readdirSync(inside).length === 0) return []
    return [`${name}/`, ...(describedElsewhere.includes(name) ? [] : foldersBelow(inside))]
  })
}

/**
 * Finds what is missing from a map of a project: folders, and files at the top of the project or of one of its top folders.
 * In the map, the part about a top folder begins with the folder's name at the start of a line. Every other name must be a
 * separate word in that part.
 */
export function missingFromMap(map: string, root: string): string[] {
  const wordsOf = (text: string) => new Set(text.split(/[\s,;:()]+/))
  const parts = map.split(/^(?=[\w-]+\/)/m)
  const { folders, files } = entriesOf(root)
  const missing = files.filter((name) => !wordsOf(map).has(name))
  for (const top of folders) {
    const words = wordsOf(parts.find((part) => part.startsWith(`${top}/`)) ?? '')
    const folder = path.join(root, top)
    const inside = describedElsewhere.includes(top)
      ? []
      : [...foldersBelow(folder), ...entriesOf(folder).files]
    if (!words.has(`${top}/`)) missing.push(`${top}/`)
    else missing.push(...inside.filter((name) => !words.has(name)).map((name) => `${name} in ${top}/`))
  }
  return missing
}
