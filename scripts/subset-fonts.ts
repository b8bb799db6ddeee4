// Cuts the typefaces down to what the site sets, into contract/fonts. Run it again when a package of
// theirs is updated: node scripts/subset-fonts.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

// All of ASCII and the punctuation of English prose, not just today's words: a seller's own headline must
// not fall back to another face in the middle of a word.
const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
const characters = `${ascii}\u00a0–—‘’“”•…→×·©é`

// What nearly every heading is made of, since this part travels in every page (site/styles/fonts.css has the same
// as its unicode-range).
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const common = `${alphabet}${alphabet.toLowerCase()}0123456789 !$%&',-./:?’“”`

const fonts = [
  { family: 'familjen-grotesk', weight: 600, to: 'familjen-grotesk-600.woff2' },
  { family: 'familjen-grotesk', weight: 600, text: common, to: 'familjen-grotesk-600-common.woff2' },
  { family: 'hanken-grotesk', weight: { min: 400, max: 700 }, to: 'hanken-grotesk.woff2' },
  { family: 'red-hat-mono', weight: { min: 400, max: 700 }, to: 'red-hat-mono.woff2' },
]

const require = createRequire(import.meta.url)
for (const { family, weight, text = characters, to } of fonts) {
  const source = require.resolve(`@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`)
  const subset = await subsetFont(readFileSync(source), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: weight },
    keepFeatures: ['kern', 'liga', 'mark', 'tnum'],
    noHinting: true,
  })
  writeFileSync(new URL(`../contract/fonts/${to}`, import.meta.url), subset)
  console.log(`${to}: ${subset.length} bytes`)
}
