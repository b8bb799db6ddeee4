import { kit } from 'virtual:kit'
import { expect, test } from 'vitest'
import { kitFilePath } from '../../contract/paths.ts'
import { questions } from './faq/questions.ts'
import { formatDollars, withFigures } from './kit-words.ts'

test('names of figures are replaced by figures of the kit', () => {
  const text = withFigures('{files} files, {policies} policies, {monthTotal} a month', {
    ...kit,
    files: 7,
    attachments: { root: ['a', 'b'], one: ['b'] },
    costs: { ...kit.costs, bills: { ...kit.costs.bills, noTeam: 112.155 } },
  })
  expect(text).toBe(`7 files, 2 policies, ${formatDollars(112.16)} a month`)
})

test('the running cost in the answer is that of the first row, and its document says what it is made of', () => {
  const cost = questions.find(({ id }) => id === 'running-cost')
  expect(cost?.answer).toContain(cost?.rows[0]?.values[0])
  expect(cost?.more?.href).toBe(kitFilePath('docs/costs.md'))
})

test('an unknown name is refused, and the error lists the known names', () => {
  expect(() => withFigures('{file} files', kit)).toThrow(
    'uses the unknown name {file}. Known names are: version, files,',
  )
})
