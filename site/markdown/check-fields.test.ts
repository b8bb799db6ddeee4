import { z } from 'astro/zod'
import { expect, test } from 'vitest'
import { checkFields } from './check-fields.ts'

const schema = z.strictObject({
  title: z.string().default(''),
  excerpt: z.string().default(''),
  footer: z.boolean().default(false),
})

test('missing fields have defaults', () => {
  expect(checkFields(schema, { title: 'A' })).toEqual({ title: 'A', excerpt: '', footer: false })
})

test.each([
  [{ titel: 'A' }, 'There is no field titel. Did you mean title?'],
  [{ Title: 'A' }, 'There is no field Title. Did you mean title?'],
  [{ excert: 'A' }, 'There is no field excert. Did you mean excerpt?'],
  [{ titlle: 'A' }, 'There is no field titlle. Did you mean title?'],
  [{ titke: 'A' }, 'There is no field titke. Did you mean title?'],
  [{ slug: 'a' }, 'There is no field slug. Remove it. The fields are: title, excerpt, footer.'],
  [{ title: 8 }, 'title is 8, which is not a text. Put it in quotes: title: "8"'],
  [{ title: ['a'] }, 'title is ["a"], which is not a text. Write one text: title: "..."'],
  [{ footer: 'yes' }, 'footer is "yes". It can be true or false.'],
])('%j is refused, with the remedy', (fields, problem) => {
  expect(() => checkFields(schema, fields)).toThrow(problem)
})

test('all problems are reported at once', () => {
  expect(() => checkFields(schema, { title: 8, footer: 1 })).toThrow(/title is 8.*\n.*footer is 1/)
})
