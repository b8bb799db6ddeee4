import { kit } from 'virtual:kit'
import { expect, test } from 'vitest'
import { site } from '#content/site.ts'
import { formatMoney } from '../../contract/money.ts'
import { withFigures } from './kit-words.ts'

const dollars = (amount: number) => formatMoney(amount * 100, 'usd', site.language)

test('names of figures are replaced by figures of the kit', () => {
  const costs = { ...kit.costs, total: 112.15, team: 28.175 }
  const text = withFigures('{files} files, {monthTotal} a month, {monthTeam} for a team', {
    ...kit,
    files: 7,
    costs,
  })
  expect(text).toBe(`7 files, ${dollars(112)} a month, ${dollars(28)} for a team`)
})

test('the amounts for two teams add up', () => {
  const costs = { ...kit.costs, total: 112.49, twoTeams: { balancers: 169, tasks: 245 } }
  const text = withFigures('{monthTotal} + {monthTwoTeamsShared} + {monthTwoTeamsTasks} = {monthTwoTeams}', {
    ...kit,
    costs,
  })
  expect(text).toBe('$112 + $169 + $245 = $526')
})

test('an unknown name is refused, and the error lists the known names', () => {
  expect(() => withFigures('{file} files', kit)).toThrow(
    'uses the unknown name {file}. Known names are: version, files,',
  )
})
