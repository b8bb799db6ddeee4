import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Drawing } from '../home/plan/drawing.ts'
import { type SharedPage, SharePicture } from './picture.tsx'
import { font, renderPng } from './render-png.ts'
import { families } from './typefaces.ts'

const require = createRequire(import.meta.url)

// The renderer is WebAssembly. It draws the same pixels on every machine, with our typefaces only.
const started = initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))

/**
 * Widths of measured texts in type of one pixel, by family and text. Type scales, and each measurement makes the renderer read all
 * typefaces.
 */
const widths = new Map<string, number>()

/**
 * Draws a page's picture for link previews as PNG. The same page always gives the same bytes.
 * @param drawing the drawing beside the title, if there is one
 */
export async function drawSharePicture(
  page: SharedPage,
  drawing?: Drawing,
): Promise<Uint8Array<ArrayBuffer>> {
  await started
  const options = { font: await font }
  /** @returns pixels */
  const measure = (text: string, family: string, size: number) => {
    const key = `${family} ${text}`
    const known = widths.get(key)
    if (known !== undefined) return known * size
    const weight = family === families.heading ? 600 : 400
    const svg = (
      <svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label={text}>
        <text fontFamily={family} fontWeight={weight} fontSize={100}>
          {text}
        </text>
      </svg>
    )
    const width = (new Resvg(renderToStaticMarkup(svg), options).getBBox()?.width ?? 0) / 100
    widths.set(key, width)
    return width * size
  }
  const svg = renderToStaticMarkup(<SharePicture {...page} drawing={drawing} measure={measure} />)
  return renderPng(svg)
}
