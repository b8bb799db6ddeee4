import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { placeholders } from './placeholders.ts'

const read = (name: string) => readFileSync(new URL(`legal/${name}.md`, import.meta.url), 'utf8')

describe.each([
  { name: 'privacy', sections: 10 },
  { name: 'terms', sections: 14 },
])('$name', ({ name, sections }) => {
  const text = read(name)

  test(`has ${sections} sections, numbered in order`, () => {
    const numbers = [...text.matchAll(/^## (\d+)\. \S/gm)].map((match) => Number(match[1]))
    expect(numbers).toEqual(Array.from({ length: sections }, (_, index) => index + 1))
  })

  test('has a description that is short enough for search results', () => {
    const description = /^description: (.*)$/m.exec(text)?.[1] ?? ''
    expect(description.length).toBeGreaterThanOrEqual(70)
    expect(description.length).toBeLessThanOrEqual(160)
  })
})

test('the privacy policy states every period after which the shop deletes data', () => {
  const days = Object.keys(placeholders).filter((name) => name.endsWith('Days'))
  expect(days).toHaveLength(3)
  for (const name of days) expect(read('privacy')).toContain(`{${name}}`)
})
