import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { placeholders } from './placeholders.ts'

const read = (name: string) => readFileSync(new URL(`legal/${name}.md`, import.meta.url), 'utf8')

test.each(['privacy', 'terms'])('%s has a description that is short enough for search results', (name) => {
  const description = /^description: (.*)$/m.exec(read(name))?.[1] ?? ''
  expect(description.length).toBeGreaterThanOrEqual(70)
  expect(description.length).toBeLessThanOrEqual(160)
})

test('the privacy policy states every period after which the shop deletes data', () => {
  const days = Object.keys(placeholders).filter((name) => name.endsWith('Days'))
  expect(days).toHaveLength(2)
  for (const name of days) expect(read('privacy')).toContain(`{${name}}`)
})
