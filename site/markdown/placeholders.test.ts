import { expect, test } from 'vitest'
import { fill } from './placeholders.ts'

const values = { seller: 'A & Sons', email: 'a@shop.example' }

test('values replace names in texts and addresses, and code keeps its braces', () => {
  expect(
    fill(
      '<p>{seller} <a href="mailto:%7Bemail%7D">{email}</a> <code>{x}</code></p><pre>{y}</pre>',
      values,
      'a.md',
    ),
  ).toBe(
    '<p>A &amp; Sons <a href="mailto:a@shop.example">a@shop.example</a> <code>{x}</code></p><pre>{y}</pre>',
  )
})

test('a name without a value stops the build, with the file', () => {
  expect(() => fill('<p>{nobody}</p>', values, 'content/legal/terms.md')).toThrow(
    'content/legal/terms.md: {nobody} has no value. The names in braces are: {seller}, {email}.',
  )
})
