// Writes brand/fonts, the typefaces of the site and of the server's own pages, from their packages. Run it again after an update of
// those: node brand/subset-fonts.ts. Each typeface is three files, so that an English page loads one small file, and a page with
// other letters loads the others when it shows them (site/styles/fonts.css). A character in none of them has a typeface of the device.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const characters = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))

/** The characters of each file. The packages have those of `latin-ext` in a file of their own. */
const subsets = {
  // ASCII, and English punctuation and signs.
  basic: { source: 'latin', text: `${characters(0x20, 0x7e)}\u00a0©·×–—‘’“”•…™→` },
  // Latin-1: the languages of Western Europe.
  'latin-1': { source: 'latin', text: `${characters(0xa1, 0xff).replace(/[©·×]/g, '')}Œœ‚„‹›€−` },
  // Latin Extended-A: most languages of Central Europe, the Baltic states and Turkey.
  'latin-ext-a': { source: 'latin-ext', text: characters(0x100, 0x17f) },
}

const typefaces = {
  'familjen-grotesk': 600,
  'hanken-grotesk': { min: 400, max: 700 },
  'red-hat-mono': { min: 400, max: 700 },
}

const require = createRequire(import.meta.url)
const folder = new URL('fonts/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [typeface, weight] of Object.entries(typefaces)) {
  for (const [subset, { source, text }] of Object.entries(subsets)) {
    const file = require.resolve(
      `@fontsource-variable/${typeface}/files/${typeface}-${source}-wght-normal.woff2`,
    )
    const bytes = await subsetFont(readFileSync(file), text, {
      targetFormat: 'woff2',
      variationAxes: { wght: weight },
      keepFeatures: ['kern', 'liga', 'mark', 'tnum'],
      noHinting: true,
    })
    writeFileSync(new URL(`${typeface}-${subset}.woff2`, folder), bytes)
    console.log(`${typeface}-${subset}.woff2: ${bytes.length} bytes`)
  }
}
