import { kit } from 'virtual:kit'
import { expect, test } from 'vitest'
import { site } from '#content/site.ts'
import { formatMoney } from '../../contract/money.ts'
import { withFigures } from './kit-words.ts'

const dollars = (amount: number) => formatMoney(Math.round(amount * 100), 'usd', site.language)

test('names of figures are replaced by figures of the kit', () => {
  const costs = { ...kit.costs, total: 112.15, team: 28.175 }
  const text = withFigures('{files} files, {monthTotal} a month, {monthTeam} for a team', {
    ...kit,
    files: 7,
    costs,
  })
  expect(text).toBe(`7 files, ${dollars(112.15)} a month, ${dollars(28.18)} for a team`)
})

test('the running costs of an answer add up', () => {
  const amounts = (text: string) =>
    withFigures(text, kit)
      .split(' ')
      .map((amount) => Number(amount.replace(/\D/g, '')))
  const [total = 0, network = 0, core = 0] = amounts('{monthTotal} {monthPerVpc} {monthCore}')
  expect(network + core).toBe(total)
  const [both, shared = 0, tasks = 0] = amounts('{monthTwoTeams} {monthTwoTeamsShared} {monthTwoTeamsTasks}')
  expect(total + shared + tasks).toBe(both)
})

test('an unknown name is refused, and the error lists the known names', () => {
  expect(() => withFigures('{file} files', kit)).toThrow(
    'uses the unknown name {file}. Known names are: version, files,',
  )
})
