import { expect, test } from 'vitest'
import { site } from '../../content/site.ts'
import { fillPlaceholders } from './legal.server.ts'

test('names are filled from the content', () => {
  expect(fillPlaceholders('Write to {legalEmail}, {sellerName}.', 'terms.md')).toBe(
    `Write to ${site.emails.legal}, ${site.seller.legalName}.`,
  )
})

test.each(['{email}', '{toString}'])('%s is refused, since a gap must not be published', (name) => {
  expect(() => fillPlaceholders(`Write to ${name}`, 'terms.md')).toThrow(`terms.md: ${name}`)
})
