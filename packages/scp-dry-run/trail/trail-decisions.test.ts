// From an event to its verdict: what the fields of an event decide.
import { expect, test } from 'vitest'
import { judge } from '../judge/judge.ts'
import { accountGates } from '../judge/levels.ts'
import { startReading } from '../judge/reading.ts'
import { policyOf } from '../policy/compile.ts'
import type { StatementDocument } from '../policy/policy.ts'
import type { TrailEvent } from './cloudtrail.ts'

const account = '111122223333'
/** An event that has the session, and not the role's path. */
const byRole = (role: string, more: TrailEvent = {}): TrailEvent => ({
  eventTime: '2026-10-01T10:00:00Z',
  eventType: 'AwsApiCall',
  eventSource: 'ec2.amazonaws.com',
  eventName: 'DescribeInstances',
  awsRegion: 'eu-west-1',
  sourceIPAddress: '203.0.113.9',
  userIdentity: {
    type: 'AssumedRole',
    arn: `arn:aws:sts::${account}:assumed-role/${role}/session`,
    accountId: account,
  },
  requestParameters: null,
  recipientAccountId: account,
  ...more,
})
const shows = (path: string): TrailEvent =>
  byRole('deploy', {
    eventSource: 'sts.amazonaws.com',
    eventName: 'GetCallerIdentity',
    requestParameters: { roleArn: `arn:aws:iam::${account}:role/${path}` },
  })

async function judged(statement: Partial<StatementDocument>, ...events: TrailEvent[]) {
  const document = { Effect: 'Deny', Action: '*', Resource: '*', ...statement } as StatementDocument
  const policy = policyOf({ Version: '2012-10-17', Statement: [document] }, 'p', 'scp')
  const { reading, add } = startReading([policy])
  for (const event of events) add(event)
  const levels = [{ name: 'root', policies: [{ policy, accounts: null }] }]
  return { reading, ...(await judge(reading, accountGates(levels))) }
}
async function verdictOf(statement: Partial<StatementDocument>, ...events: TrailEvent[]) {
  const { verdicts, rows } = await judged(statement, ...events)
  const [row] = rows
  return row ? (row.verdict === 'denied' ? 'denied' : row.missing) : verdicts.allowed > 0 ? 'allowed' : ''
}
const caller = (operator: string, ...patterns: string[]) => ({
  Condition: { [operator]: { 'aws:PrincipalArn': patterns } },
})

test.each<[string, string, string, string]>([
  ['ArnLike', 'arn:aws:iam::*:root', 'deploy', 'allowed'],
  ['StringLike', 'arn:aws:iam::*:root', 'deploy', 'allowed'],
  ['StringEquals', `arn:aws:iam::${account}:root`, 'deploy', 'allowed'],
  ['ArnLike', 'arn:aws:iam::*:user/*', 'deploy', 'allowed'],
  ['ArnLike', 'arn:aws:iam::*:role/*', 'deploy', 'denied'],
  ['ArnNotLike', 'arn:aws:iam::*:role/other', 'deploy', 'denied'],
  ['ArnLike', 'arn:aws:iam::*:role/pipelines/*', 'deploy', 'aws:PrincipalArn'],
  ['StringNotEquals', `arn:aws:iam::${account}:role/deploy`, 'deploy', 'aws:PrincipalArn'],
  ['ArnNotLike', 'arn:aws:iam::*:role/aws-reserved/*', 'AWSReservedSSO_Admin_0a', 'allowed'],
  ['ArnLike', 'arn:aws:iam::*:role/pipelines/*', 'AWSReservedSSO_Admin_0a', 'allowed'],
])('%s %s by the role %s of unknown path: %s', async (operator, pattern, role, verdict) => {
  expect(await verdictOf(caller(operator, pattern), byRole(role))).toBe(verdict)
})

test('a path that another event shows decides', async () => {
  const statement = { ...caller('ArnLike', 'arn:aws:iam::*:role/pipelines/*'), Action: 'ec2:*' }
  expect(await verdictOf(statement, byRole('deploy'), shows('pipelines/deploy'))).toBe('denied')
  expect(await verdictOf(statement, byRole('deploy'), shows('deploy'))).toBe('allowed')
})

test('a role as a resource without its path is matched in three values', async () => {
  const event = byRole('x', {
    eventSource: 'iam.amazonaws.com',
    eventName: 'DeleteRole',
    requestParameters: { roleName: 'web' },
  })
  expect(await verdictOf({ Resource: 'arn:aws:iam::*:role/*' }, event)).toBe('denied')
  expect(await verdictOf({ Resource: 'arn:aws:iam::*:user/*' }, event)).toBe('allowed')
  expect(await verdictOf({ Resource: 'arn:aws:iam::*:role/baseline/*' }, event)).toBe('resource: role')
})

test('a variable with an unknown path is unknown', async () => {
  const event = byRole('deploy', { userAgent: 'x' })
  const Condition = { StringEquals: { 'aws:UserAgent': ['${aws:PrincipalArn}'] } }
  expect(await verdictOf({ Condition }, event)).toBe('aws:PrincipalArn')
})

test('the role that a call passes is judged, with the service that gets it', async () => {
  const role = `arn:aws:iam::${account}:role/baseline/x`
  const event = byRole('x', {
    eventSource: 'lambda.amazonaws.com',
    eventName: 'CreateFunction20150331',
    requestParameters: { role, functionName: 'f' },
  })
  const passRole = { Action: 'iam:PassRole' }
  const { rows } = await judged({ ...passRole, Resource: 'arn:aws:iam::*:role/baseline/*' }, event)
  expect(rows).toMatchObject([{ verdict: 'denied', action: 'lambda:CreateFunction', inside: 'iam:PassRole' }])
  const to = (service: string) => ({
    ...passRole,
    Condition: { StringEquals: { 'iam:PassedToService': service } },
  })
  expect(await verdictOf(to('lambda.amazonaws.com'), event)).toBe('denied')
  expect(await verdictOf(to('ec2.amazonaws.com'), event)).toBe('allowed')
})

test('keys are found as the policy spells them', async () => {
  const Condition = { NotIpAddress: { 'AWS:sourceip': ['10.0.0.0/8'] } }
  expect(await verdictOf({ Condition }, byRole('x'))).toBe('denied')
})

test('other partitions are counted', async () => {
  const { reading } = await judged(
    {},
    byRole('x'),
    byRole('x', {
      userIdentity: { type: 'AssumedRole', arn: `arn:aws-cn:sts::${account}:assumed-role/x/y` },
    }),
  )
  expect([...reading.partitions]).toEqual([
    ['aws', 1],
    ['aws-cn', 1],
  ])
})
