import { expect, test } from 'vitest'
import { sentTo } from './sent-to.ts'

test.each([
  ['ada.lovelace@gmial.com', 'a•••e@gmial.com'],
  ['ada@example.com', 'a•••@example.com'],
  ['grüße+kit@example.com', 'g•••t@example.com'],
])('%s is shown as %s, and its address has no more than that', (email, shown) => {
  const hash = sentTo.write(email)
  expect(hash).toMatch(/^#/)
  expect(sentTo.read(hash)).toBe(shown)
  expect(decodeURIComponent(hash)).not.toContain(email.slice(1, email.indexOf('@') - 1))
})

test('without an address there is none', () => {
  expect(sentTo.read('')).toBeNull()
  expect(sentTo.read('#pricing')).toBeNull()
})
