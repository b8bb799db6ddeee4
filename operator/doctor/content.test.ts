import { expect, test } from 'vitest'
import { readyContent, textOf } from '../../tests/support/doctor.ts'
import { type Content, contentFindings } from './content.ts'

test('complete content has no findings', () => {
  expect([...contentFindings(readyContent)]).toEqual([])
})

test.each<[string, Partial<Content>]>([
  [
    'error: The seller\'s legal name is "Example Seller LLC"',
    {
      site: {
        ...readyContent.site,
        seller: { ...readyContent.site.seller, legalName: 'Example Seller LLC' },
      },
    },
  ],
  [
    'warning: The terms name the law of the State of Delaware',
    {
      site: {
        ...readyContent.site,
        seller: { ...readyContent.site.seller, governingLaw: 'the State of Delaware, United States' },
      },
    },
  ],
  [
    'error: The legal address legal@example.com is a placeholder',
    { site: { ...readyContent.site, emails: { ...readyContent.site.emails, legal: 'legal@example.com' } } },
  ],
  [
    'error: The support address "" is not an email address',
    { site: { ...readyContent.site, emails: { ...readyContent.site.emails, support: '' } } },
  ],
  [
    "warning: The footer's contact leads nowhere",
    { site: { ...readyContent.site, links: { ...readyContent.site.links, contact: null } } },
  ],
  [
    'error: The contact link "nowhere" is not a web address',
    { site: { ...readyContent.site, links: { ...readyContent.site.links, contact: 'nowhere' } } },
  ],
  [
    'error: The documentation link https://docs.example.com/kit is a placeholder',
    {
      site: {
        ...readyContent.site,
        links: { ...readyContent.site.links, documentation: 'https://docs.example.com/kit' },
      },
    },
  ],
  [
    'error: The contact link mailto:hello@example.com is a placeholder',
    {
      site: {
        ...readyContent.site,
        links: { ...readyContent.site.links, contact: 'mailto:hello@example.com' },
      },
    },
  ],
  ['error: 1 of 2 testimonials are samples', { testimonials: [{ sample: true }, {}] }],
  [
    'error: The person who answers buyers is a sample, "Ada Kit"',
    {
      site: {
        ...readyContent.site,
        seller: {
          ...readyContent.site.seller,
          person: { name: 'Ada Kit', role: 'founder', link: null, answers: 'soon', sample: true },
        },
      },
    },
  ],
  ['error: The early-bird price is above', { catalog: { priceCents: 50000, listPriceCents: 49700 } }],
])('%s', (expected, change) => {
  expect(textOf(contentFindings({ ...readyContent, ...change }))).toContain(expected)
})
