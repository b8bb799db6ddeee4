// Subsets the typefaces of the server's own pages into brand/fonts. Run `node site/plugins/subset-fonts.ts` again after an update
// of their packages. The build subsets the site's typefaces (site/plugins/site-fonts.ts).
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

// All printable ASCII characters.
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
// Letters of the languages of Western Europe, for names of products and sellers, and for pages in such a language.
const western = Array.from({ length: 64 }, (_, index) => String.fromCharCode(0xc0 + index)).join('')
const characters = `${ascii}${western}\u00a0–—‘’“”„«»¡¿•…→×·©®™€§°ßŒœ`

const fonts = [
  { family: 'familjen-grotesk', weight: 600, to: 'familjen-grotesk-600.woff2' },
  { family: 'hanken-grotesk', weight: { min: 400, max: 700 }, to: 'hanken-grotesk.woff2' },
  { family: 'red-hat-mono', weight: { min: 400, max: 700 }, to: 'red-hat-mono.woff2' },
]

const require = createRequire(import.meta.url)
for (const { family, weight, to } of fonts) {
  const source = require.resolve(`@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`)
  const subset = await subsetFont(readFileSync(source), characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: weight },
    keepFeatures: ['kern', 'liga', 'mark', 'tnum'],
    noHinting: true,
  })
  writeFileSync(new URL(`../../brand/fonts/${to}`, import.meta.url), subset)
  console.log(`${to}: ${subset.length} bytes`)
}
