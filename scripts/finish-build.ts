// The last step of the build, on the prerendered pages:
// 1. React Router's scripts no longer start with the page but when site/boot/boot.ts says so;
// 2. nothing in it has it laid out before its first frame;
// 3. the script in the head is made small;
// 4. every file gets its compressed twins, so that the server never compresses anything.
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const client = path.join(root, 'build/client')

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

/** Takes one page's module scripts out of its first wave. */
function deferScripts(
  html: string,
  boot: string,
  writeAsset: (name: string, text: string) => string,
): string {
  const preloads: string[] = []
  const withoutPreloads = html.replaceAll(
    /<link rel="modulepreload" href="([^"]+)"\s*\/?>/g,
    (_, href: string) => {
      preloads.push(href)
      return ''
    },
  )
  let replaced = 0
  const deferred = withoutPreloads.replace(
    /(<script type="module" async="">)([\s\S]*?)(<\/script>)/,
    (_, open: string, code: string, close: string) => {
      replaced++
      const start = writeAsset('start', code)
      // The element stays where it is: hydration expects it, and does not look inside.
      return (
        open +
        boot
          .replace('__START__', JSON.stringify(start))
          .replace('__PRELOADS__', JSON.stringify([start, ...preloads])) +
        close
      )
    },
  )
  if (replaced !== 1)
    throw new Error('A page has no module script where React Router puts it; has its output changed?')
  return deferred
}

/**
 * Leaves the page's first layout to its first frame (docs/performance.md): Chromium lays it out as soon as it has read
 * the page when there are text fields that it could fill in, and styles it then in any case, in the task that read it.
 */
function leaveLayoutToFrame(html: string): string {
  // In a template they are not in the page yet (site/boot/boot.ts places them); without scripts they have to be.
  const dialogs = html.replaceAll(/<dialog[\s\S]*?<\/dialog>/g, (dialog) =>
    dialog.replaceAll(
      /<input [^>]*>/g,
      (field) => `<template>${field}</template><noscript>${field}</noscript>`,
    ),
  )
  // Restoring the scrolling waits for a store, and the browser does it itself when a page is loaded.
  const scroll = /(<script>)\(\(storageKey, restoreKey\) => \{[\s\S]*?(<\/script>)/
  if (!scroll.test(dialogs))
    throw new Error('A page has no script of <ScrollRestoration>; has its output changed?')
  // A module, even one that does nothing, is run after reading and ends the page's reading in a task of its own.
  return dialogs.replace(scroll, '$1$2').replace('</body>', '<script type="module">0</script></body>')
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
  writeFileSync(
    file,
    deferScripts(
      leaveLayoutToFrame(html).replace(earlySource, () => early),
      boot,
      writeAsset,
    ),
  )
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
