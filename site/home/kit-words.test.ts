import { kit } from 'virtual:kit'
import { expect, test } from 'vitest'
import { site } from '#content/site.ts'
import { formatMoney } from '../../contract/money.ts'
import { pages } from '../../contract/paths.ts'
import { questions } from './faq/questions.ts'
import { withFigures } from './kit-words.ts'

const dollars = (amount: number) => formatMoney(Math.round(amount * 100), 'usd', site.language)

test('names of figures are replaced by figures of the kit', () => {
  const text = withFigures('{files} files, {policies} policies, {monthTotal} a month', {
    ...kit,
    files: 7,
    attachments: { root: ['a', 'b'], one: ['b'] },
    costs: { ...kit.costs, total: 112.155 },
  })
  expect(text).toBe(`7 files, 2 policies, ${dollars(112.16)} a month`)
})

test('the running cost in the answer is that of the first row, which the page Draw computes', () => {
  const cost = questions.find(({ id }) => id === 'running-cost')
  expect(cost?.answer).toContain(cost?.rows[0]?.values[0])
  expect(cost?.rows.every(({ href }) => href?.startsWith(pages.draw))).toBe(true)
})

test('an unknown name is refused, and the error lists the known names', () => {
  expect(() => withFigures('{file} files', kit)).toThrow(
    'uses the unknown name {file}. Known names are: version, files,',
  )
})
