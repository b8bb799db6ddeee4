import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** The folder of the kit in this project. */
export const kitFolder = path.resolve(import.meta.dirname, '../../kit')

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
