// No resource type of an action is silently missing.
import { expect, test } from 'vitest'
import { decider } from '../judge/evaluate.ts'
import { gatesOf } from '../judge/levels.ts'
import { actionsOf, remembered, servicePrefixes, typesOf } from '../names/reference.ts'
import { policyOf } from '../policy/compile.ts'
import type { TrailEvent } from './cloudtrail.ts'
import { absentWithout } from './resource-rows.ts'
import { targetsOf } from './targets.ts'

const place = { partition: 'aws', account: '111122223333', region: 'eu-west-1' }

/** What a Deny on a type decides, by the format of its ARN. */
const deciderFor = remembered((format) => {
  const Resource = format.replace('@P', 'aws').replace(/@[RA]/g, '*')
  const Statement = [{ Effect: 'Deny' as const, Action: '*', Resource }]
  const policy = policyOf({ Version: '2012-10-17', Statement }, 'p', 'scp')
  return decider(gatesOf([{ name: 'root', policies: [{ policy, accounts: null }] }], place.account).gates)
})

/** The types of actions on which a Deny has no effect. */
function allowed(event: TrailEvent): string[] {
  const found: string[] = []
  for (const prefix of servicePrefixes)
    for (const name of actionsOf(prefix)) {
      const action = `${prefix}:${name}`
      const resources = targetsOf(event, action, place)
      for (const { name: type, format } of typesOf(action)?.types ?? []) {
        if (format === null) continue
        const request = { action, resources, context: {}, leftOut: 'not recorded' as const }
        if (deciderFor(format)(request).verdict === 'allowed') found.push(`${action} ${type}`)
      }
    }
  return found
}

/** 22,000 actions, and as many types. */
const timeout = 120_000

test('a Deny on a type has an effect on every action that has it, unless a row says that the request is without it', {
  timeout,
}, () => {
  const missing = allowed({ requestParameters: {} })
  const byRow = missing.filter((one) => {
    const [action = '', type = ''] = one.split(' ')
    return absentWithout.some(([actions, name]) => actions.test(action) && name === type)
  })
  expect(missing).toEqual(byRow)
  // Each row is needed.
  expect(new Set(byRow.map((one) => one.split(' ')[1])).size).toBeGreaterThan(10)
})

test('parameters that are not recorded hide no type at all', { timeout }, () => {
  expect(allowed({ requestParameters: { omitted: true } })).toEqual([])
})
