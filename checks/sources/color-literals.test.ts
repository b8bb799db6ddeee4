import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findColorLiterals } from './color-literals.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** This file has color literals in its error messages, as examples. */
const fileWithExamples = 'brand/theme.ts'
const sources = globSync('{brand,contract,operator,server,site}/**/*.{astro,css,svg,ts,tsx}', {
  cwd: root,
}).filter((file) => !file.endsWith('.test.ts') && file !== fileWithExamples)

test('only content/theme.css has colors', () => {
  expect(sources.length).toBeGreaterThan(300)
  const literals = sources.flatMap((file) =>
    findColorLiterals(readFileSync(path.join(root, file), 'utf8')).map((literal) => `${file}: ${literal}`),
  )
  expect(literals).toEqual([])
})

test.each([
  'color: #fff;',
  'fill="#FF922B"',
  "{ background: '#0000' }",
  'box-shadow: 0 0 4px oklch(0.1 0.02 245 / 0.3);',
  'stroke: rgb(0, 0, 0)',
  'color: white;',
  'border: 1px solid DarkRed;',
  'fill="none" stroke="black"',
  "background: 'white',",
  'background: color-mix(in oklab, red 4%, var(--paper))',
])('%s is found', (line) => {
  expect(findColorLiterals(line)).not.toEqual([])
})

test.each([
  'color: var(--link);',
  'background: transparent; color: currentColor; fill: none',
  '--paper: Canvas; border-color: Highlight',
  '<i>&#8202;</i><a href="/#faq">',
  'white-space: nowrap; color: inherit;',
  '/* color: red */',
  '  // background: white',
  'background: color-mix(in oklab, var(--action) 14%, var(--paper))',
])('%s is not a color literal', (line) => {
  expect(findColorLiterals(line)).toEqual([])
})
