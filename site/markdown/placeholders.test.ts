import { expect, test } from 'vitest'
import { site } from '../../content/site.ts'
import { fill } from './placeholders.ts'
import { render } from './render.ts'

test('names are filled from the content', () => {
  expect(fill('Write to {legalEmail}, {sellerName}.')).toBe(
    `Write to ${site.emails.legal}, ${site.seller.legalName}.`,
  )
})

test.each(['{email}', '{toString}'])('%s is refused, since a gap must not be published', (name) => {
  expect(() => fill(`Write to ${name}`)).toThrow(`Nothing is known of ${name}.`)
})

test('a legal text is filled, its links too; braces in a post stay', async () => {
  const legal = await render('Write to [us](mailto:{legalEmail}).', '/content/legal/terms.md')
  expect(legal.html).toBe(`<p>Write to <a href="mailto:${site.emails.legal}">us</a>.</p>`)
  expect((await render('{legalEmail}')).html).toBe('<p>{legalEmail}</p>')
})
