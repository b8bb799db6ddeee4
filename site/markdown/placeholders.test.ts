import { expect, test } from 'vitest'
import { fill } from './placeholders.ts'
import { render } from './render.ts'

const values = { legalEmail: 'legal@example.com', sellerName: 'Example & Sons' }

test('names are replaced by their values', () => {
  expect(fill('Write to {legalEmail}, {sellerName}.', values)).toBe(
    'Write to legal@example.com, Example & Sons.',
  )
})

test.each(['{email}', '{toString}'])('%s is refused, because a gap must not be published', (name) => {
  expect(() => fill(`Write to ${name}`, values)).toThrow(
    `${name} has no value. The names in braces are: {legalEmail}, {sellerName}.`,
  )
})

test('values replace names in texts and links; without values, braces stay', async () => {
  const text = 'Write to [{sellerName}](mailto:{legalEmail}).'
  expect((await render(text, { placeholders: values })).html).toBe(
    '<p>Write to <a href="mailto:legal@example.com">Example &#x26; Sons</a>.</p>',
  )
  expect((await render('{legalEmail}')).html).toBe('<p>{legalEmail}</p>')
})
