// The last step of the build, on the prerendered pages:
// 1. React Router's scripts no longer start with the page but when site/boot/boot.ts says so, and bring its data;
// 2. nothing in it has it laid out before its first frame;
// 3. the script in the head is made small, and the text such that it is read fastest;
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

/**
 * Takes React Router's context out of a page, and the loaders' data, which it streams behind the page in scripts of
 * their own: nobody needs them before React starts.
 * @returns the page without them, and their code
 */
function takeData(html: string): { html: string; data: string } {
  const code: string[] = []
  const take = (_: string, taken: string) => {
    code.push(taken)
    return ''
  }
  const withoutContext = html.replace(
    // The element stays where it is: hydration expects it, and does not look inside.
    /(?<=<script>)(window\.__reactRouterContext = [\s\S]*?)(?=<\/script>)/,
    take,
  )
  const [whole, stream = ''] =
    /<!--\$\?--><template id="B:0"><\/template><!--\/\$-->([\s\S]*)(?=<\/body>)/.exec(withoutContext) ?? []
  const rest = stream
    .replaceAll(/<script>(window\.__reactRouterContext\.streamController\.[\s\S]*?)<\/script>/g, take)
    // What React puts what is streamed into its place with.
    .replaceAll(
      /<script>(\$RB=[\s\S]*?|\$RC\("B:\d+","S:\d+"\))<\/script>|<script id="_R_">[\s\S]*?<\/script>/g,
      '',
    )
    .replaceAll(
      /<!--\$\?--><template id="B:\d+"><\/template><!--\/\$-->|<div hidden id="S:\d+">|<\/div>/g,
      '',
    )
  if (!whole || code.length < 3 || rest !== '')
    throw new Error(`A page does not end as React Router ends it; has its output changed? ${rest}`)
  return { html: withoutContext.replace(whole, ''), data: code.join('\n') }
}

/** Takes one page's module scripts out of its first wave. */
function deferScripts(
  html: string,
  boot: string,
  writeAsset: (name: string, text: string) => string,
): string {
  const preloads: string[] = []
  const page = takeData(html)
  const withoutPreloads = page.html.replaceAll(
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
      const start = writeAsset('start', `${page.data}\n${code}`)
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

/** With one character beyond Latin 1 in it, a page is kept and read with two bytes for each of its characters. */
function inAscii(html: string): string {
  return html
    .replaceAll(/(?<=<(style|script)\b[^>]*>)[\s\S]*?(?=<\/\1>)/g, (text, element: string) =>
      element === 'style'
        ? text.replaceAll(/[^\0-\x7f]/gu, (character) => `\\${hex(character.codePointAt(0), 6)}`)
        : text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`),
    )
    .replaceAll(/[^\0-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`)
}

const hex = (code = 0, digits: number) => code.toString(16).padStart(digits, '0')

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
  writeFileSync(file, inAscii(leaveLayoutToFrame(deferred)))
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
