import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** The folder of the kit in this project. */
export const kitFolder = path.resolve(import.meta.dirname, '../../kit')

/** Whether the product has files to show. Without them, the shop delivers KIT_FILE and shows no tree and no sample. */
export const hasKitFolder = existsSync(kitFolder)

/**
 * Whether the product is the one of this project. Checks and tests of its policies, its documents and the words of the
 * specification are only about it, and other sellers' shops skip them.
 */
export const isOurKit = existsSync(path.join(kitFolder, 'organization'))

export interface KitEntry {
  /** Relative to the kit's folder, with forward slashes. */
  path: string
  bytes: Uint8Array
}

/** Every file of the kit, sorted by path. */
export function readKitFolder(): KitEntry[] {
  const paths = globSync(['**/*', '**/.*'], { cwd: kitFolder })
    .filter((name) => statSync(path.join(kitFolder, name)).isFile())
    .map((name) => name.replaceAll(path.sep, '/'))
  return [...new Set(paths)]
    .sort()
    .map((name) => ({ path: name, bytes: readFileSync(path.join(kitFolder, name)) }))
}

/** @throws Error if there is no VERSION */
export function versionOf(entries: KitEntry[]): string {
  const version = entries.find((entry) => entry.path === 'VERSION')
  if (!version)
    throw new Error('kit/VERSION is missing. It holds the version that buyers get, such as 1.0.0.')
  return Buffer.from(version.bytes).toString().trim()
}
