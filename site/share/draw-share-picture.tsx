import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { renderToStaticMarkup } from 'react-dom/server'
import { typefaces } from '../../brand/typefaces.ts'
import type { Drawing } from '../home/plan/drawing.ts'
import { type SharedPage, SharePicture } from './picture.tsx'
import { font, renderPng } from './render-png.ts'

const require = createRequire(import.meta.url)

// The renderer is WebAssembly. It draws the same pixels on every machine, with our typefaces only.
const started = initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))

/** Draws a page's picture for link previews as PNG, with a drawing beside the title. The same page always gives the same bytes. */
export async function drawSharePicture(page: SharedPage, drawing: Drawing): Promise<Uint8Array<ArrayBuffer>> {
  await started
  /** @returns pixels */
  const measure = (text: string, family: string, size: number) => {
    const weight = family === typefaces.heading.family ? 600 : 400
    const svg = (
      <svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label={text}>
        <text fontFamily={family} fontWeight={weight} fontSize={size}>
          {text}
        </text>
      </svg>
    )
    return new Resvg(renderToStaticMarkup(svg), { font }).getBBox()?.width ?? 0
  }
  return renderPng(renderToStaticMarkup(<SharePicture {...page} drawing={drawing} measure={measure} />))
}
