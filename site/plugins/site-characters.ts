import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
/** English punctuation, which sources may write as entities such as `&rsquo;`, and the signs that components render. */
const punctuation = '\u00a0–—‘’“”•…·×©'
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** The characters of nearly every heading. */
const common = `${alphabet}${alphabet.toLowerCase()}0123456789 !$%&',-./:?’“”`

/** Reads a source file, and decodes escapes such as `\u00e9`. */
const read = (file: string) =>
  readFileSync(file, 'utf8').replace(
    /\\u(?:\{([\da-f]{1,6})\}|([\da-f]{4}))/gi,
    (_, braced?: string, four?: string) => String.fromCodePoint(Number.parseInt(braced ?? four ?? '', 16)),
  )

const filesOf = (root: string, patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: (name) => /\.test\.tsx?$/.test(name) }).map((file) =>
    path.join(root, file),
  )

const distinct = (texts: string[]) => [...new Set(texts.join(''))].sort().join('')
const beyondAscii = (text: string) => text.replace(/[\0-\x9f]|\p{Cf}/gu, '')

/** @returns all ASCII characters, English punctuation, and every other character in the site's texts and components */
export function siteCharacters(root: string): string {
  const files = filesOf(root, [
    'content/**/*.{md,ts}',
    'kit/**/*.{hcl,json,md,sh,tf,ts,yaml,yml}',
    'site/**/*.{astro,ts,tsx}',
  ])
  return distinct([ascii, punctuation, ...files.map((file) => beyondAscii(read(file)))])
}

/**
 * The characters of headings: letters, digits, common punctuation, all titles and headings of Markdown texts, and all
 * characters beyond ASCII on the home page, because any sentence there may be a heading.
 */
export function headingCharacters(root: string): string {
  const headings = filesOf(root, ['content/*/*.md'])
    .flatMap((file) => read(file).match(/^(#+ |title: ).*$/gm) ?? [])
    .map((line) => line.replace(/^(#+|title:) /, ''))
  const texts = filesOf(root, ['content/*.ts', 'content/home/*.ts']).map((file) => beyondAscii(read(file)))
  return distinct([common, ...headings, ...texts])
}
