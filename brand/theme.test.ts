import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hexOf, readTheme } from './theme.ts'

const css = readFileSync(new URL('../content/theme.css', import.meta.url), 'utf8')
/** The theme with another declaration of its background color. */
const withPaper = (declaration: string) => css.replace(/--paper:[^;]+;/, declaration)

// Values that browsers give for the same oklch() colors.
test.each([
  [1, 0, 0, '#ffffff'],
  [0, 0, 0, '#000000'],
  [0.627955, 0.257683, 29.234, '#ff0000'],
  [0.86644, 0.294827, 142.4953, '#00ff00'],
  [0.452014, 0.313214, 264.052, '#0000ff'],
])('oklch(%d %d %d) is %s', (l, c, h, hex) => {
  expect(hexOf(l, c, h)).toBe(hex)
})

test.each([
  ['light-dark(#FFFFFF, #000000)', '#ffffff', '#000000'],
  ['light-dark(\n  oklch(100% 0 0deg),\n  oklch(0 0 0)\n)', '#ffffff', '#000000'],
  ['oklch(1 0 0)', '#ffffff', '#ffffff'],
  ['light-dark(oklch(1 0 0 / 0.5), #00000080)', '#ffffff80', '#00000080'],
])('--paper: %s', (value, light, dark) => {
  expect(readTheme(withPaper(`--paper: ${value};`)).paper).toEqual({ light, dark })
})

test.each([
  ['', '--paper is missing'],
  ['--paper: white;', '--paper is not #rrggbb'],
  ['--paper: light-dark(#ffffff, rgb(0 0 0));', '--paper is not #rrggbb'],
  ['--paper: light-dark(#ffffff);', '--paper is not #rrggbb'],
  ['--paper: #ffffff; --paper: #000000;', '--paper is declared twice'],
  ['--paper: #ffffff; --papper: #000000;', 'nothing uses --papper'],
  ['/* --paper: #ffffff; */', '--paper is missing'],
])('a theme with %j is refused', (declaration, problem) => {
  expect(() => readTheme(withPaper(declaration))).toThrow(`content/theme.css: ${problem}`)
})

test('all problems are reported at once', () => {
  expect(() => readTheme(':root { --paper: white; }')).toThrow(/--ink is missing.*--paper is not/)
})
