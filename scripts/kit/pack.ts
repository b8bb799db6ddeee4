// Writes the archive that a buyer downloads, or the sample that everybody may have. The server makes both by itself; this is for
// a look at them, and for a place where there is no server.
//
//   node scripts/kit/pack.ts build/kit.zip
//   node scripts/kit/pack.ts --sample build/sample.zip
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readKitFolder } from '../../server/downloads/kit-folder.ts'
import { packKit, packSample } from '../../server/downloads/pack-kit.ts'

const [first, second] = process.argv.slice(2)
const target = first === '--sample' ? second : first
if (!target || target.startsWith('-')) {
  console.error('Say where to: node scripts/kit/pack.ts [--sample] build/kit.zip')
  process.exit(2)
}
const { name, bytes } = (first === '--sample' ? packSample : packKit)(readKitFolder())
mkdirSync(path.dirname(path.resolve(target)), { recursive: true })
writeFileSync(target, bytes)
console.log(`${target}: ${name}, ${bytes.length} bytes`)
