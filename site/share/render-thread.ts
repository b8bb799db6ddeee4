// A thread that renders pictures. Node runs this file as it is, so it imports nothing of the site.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

const require = createRequire(import.meta.url)
await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))

/** Answers each SVG with its PNG. `workerData` has the typefaces. */
parentPort?.on('message', (svg: string) => {
  parentPort?.postMessage(new Resvg(svg, { font: workerData }).render().asPng())
})
