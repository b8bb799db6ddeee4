import { strToU8, zipSync } from 'fflate'

/** A file of an archive. `text` is written as UTF-8. */
export type Packed = { path: string } & ({ bytes: Uint8Array } | { text: string })

/** Packs files. The same files give the same bytes on every machine, so archives can be compared by their digest. */
export function zip(files: readonly Packed[]): Uint8Array<ArrayBuffer> {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const contents = sorted.map((file) => [file.path, 'text' in file ? strToU8(file.text) : file.bytes])
  // Zip stores local time without a zone, so the same local date gives the same bytes on every machine.
  return zipSync(Object.fromEntries(contents), { level: 9, mtime: new Date(2026, 0, 1) })
}
