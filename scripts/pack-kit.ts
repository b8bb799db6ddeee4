// `npm run kit:pack`: writes the archive that a buyer downloads, or the sample that everybody may download. The server packs
// both itself when it starts.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { packKit, packSample } from 'kit-reader/archive'
import { readKitFolder } from 'kit-reader/files'
import { sample } from '#content/sample.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'

const help = `npm run kit:pack -- <file>    writes the archive that a buyer downloads, such as build/kit.zip

  --sample    the sample that everybody may download (content/sample.ts lists its files)`

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(help)
  process.exit(0)
}
const [target, ...others] = args.filter((word) => word !== '--sample')
if (!target || target.startsWith('-') || others.length > 0) {
  console.error(`Name one file to write.\n\n${help}`)
  process.exit(2)
}
const entries = readKitFolder()
const { name, bytes } = args.includes('--sample')
  ? packSample(entries, { ...sample, product: site.name, words: words.sample })
  : packKit(entries, site.name)
mkdirSync(path.dirname(path.resolve(target)), { recursive: true })
writeFileSync(target, bytes)
console.log(`${target}: ${name}, ${bytes.length} bytes`)
