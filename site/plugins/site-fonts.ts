import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import subsetFont from 'subset-font'
import { headingCharacters, siteCharacters } from './site-characters.ts'
import { codePoints, unicodeRange } from './unicode-range.ts'

const require = createRequire(import.meta.url)

/** The site's typefaces: the package of each, its name in style sheets, and the weights that the site uses. */
const typefaces = {
  heading: { from: 'familjen-grotesk', family: 'Familjen Grotesk Variable', weight: 600 },
  prose: { from: 'hanken-grotesk', family: 'Hanken Grotesk Variable', weight: { min: 400, max: 700 } },
  code: { from: 'red-hat-mono', family: 'Red Hat Mono Variable', weight: { min: 400, max: 700 } },
} as const

type Role = keyof typeof typefaces
type Subset = 'latin' | 'latin-ext'

/** Characters of names and prose: letters up to Latin Extended-B, ẞ, common signs. */
const isCommon = (point: number) =>
  (point >= 0x20 && point < 0x7f) ||
  (point >= 0xa0 && point < 0x250) ||
  [0x1e9e, 0x2c6, 0x2da, 0x2dc].includes(point) ||
  (point >= 0x2010 && point <= 0x2044) ||
  (point >= 0x20a0 && point <= 0x2212)

function charactersOf(role: Role, subset: Subset): number[] {
  const ranges = require(`@fontsource-variable/${typefaces[role].from}/unicode.json`) as Record<
    string,
    string
  >
  return codePoints(ranges[subset] ?? '').filter(isCommon)
}

/** Replaces a file in one step, because another build may be reading it. */
function replace(file: string, content: Buffer | string) {
  const next = `${file}.${process.pid}`
  writeFileSync(next, content)
  renameSync(next, file)
}

/** Subsets a typeface, unless the file already exists for the same source and characters. */
async function writeFont(file: string, role: Role, subset: Subset, text: string): Promise<void> {
  const { from, weight } = typefaces[role]
  const name = `@fontsource-variable/${from}/files/${from}-${subset}-wght-normal.woff2`
  const source = readFileSync(require.resolve(name))
  const key = createHash('sha256').update(source).update(text).digest('hex')
  const keyFile = `${file}.key`
  if (existsSync(file) && existsSync(keyFile) && readFileSync(keyFile, 'utf8') === key) return
  const bytes = await subsetFont(source, text, {
    targetFormat: 'woff2',
    variationAxes: { wght: weight },
    keepFeatures: ['kern', 'liga', 'mark', 'tnum'],
    noHinting: true,
  })
  replace(file, bytes)
  replace(keyFile, key)
}

const rule = (family: string, file: string, role: Role, display: string, range: number[]) => `@font-face {
  font-family: "${family}";
  font-weight: ${role === 'heading' ? '600' : '400 700'};
  font-display: ${display};
  src: url("./${file}") format("woff2");
  unicode-range: ${unicodeRange(range)};
}
`

/**
 * Writes a typeface as three files. The first has the characters of the site's own text. The others have the rest of Latin-1 with
 * common signs, and Latin Extended; the browser fetches them when a page shows such a character, for example in a buyer's
 * name. These two files are a separate family, named "… whole". If they belonged to the first family, Chromium would look up
 * a fallback for every heading size.
 * @returns the rules of the two others
 */
async function writeTypeface(folder: string, role: Role, text: string): Promise<string[]> {
  const first = new Set([...text].map((character) => character.codePointAt(0)))
  await writeFont(path.join(folder, `${role}.woff2`), role, 'latin', text)
  const others = (['latin', 'latin-ext'] as const).map(async (subset) => {
    // Leave out ASCII that the first file has. It would be most of the second file.
    const points = charactersOf(role, subset).filter((point) => point > 0x7e || !first.has(point))
    const file = `${role}-${subset}.woff2`
    await writeFont(path.join(folder, file), role, subset, String.fromCodePoint(...points))
    const range = points.filter((point) => !first.has(point))
    return rule(`${typefaces[role].family} whole`, file, role, 'swap', range)
  })
  return Promise.all(others)
}

/** Writes the site's typefaces and their rules into build/fonts of the project. */
async function writeSiteFonts(root: string): Promise<void> {
  const folder = path.join(root, 'build/fonts')
  mkdirSync(folder, { recursive: true })
  const headings = headingCharacters(root)
  const text = siteCharacters(root)
  const points = [...headings].map((character) => character.codePointAt(0) ?? 0)
  const rules = [
    // Inlined in the style sheet (astro.config.mjs), so that the largest paint neither waits for it nor repaints.
    rule(
      typefaces.heading.family,
      'heading.woff2',
      'heading',
      'block',
      points.sort((a, b) => a - b),
    ),
    ...(await writeTypeface(folder, 'heading', headings)),
    ...(await writeTypeface(folder, 'prose', text)),
    ...(await writeTypeface(folder, 'code', text)),
  ]
  replace(path.join(folder, 'faces.css'), rules.join(''))
}

/** Subsets the typefaces to the site's text before Astro reads anything else. */
export const siteFonts = (): AstroIntegration => ({
  name: 'site-fonts',
  hooks: {
    'astro:config:setup': ({ config }) => writeSiteFonts(fileURLToPath(config.root)),
  },
})
