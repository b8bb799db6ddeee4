import { kit } from 'virtual:kit'
import { expect, test } from 'vitest'
import { drawing as words } from '#content/home/drawing.ts'
import { highlightRules } from './highlight-rules.ts'
import { idsOf, organizationOf } from './organization.ts'

test('each resource highlights its counterpart, and the example is highlighted while none is chosen', () => {
  const ids = Object.values(idsOf(organizationOf(kit, words))).flat()
  expect(ids).toContain(words.example)
  const rules = highlightRules(ids, words.example)
  for (const id of ids) expect(rules).toContain(`[data-of~=${id}]:is(:hover,:focus)) [data-of~=${id}]`)
  expect(rules).toContain(
    `.plan:not(:is(:hover,:focus-within):has([data-of]:is(:hover,:focus))) [data-of=${words.example}]`,
  )
})

test('the texts of the drawing may name only resources of the kit', () => {
  const figures = { accounts: [{ name: 'prod', unit: 'workloads' }], units: ['workloads'] }
  const texts = { example: 'prod', notes: {}, permissionSets: ['Root'] }
  expect(() => organizationOf({ ...figures, attachments: {}, permissionSets: [] }, texts)).toThrow(
    'content/home/drawing.ts names Root',
  )
})

test('a policy of two units is drawn under both, and units without accounts are not drawn', () => {
  const organization = organizationOf(
    {
      accounts: [
        { name: 'a', unit: 'one' },
        { name: 'b', unit: 'two' },
      ],
      units: ['one', 'two', 'empty'],
      attachments: { root: ['all'], one: ['both'], two: ['both'], empty: ['none'] },
      permissionSets: [],
    },
    { example: 'a', notes: {}, permissionSets: [] },
  )
  expect(organization.units).toEqual([
    { id: 'one', accounts: ['a'], policies: ['both'] },
    { id: 'two', accounts: ['b'], policies: ['both'] },
  ])
  expect(idsOf(organization).policy).toEqual(['all', 'both'])
})
