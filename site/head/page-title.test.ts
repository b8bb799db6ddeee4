import { expect, test } from 'vitest'
import { site } from '#content/site.ts'
import { pageTitle } from './page-title.ts'

const room = 60 - ` | ${site.name}`.length

test('the name follows a title once, and only if both together fit into 60 characters', () => {
  expect(pageTitle('Terms of Service')).toBe(`Terms of Service | ${site.name}`)
  expect(pageTitle(`${site.name} Blog`)).toBe(`${site.name} Blog`)
  expect(pageTitle('x'.repeat(room))).toHaveLength(60)
  expect(pageTitle('x'.repeat(room + 1))).toBe('x'.repeat(room + 1))
})
