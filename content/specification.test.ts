// The parts of the shipped content that the specification fixes. A seller who changes them also changes this file.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatMoney } from '../contract/money.ts'
import { catalog } from './catalog.ts'
import { inputProblems } from './messages.ts'
import { site } from './site.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

test('the three posts have their dates, read times and categories', () => {
  const rows = readdirSync(new URL('posts', import.meta.url)).map((name) => {
    const header = read(`posts/${name}`)
    const field = (key: string) => new RegExp(`^${key}: '?([^'\n]+)'?$`, 'm').exec(header)?.[1]
    return `${field('date')} | ${field('readTime')} | ${field('category')}`
  })
  for (const row of [
    '2025-01-05 | 8 min read | AWS Security',
    '2025-01-15 | 5 min read | AWS Best Practices',
    '2025-01-10 | 6 min read | Infrastructure as Code',
  ])
    expect(rows).toContain(row)
})

test.each([
  { name: 'privacy', sections: 10 },
  { name: 'terms', sections: 14 },
])('$name has $sections sections, numbered in order', ({ name, sections }) => {
  const numbers = [...read(`legal/${name}.md`).matchAll(/^## (\d+)\. \S/gm)].map((match) => Number(match[1]))
  expect(numbers).toEqual(Array.from({ length: sections }, (_, index) => index + 1))
})

test('the terms exclude refunds after access and do not mention the guarantee', () => {
  const terms = read('legal/terms.md')
  expect(terms).toContain('All purchases are final, and there are no refunds once access is granted.')
  expect(terms).not.toMatch(/guarantee.*refund|30-day/i)
})

test('a missing field and a wrong email address have the specified words', () => {
  expect(inputProblems).toMatchObject({
    required: { title: 'Information required', message: 'Please enter your name and email to continue.' },
    invalidEmail: { title: 'Invalid email', message: 'Please enter a valid email address.' },
  })
})

test('the kit costs $348, and $497 after the first 50', () => {
  const { currency, priceCents, listPriceCents, earlyBirdSeats } = catalog
  expect([priceCents, listPriceCents].map((cents) => formatMoney(cents, currency, site.language))).toEqual([
    '$348',
    '$497',
  ])
  expect(earlyBirdSeats).toBe(50)
})
