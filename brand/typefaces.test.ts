import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { typefaces } from './typefaces.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const all = Object.values(typefaces)

const sheets = ['brand/*.css', 'site/styles/*.css'].flatMap((pattern) => globSync(pattern, { cwd: root }))
const withFaces = sheets.filter((sheet) => /@font-face|--font-\w+:/.test(read(sheet)))

test.each(withFaces)('%s has only the families and files of brand/typefaces.ts', (sheet) => {
  const css = read(sheet).replaceAll(/\/\*[\s\S]*?\*\//g, '')
  // A fallback begins with the first word of the family that it stands for.
  const isKnown = (name: string) =>
    all.some(({ family }) =>
      name.includes(' fallback')
        ? family.startsWith(name.split(' fallback')[0] ?? '')
        : [`${family} Variable`, `${family} Latin`].includes(name),
    )
  const named = [...css.matchAll(/"([^"/]+ (?:Variable|Latin|fallback\b[^"]*))"/g)].map(
    ([, name = '']) => name,
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !isKnown(name))).toEqual([])
  const files = [...css.matchAll(/fonts\/([\w-]+\.woff2)/g)].map(([, file = '']) => file)
  expect(files.filter((file) => !all.some((one) => file.startsWith(one.file)))).toEqual([])
  expect(files.filter((file) => !existsSync(path.join(root, 'brand/fonts', file)))).toEqual([])
})

test('each typeface has its use in tokens.css, and is named in LICENSE', () => {
  expect(withFaces.length).toBeGreaterThan(3)
  for (const [use, { family }] of Object.entries(typefaces)) {
    expect(read('brand/tokens.css')).toMatch(new RegExp(`--font-${use}:\\s*"${family} Variable"`))
    expect(read('LICENSE')).toContain(family)
  }
})
