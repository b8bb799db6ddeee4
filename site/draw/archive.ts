import { strToU8, zipSync } from 'fflate'
import type { Drawn } from '../../kit-reader/drawn.ts'

/** Packs the files. The same files give the same bytes on every machine. */
export function archiveOf(files: Drawn['files']): Uint8Array<ArrayBuffer> {
  const entries = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const zippable = Object.fromEntries(entries.map(({ path, text }) => [path, strToU8(text)]))
  // Zip stores local time without a zone, so the same local date gives the same bytes on every machine.
  return zipSync(zippable, { level: 9, mtime: new Date(2026, 0, 1) }) as Uint8Array<ArrayBuffer>
}
