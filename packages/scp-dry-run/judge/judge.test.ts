import { describe, expect, test } from 'vitest'
import { policyOf } from '../policy/compile.ts'
import type { Policy, StatementDocument } from '../policy/policy.ts'
import type { TrailEvent } from '../trail/cloudtrail.ts'
import { judge } from './judge.ts'
import { accountGates, type Level } from './levels.ts'
import { startReading } from './reading.ts'
import { regionsIn, withRegions } from './regions.ts'

const account = '111122223333'
const policyWith = (statements: Partial<StatementDocument>[], name = 'p'): Policy =>
  policyOf(
    {
      Version: '2012-10-17',
      Statement: statements.map((one) => ({ Effect: 'Deny', Action: '*', Resource: '*', ...one })),
    },
    name,
    'scp',
  )
const onlyIn = (...regions: string[]): Partial<StatementDocument> => ({
  Sid: 'Regions',
  Condition: { StringNotEquals: { 'aws:RequestedRegion': regions } },
})
const levelsOf = (...policies: Policy[]): Level[] => [
  { name: 'root', policies: policies.map((policy) => ({ policy, accounts: null })) },
]
const event = (more: TrailEvent = {}): TrailEvent => ({
  eventTime: '2026-10-12T09:30:00Z',
  eventType: 'AwsApiCall',
  eventSource: 's3.amazonaws.com',
  eventName: 'GetObject',
  awsRegion: 'eu-west-1',
  userIdentity: { type: 'IAMUser', arn: `arn:aws:iam::${account}:user/ada`, accountId: account },
  recipientAccountId: account,
  ...more,
})
const object = (key: string, bucketName = 'a') => event({ requestParameters: { bucketName, key } })

function read(policies: Policy[], events: TrailEvent[]) {
  const { reading, add } = startReading(policies)
  for (const one of events) add(one)
  return reading
}
const run = (policies: Policy[], events: TrailEvent[]) =>
  judge(read(policies, events), accountGates(levelsOf(...policies)))

describe('objects of a bucket', () => {
  const events = Array.from({ length: 1000 }, (_, at) => object(`${at % 2 ? 'secret' : 'open'}/${at}`))
  test('are one group if no statement tells them apart', async () => {
    const policy = policyWith([
      { Action: 's3:Put*', Resource: 'arn:aws:s3:::a/*' },
      { Resource: 'arn:aws:s3:::b/*' },
    ])
    expect(read([policy], events).groups.size).toBe(1)
    expect(await run([policy], events)).toMatchObject({ verdicts: { allowed: 1000 } })
  })
  test.each(['arn:aws:s3:::a/secret/*', 'arn:aws:s3:::*secret*', 'arn:aws:s3:::a*/s*'])(
    'are groups by what %s tells',
    async (Resource) => {
      const policy = policyWith([{ Sid: 'Secrets', Resource }])
      expect(read([policy], events).groups.size).toBe(2)
      const { verdicts, rows } = await run([policy], events)
      expect(verdicts).toEqual({ denied: 500, allowed: 500, 'cannot tell': 0 })
      expect(rows).toMatchObject([{ sid: 'Secrets', times: 500 }])
    },
  )
  test('are groups of their own where a variable names them', () => {
    const policy = policyWith([{ Resource: 'arn:aws:s3:::a/${aws:PrincipalAccount}/*' }])
    expect(read([policy], events.slice(0, 10)).groups.size).toBe(10)
  })
  test('of other buckets are other groups only if a statement reads the resource', () => {
    const both = [object('x'), object('x', 'b')]
    expect(read([policyWith([{ Resource: 'arn:aws:s3:::b/*' }])], both).groups.size).toBe(2)
    expect(read([policyWith([{}])], both).groups.size).toBe(1)
  })
})

describe('a row', () => {
  test('names the level, the policy, the statement and its line', async () => {
    const { rows } = await run([policyWith([{ Action: 'ec2:*' }, {}])], [event()])
    expect(rows).toMatchObject([
      {
        verdict: 'denied',
        level: 'root',
        policy: 'p',
        sid: '2',
        line: null,
        inside: '',
        missing: '',
        times: 1,
      },
    ])
  })
  test('has no statement where nothing allows', async () => {
    const { rows } = await run([policyWith([{ Effect: 'Allow', Action: 'ec2:*' }])], [event()])
    expect(rows).toMatchObject([{ verdict: 'denied', level: 'root', policy: '', sid: '', line: null }])
  })
  test('stands for one statement, where two files have one name', async () => {
    const [one, two] = [
      policyWith([{ Sid: 'A', Resource: 'arn:aws:s3:::a/1' }]),
      policyWith([{ Sid: 'A', Resource: 'arn:aws:s3:::a/2' }]),
    ]
    const { rows } = await run([one, two], [object('1'), object('2'), object('2')])
    expect(rows.map(({ policy, sid, times }) => [policy, sid, times])).toEqual([
      ['p', 'A', 2],
      ['p', 'A', 1],
    ])
  })
  test('says what the event does not hold', async () => {
    const Condition = { StringEquals: { 'aws:PrincipalTag/team': 'a', 'aws:PrincipalTag/unit': 'b' } }
    const { rows, verdicts } = await run([policyWith([{ Condition }])], [event()])
    expect(verdicts['cannot tell']).toBe(1)
    expect(rows).toMatchObject([
      { verdict: 'cannot tell', missing: 'aws:PrincipalTag/team, aws:PrincipalTag/unit' },
    ])
  })
  test('of an unknown action says so', async () => {
    const { rows } = await run([policyWith([{}])], [event({ eventSource: 'new.amazonaws.com' })])
    expect(rows).toMatchObject([{ verdict: 'cannot tell', missing: 'action', action: '', level: '' }])
  })
})

describe('regions', () => {
  const events = [
    event({ awsRegion: 'us-west-2' }),
    event({ awsRegion: 'us-west-2' }),
    event({ awsRegion: 'eu-north-1', eventName: 'DeleteBucket' }),
    event(),
  ]
  test('counts what is denied by the region alone', async () => {
    const policies = [policyWith([onlyIn('eu-west-1'), { Sid: 'Keep', Action: 's3:DeleteBucket' }])]
    const { verdicts, regions, byRegionAlone } = await run(policies, events)
    expect(verdicts).toMatchObject({ denied: 3, allowed: 1 })
    // The bucket's deletion is denied in every region.
    expect([...regions]).toEqual([['us-west-2', 2]])
    expect(byRegionAlone).toBe(2)
  })
  test('of an allow list count, too', async () => {
    const policies = [
      policyWith([{ Effect: 'Allow', Condition: { StringLike: { 'aws:RequestedRegion': 'eu-w*' } } }]),
    ]
    expect([...(await run(policies, events)).regions]).toEqual([
      ['us-west-2', 2],
      ['eu-north-1', 1],
    ])
  })
  test('a policy that names no regions has none', async () => {
    expect((await run([policyWith([{}])], events)).byRegionAlone).toBe(0)
  })

  // biome-ignore format: a table, with a row for each line
  test.each<[operator: string, effect: 'Allow' | 'Deny', isList: boolean]>([
    ['StringNotEquals', 'Deny', true],
    ['StringNotEqualsIfExists', 'Deny', true],
    ['StringNotLike', 'Deny', true],
    ['ForAllValues:StringNotEquals', 'Deny', true],
    ['StringEquals', 'Deny', false],
    ['StringEquals', 'Allow', true],
    ['ForAnyValue:StringLike', 'Allow', true],
    ['StringNotEquals', 'Allow', false],
    ['Null', 'Deny', false],
  ])('%s in a statement that says %s: a list of allowed regions: %s', (operator, Effect, isList) => {
    const wanted = operator === 'Null' ? 'true' : 'eu-west-1'
    const policy = policyWith([{ Effect, Condition: { [operator]: { 'AWS:RequestedRegion': [wanted], 'aws:username': ['a'] } } }, {}])
    expect(regionsIn([policy])).toEqual(isList ? ['eu-west-1'] : [])
    const copy = withRegions(policy, ['us-east-1', 'us-west-2'])
    expect(copy.changed).toEqual(isList ? [policy.statements[0]] : [])
    if (!isList) return expect(copy.policy).toBe(policy)
    expect(copy.policy.origin).toBe(policy)
    expect(withRegions(copy.policy, []).policy.origin).toBe(policy)
    expect(regionsIn([copy.policy])).toEqual(['us-east-1', 'us-west-2'])
    expect(copy.policy.statements[0]?.conditions.map(({ key, wanted }) => [key, wanted])).toEqual([
      ['AWS:RequestedRegion', ['us-east-1', 'us-west-2']],
      ['aws:username', ['a']],
    ])
    expect(copy.policy.statements[1]).toBe(policy.statements[1])
  })
  test('a reading judges its policies with other regions, and no other policies', async () => {
    const policy = policyWith([onlyIn('eu-west-1')])
    const reading = read([policy], events)
    const copy = withRegions(policy, ['eu-west-1', 'us-west-2', 'eu-north-1']).policy
    expect((await judge(reading, accountGates(levelsOf(copy)))).verdicts.denied).toBe(0)
    const stranger = policyWith([onlyIn('eu-west-1')], 'stranger.json')
    await expect(judge(reading, accountGates(levelsOf(stranger)))).rejects.toThrow(
      'not read for the policy stranger.json',
    )
  })
})

test('the management account is counted by itself, and an account without policies is allowed', async () => {
  const policy = policyWith([{}])
  const reading = read(
    [policy],
    [
      event(),
      event({ recipientAccountId: '2', userIdentity: { type: 'IAMUser', arn: 'arn:aws:iam::2:user/a' } }),
    ],
  )
  const levels: Level[] = [{ name: 'root', policies: [{ policy, accounts: [account] }] }]
  expect(await judge(reading, accountGates(levels, new Set([account])))).toMatchObject({
    management: 1,
    verdicts: { allowed: 1 },
  })
  expect(await judge(reading, accountGates(levels))).toMatchObject({
    management: 0,
    verdicts: { denied: 1, allowed: 1 },
  })
})

test('says once what was assumed', async () => {
  const policies = [policyWith([{ Action: 'ec2:*' }])]
  const { assumed } = await run(policies, [event(), event()])
  expect(assumed).toEqual([{ level: 'root', policy: 'FullAWSAccess' }])
})
