// npm runs this around `npm pack`: before it, to compile the package into dist/ and to name JavaScript and declarations in package.json
// where ours names TypeScript, because Node strips no types below node_modules; after it, to take ours back.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const at = (/** @type {string} */ name) => path.join(import.meta.dirname, name)
const [own, kept] = [at('package.json'), at('package.json.kept')]
const tsc = at('../../node_modules/@typescript/native/bin/tsc')

// Also after a pack that was interrupted.
if (existsSync(kept)) renameSync(kept, own)
if (process.argv[2] === 'prepack') prepack()

function prepack() {
  rmSync(at('dist'), { recursive: true, force: true })
  const { status } = spawnSync(process.execPath, [tsc, '--project', at('tsconfig.build.json')], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
  // A JSON module needs an attribute that Node 20 warns about, and that some bundlers do not know.
  for (const json of globSync('dist/names/*.json', { cwd: import.meta.dirname }))
    renameSync(at(json), at(json.replace(/json$/, 'js')))
  for (const name of ['aws', 'aws-page'])
    writeFileSync(
      at(`dist/names/${name}.js`),
      `export default ${readFileSync(at(`names/${name}.json`), 'utf8')}`,
    )
  const reference = at('dist/names/reference.js')
  writeFileSync(reference, readFileSync(reference, 'utf8').replace(" with { type: 'json' }", ''))

  const text = readFileSync(own, 'utf8')
  /** @type {Record<'bin' | 'exports', Record<string, string>> & Record<string, unknown>} */
  const { private: _, scripts: __, ...manifest } = JSON.parse(text)
  const base = (/** @type {string} */ file) => file.replace(/^(\.\/)?/, '$1dist/').replace(/\.(ts|json)$/, '')
  const mapped = (
    /** @type {Record<string, string>} */ files,
    /** @type {(base: string) => unknown} */ entryOf,
  ) => Object.fromEntries(Object.entries(files).map(([name, file]) => [name, entryOf(base(file))]))
  const published = {
    ...manifest,
    engines: { node: '>=20' },
    bin: mapped(manifest.bin, (file) => `${file}.js`),
    exports: mapped(manifest.exports, (file) => ({ types: `${file}.d.ts`, default: `${file}.js` })),
    imports: {
      '#aws': { browser: './dist/names/aws-page.js', default: './dist/names/aws.js' },
    },
  }
  writeFileSync(kept, text)
  writeFileSync(own, `${JSON.stringify(published, null, 2)}\n`)
}
