import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

/** Each weight is a separate file, because the renderer does not support variable typefaces. */
const typefaces = [
  { from: 'familjen-grotesk', weight: 600 },
  { from: 'hanken-grotesk', weight: 400 },
  { from: 'red-hat-mono', weight: 400 },
  { from: 'red-hat-mono', weight: 600 },
]
// The order matters: a missing character comes from the first file that has it.
const subsets = ['latin', 'latin-ext']

/** The names of the families in the files, by their use. */
export const families = {
  heading: 'Familjen Grotesk',
  prose: 'Hanken Grotesk',
  code: 'Red Hat Mono',
} as const

/** All characters from the space to the currency signs. The files have those of Latin script. */
const characters = Array.from({ length: 0x20d0 - 0x20 }, (_, index) =>
  String.fromCodePoint(0x20 + index),
).join('')

/** The site's typefaces as TrueType, for pictures. */
export const typefaceFiles: Promise<Uint8Array[]> = Promise.all(
  typefaces.flatMap(({ from, weight }) =>
    subsets.map((subset) => {
      const name = `@fontsource-variable/${from}/files/${from}-${subset}-wght-normal.woff2`
      const options = { targetFormat: 'truetype', variationAxes: { wght: weight } } as const
      return subsetFont(readFileSync(require.resolve(name)), characters, options)
    }),
  ),
)
