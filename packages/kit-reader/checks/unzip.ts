// `unzip -q ARCHIVE -d FOLDER`, for the test of the upgrade on machines without unzip.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'

const [, , quiet, archive = '', to, folder = ''] = process.argv
if (quiet !== '-q' || to !== '-d')
  throw new Error(`unzip ${process.argv.slice(2).join(' ')} is not supported`)
for (const [name, bytes] of Object.entries(unzipSync(readFileSync(archive)))) {
  mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
  writeFileSync(path.join(folder, name), bytes)
}
