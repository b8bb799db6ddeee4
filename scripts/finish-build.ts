// The last step of the build, on the prerendered pages:
// 1. React Router's scripts no longer start with the page but when site/boot/boot.ts says so, and bring its data;
// 2. its first layout is a task of its own;
// 3. the script in the head is made small, and the text such that it is read fastest;
// 4. every file gets its compressed twins, so that the server never compresses anything.
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { build } from 'vite'
import { deferScripts, inAscii, splitFirstPaint } from './finish-page.ts'

const root = path.resolve(import.meta.dirname, '..')
const client = path.join(root, process.env.BUILD_DIRECTORY || 'build', 'client')

/** A script of the pages' own, bundled and minified; boot.ts with its two placeholders still in it. */
async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: path.join(root, entry), formats: ['iife'], name: 'script', fileName: 'script' },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (!output || !('output' in output)) throw new Error(`${entry} was not built.`)
  return output.output[0].code.trim()
}

function writeAsset(name: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  const href = `/assets/${name}-${hash}.js`
  writeFileSync(path.join(client, href), text)
  return href
}

const boot = await bundle('site/boot/boot.ts')
const early = await bundle('site/early.js')
const earlySource = readFileSync(path.join(root, 'site/early.js'), 'utf8')
for (const page of globSync('**/*.html', { cwd: client })) {
  const file = path.join(client, page)
  const html = readFileSync(file, 'utf8')
  if (!html.includes(earlySource)) throw new Error(`${page} does not carry site/early.js as it is written.`)
  const deferred = deferScripts(html, boot, writeAsset).replace(earlySource, () => early)
  writeFileSync(file, inAscii(splitFirstPaint(deferred)))
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const zstd = promisify(zlib.zstdCompress)
const compressible = globSync('**/*.{html,js,css,svg,json,data,xml,txt,md,webmanifest}', { cwd: client })
await Promise.all(
  compressible.map(async (name) => {
    const file = path.join(client, name)
    const bytes = readFileSync(file)
    const [br, gz, zst] = await Promise.all([
      brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
      gzip(bytes, { level: 9 }),
      zstd(bytes, { params: { [zlib.constants.ZSTD_c_compressionLevel]: 19 } }),
    ])
    writeFileSync(`${file}.br`, br)
    writeFileSync(`${file}.gz`, gz)
    writeFileSync(`${file}.zst`, zst)
  }),
)
console.log(
  `finished ${globSync('**/*.html', { cwd: client }).length} pages, boot script ${boot.length} bytes`,
)
