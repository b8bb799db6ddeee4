// No resource type of an action is silently missing.
import { expect, test } from 'vitest'
import { decider } from '../judge/evaluate.ts'
import { gatesOf } from '../judge/levels.ts'
import { actionsOf, servicePrefixes, typesOf } from '../names/reference.ts'
import { policyOf } from '../policy/compile.ts'
import type { TrailEvent } from './cloudtrail.ts'
import { absentWithout } from './resource-rows.ts'
import { targetsOf } from './targets.ts'

const place = { partition: 'aws', account: '111122223333', region: 'eu-west-1' }

/** The pattern of a type, as a policy writes it. */
const patternOf = (format: string) =>
  format.replace('@P', 'aws').replace('@R', '*').replace('@A', '*').replaceAll('*', '*')

/** The types of actions on which a Deny has no effect. */
function allowed(event: TrailEvent): string[] {
  const found: string[] = []
  for (const prefix of servicePrefixes)
    for (const name of actionsOf(prefix)) {
      const action = `${prefix}:${name}`
      const resources = targetsOf(event, action, place)
      for (const { name: type, format } of typesOf(action)?.types ?? []) {
        if (format === null) continue
        const document = {
          Version: '2012-10-17',
          Statement: [{ Effect: 'Deny' as const, Action: '*', Resource: patternOf(format) }],
        }
        const levels = [
          { name: 'root', policies: [{ policy: policyOf(document, 'p', 'scp'), accounts: null }] },
        ]
        const decide = decider(gatesOf(levels, place.account).gates)
        if (decide({ action, resources, context: {}, leftOut: 'not recorded' }).verdict === 'allowed')
          found.push(`${action} ${type}`)
      }
    }
  return found
}

test('a Deny on a type has an effect on every action that has it, unless a row says that the request is without it', () => {
  const missing = allowed({ requestParameters: {} })
  const byRow = missing.filter((one) => {
    const [action = '', type = ''] = one.split(' ')
    return absentWithout.some(([actions, name]) => actions.test(action) && name === type)
  })
  expect(missing).toEqual(byRow)
  // Each row is needed.
  expect(new Set(byRow.map((one) => one.split(' ')[1])).size).toBeGreaterThan(10)
})

test('parameters that are not recorded hide no type at all', () => {
  expect(allowed({ requestParameters: { omitted: true } })).toEqual([])
})
