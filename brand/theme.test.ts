import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTheme } from './theme.ts'

const css = readFileSync(new URL('../content/theme.css', import.meta.url), 'utf8')
/** The theme with another declaration of its background color. */
const withPaper = (declaration: string) => css.replace(/--paper:[^;]+;/, declaration)

test.each([
  ['light-dark(#FFFFFF, #000000)', '#ffffff', '#000000'],
  ['light-dark(\n  #ffffff,\n  #000000\n)', '#ffffff', '#000000'],
  ['#ffffff', '#ffffff', '#ffffff'],
  ['light-dark(#FFFFFF80, #00000080)', '#ffffff80', '#00000080'],
])('--paper: %s', (value, light, dark) => {
  expect(readTheme(withPaper(`--paper: ${value};`)).paper).toEqual({ light, dark })
})

test.each([
  ['', '--paper is missing'],
  ['--paper: white;', '--paper is not #rrggbb'],
  ['--paper: light-dark(#ffffff, rgb(0 0 0));', '--paper is not #rrggbb'],
  ['--paper: light-dark(#ffffff);', '--paper is not #rrggbb'],
  ['--paper: oklch(1 0 0);', '--paper is not #rrggbb'],
  ['--paper: #fff;', '--paper is not #rrggbb'],
  ['--paper: #ffffff; --paper: #000000;', '--paper is declared twice'],
  ['--paper: #ffffff; --papper: #000000;', 'nothing uses --papper'],
  ['/* --paper: #ffffff; */', '--paper is missing'],
])('a theme with %j is refused', (declaration, problem) => {
  expect(() => readTheme(withPaper(declaration))).toThrow(`content/theme.css: ${problem}`)
})

test('all problems are reported at once', () => {
  expect(() => readTheme(':root { --paper: white; }')).toThrow(/--ink is missing.*--paper is not/)
})
