import { kit } from 'virtual:kit'
import { expect, test } from 'vitest'
import { withFigures } from './kit-words.ts'

test('names of figures are replaced by figures of the kit', () => {
  const costs = { ...kit.costs, total: 112.15, team: 28.175 }
  const text = withFigures('{files} files, {monthTotal} a month, {monthTeam} for a team', {
    ...kit,
    files: 7,
    costs,
  })
  expect(text).toBe('7 files, $112.15 a month, $28.18 for a team')
})

test('the running costs of an answer add up', () => {
  const amounts = (text: string) =>
    withFigures(text, kit)
      .split(' ')
      .map((amount) => Number(amount.slice(1)))
  const [total = 0, network = 0, core = 0] = amounts('{monthTotal} {monthPerVpc} {monthCore}')
  expect(network + core).toBeCloseTo(total, 5)
  const [both, shared = 0, tasks = 0] = amounts('{monthTwoTeams} {monthTwoTeamsShared} {monthTwoTeamsTasks}')
  expect(total + shared + tasks).toBeCloseTo(both ?? 0, 5)
})

test('an unknown name is refused, and the error lists the known names', () => {
  expect(() => withFigures('{file} files', kit)).toThrow(
    'uses the unknown name {file}. Known names are: version, files,',
  )
})
