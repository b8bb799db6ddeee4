import { expect, test } from 'vitest'
import { readThemeColors } from './read-theme-colors.ts'

test.each([
  ['--paper: light-dark(#fff, #000);', '#fff', '#000'],
  ['--paper: light-dark(oklch(1 0 0), rgb(0, 0, 0));', 'oklch(1 0 0)', 'rgb(0, 0, 0)'],
  ['--paper: light-dark(\n  white,\n  black\n);', 'white', 'black'],
])('%j', (css, light, dark) => {
  expect(readThemeColors(`:root { ${css} --ink: light-dark(red, blue); }`)).toEqual({ light, dark })
})

test('a palette without it is refused, with the remedy', () => {
  expect(() => readThemeColors(':root { --paper: white; }')).toThrow('--paper: light-dark(white, black)')
})
