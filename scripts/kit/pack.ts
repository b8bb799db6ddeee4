// Packs the archive that a buyer downloads: all of kit/ in one folder. The same files give the same bytes, on every
// machine and in every time zone, so a digest says whether two archives are the same kit.
//
//   npm run kit:pack -- build/kit.zip
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { type KitFile, readKit } from './read-kit.ts'

/** What an archive without which would not be the product. */
const needed = ['VERSION', 'CHANGELOG.md', 'LICENSE.md', 'README.md']

/**
 * @param slug starts the name of the archive and of the folder in it
 * @returns the name of the archive and its bytes
 * @throws Error when the version, the changelog, the license or the readme is missing
 */
export function packKit(
  files: KitFile[],
  slug = 'aws-multi-account-kit',
): { name: string; bytes: Uint8Array } {
  for (const name of needed)
    if (!files.some((file) => file.path === name))
      throw new Error(`kit/${name} is missing: the archive needs it`)
  const version = files.find((file) => file.path === 'VERSION')?.text.trim()
  const root = `${slug}-${version}`
  const entries: Zippable = {}
  for (const { path: name, text } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1)))
    entries[`${root}/${name}`] = strToU8(text)
  // Zip stores local time without a zone; a date of local parts is the same bytes on every machine.
  return { name: `${root}.zip`, bytes: zipSync(entries, { level: 9, mtime: new Date(2026, 0, 1) }) }
}

if (import.meta.main) {
  const target = process.argv[2]
  if (!target || target.startsWith('-')) {
    console.error('Say where to: npm run kit:pack -- build/kit.zip')
    process.exit(2)
  }
  const { name, bytes } = packKit(await readKit())
  mkdirSync(path.dirname(path.resolve(target)), { recursive: true })
  writeFileSync(target, bytes)
  console.log(`${target}: ${name}, ${bytes.length} bytes`)
  process.exit(0)
}
