import { expect, test } from 'vitest'
import { testimonials } from '#content/home/testimonials.ts'
import { readyContent, textOf } from '../../tests/support/doctor.ts'
import { type Content, contentFindings } from './content.ts'
import { isShippedSample } from './sample-quotes.ts'

test('complete content has no findings', () => {
  expect(contentFindings(readyContent)).toEqual([])
  const reconciled = `${readyContent.terms}. If we promise you more than this in writing, that promise applies.`
  const promises = ['30-day money-back guarantee']
  expect(contentFindings({ ...readyContent, promises, terms: reconciled })).toEqual([])
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
  [
    'error: 1 of 2 testimonials are samples',
    { testimonials: [{ quote: 'Made up.', sample: true }, { quote: 'It works.' }] },
  ],
  [
    'error: 1 of 1 testimonials are samples',
    {
      testimonials: [
        {
          quote:
            'A new team used to cost us two weeks of tickets; now it is a pull request, a plan, and a coffee.',
        },
      ],
    },
  ],
  [
    'warning: The pricing section promises a "30-day money-back',
    { promises: ['30-day money-back guarantee'] },
  ],
  [
    'warning: No person is named who answers buyers',
    { site: { ...readyContent.site, seller: { ...readyContent.site.seller, person: null } } },
  ],
  [
    'error: The person who answers buyers is a sample, "Alex Example"',
    {
      site: {
        ...readyContent.site,
        seller: {
          ...readyContent.site.seller,
          person: { name: 'Alex Example', role: 'founder', link: null, answers: 'soon' },
        },
      },
    },
  ],
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
  [
    'warning: The page claims to save 80% of manual work, while its own estimates save 68% of the hours',
    { effort: { claimed: 80, estimated: 68 } },
  ],
  ['error: The early-bird price is above', { catalog: { ...readyContent.catalog, priceCents: 50000 } }],
])('%s', (expected, change) => {
  expect(textOf(contentFindings({ ...readyContent, ...change }))).toContain(expected)
})

test('every sample testimonial that we ship is recognized without its `sample` mark', () => {
  const samples = testimonials.people.filter(({ sample }) => sample)
  expect(samples.filter(({ quote }) => !isShippedSample(quote))).toEqual([])
})
