import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hexOf, readShade } from './palette.ts'

const css = readFileSync(new URL('./palette.css', import.meta.url), 'utf8')
const shade = (name: string) => readShade(css, name)

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

test('a color has its day and its night', () => {
  const { light, dark } = shade('paper')
  expect(light).not.toBe(dark)
  expect(light > dark).toBe(true)
})

test('one color for both is both', () => {
  const { light, dark } = shade('on-orange')
  expect(light).toBe(dark)
})

test('a name is matched whole, and an unknown one is an error', () => {
  expect(shade('line')).not.toEqual(shade('line-strong'))
  expect(() => shade('violet')).toThrow('has no color --violet')
})
