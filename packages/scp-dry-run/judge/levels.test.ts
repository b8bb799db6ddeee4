import { describe, expect, test } from 'vitest'
import { policyOf } from '../policy/compile.ts'
import type { PolicyType, StatementDocument } from '../policy/policy.ts'
import { decider } from './evaluate.ts'
import { type Attachment, accountGates, gatesOf, type Level, levelWarnings } from './levels.ts'
import type { Request } from './request.ts'

const [account, other] = ['111122223333', '444455556666']
const attach = (
  type: PolicyType,
  statement: Partial<StatementDocument>,
  accounts: Attachment['accounts'] = null,
): Attachment => {
  const full: StatementDocument = { Effect: 'Deny', Action: '*', Resource: '*', ...statement }
  return { accounts, policy: policyOf({ Version: '2012-10-17', Statement: [full] }, type, type) }
}
const level = (name: string, ...policies: Attachment[]): Level => ({ name, policies })
const ask = (levels: Level[], action: string, more: Partial<Request> = {}) =>
  decider(gatesOf(levels, account).gates)({ action, context: {}, ...more })
const deny = (Action: string, accounts: Attachment['accounts'] = null) => attach('scp', { Action }, accounts)
const allow = (Action: string) => attach('scp', { Effect: 'Allow', Action })

describe('service control policies', () => {
  test('something has to allow at each level, of any depth, and nothing may deny', () => {
    const levels = ['root', 'a', 'b', 'c', 'd', 'e', 'account'].map((name) => level(name, allow('s3:*')))
    expect(ask(levels, 's3:GetObject').verdict).toBe('allowed')
    expect(ask(levels, 'ec2:RunInstances')).toMatchObject({ verdict: 'denied', gate: 'root', by: null })
    const stopped = levels.with(5, level('e', allow('s3:List*')))
    expect(ask(stopped, 's3:GetObject')).toMatchObject({ verdict: 'denied', gate: 'e', by: null })
    const denied = levels.with(3, level('c', allow('*'), deny('s3:GetObject')))
    expect(ask(denied, 's3:GetObject')).toMatchObject({ verdict: 'denied', gate: 'c', by: { sid: '1' } })
  })
  test('where only Deny documents are given, FullAWSAccess is assumed, and said', () => {
    const levels = [level('root', deny('ec2:*')), level('unit', allow('*')), level('empty')]
    expect(ask(levels, 's3:GetObject').verdict).toBe('allowed')
    expect(gatesOf(levels, account)).toMatchObject({
      assumed: [{ level: 'root', policy: 'FullAWSAccess' }],
      isManagement: false,
      gates: [
        { name: 'root', type: 'scp', kind: 'guard' },
        { name: 'unit', type: 'scp', kind: 'grant' },
      ],
    })
  })
  test('a caller who is no principal of the organization is limited by resource control policies alone', () => {
    const rcp = attach('rcp', { Principal: '*', Action: 's3:PutObject' })
    const levels = [level('root', deny('s3:*'), rcp)]
    expect(ask(levels, 's3:GetObject', { isOutsider: true }).verdict).toBe('allowed')
    expect(ask(levels, 's3:PutObject', { isOutsider: true }).verdict).toBe('denied')
    expect(ask(levels, 's3:GetObject').verdict).toBe('denied')
  })
  test('a statement whose effect is unknown may allow, so nothing is assumed', () => {
    const odd = attach('scp', { Effect: 'deny' as 'Deny' })
    expect(ask([level('root', odd)], 's3:GetObject')).toMatchObject({
      verdict: 'cannot tell',
      missing: [{ name: 'Statement[0].Effect', why: 'not known' }],
    })
  })
  test('an allow may have conditions and resources', () => {
    const one = attach('scp', { Effect: 'Allow', Resource: 'arn:aws:s3:::a/*' })
    expect(ask([level('root', one)], 's3:GetObject', { resources: ['arn:aws:s3:::a/b'] }).verdict).toBe(
      'allowed',
    )
    expect(ask([level('root', one)], 's3:GetObject', { resources: ['arn:aws:s3:::b/b'] }).verdict).toBe(
      'denied',
    )
  })
  test('a policy applies to its accounts', () => {
    const levels = [level('root', deny('s3:*', [account]), deny('ec2:*'))]
    const gates = accountGates(levels)
    const decide = (id: string, action: string) => decider(gates(id).gates)({ action, context: {} }).verdict
    expect([decide(account, 's3:GetObject'), decide(other, 's3:GetObject')]).toEqual(['denied', 'allowed'])
    expect([decide(account, 'ec2:X'), decide(other, 'ec2:X')]).toEqual(['denied', 'denied'])
    expect(gates(account)).not.toBe(gates(other))
    // Accounts with the same policies share their gates.
    expect(gates('777788889999')).toBe(gates(other))
    expect(gates(account)).toBe(gates(account))
  })
  test('do not limit the management account and service-linked roles', () => {
    const levels = [level('root', deny('*'), attach('identity', { Effect: 'Allow', Action: 's3:*' }))]
    const management = accountGates(levels, new Set([account]))(account)
    expect(management).toMatchObject({ isManagement: true, assumed: [], gates: [{ type: 'identity' }] })
    expect(accountGates(levels, new Set([account]))(other).isManagement).toBe(false)
    const by = (path: string) => ({ context: { 'aws:PrincipalArn': `arn:aws:iam::${account}:role/${path}` } })
    const onlyRoot = [level('root', deny('*'))]
    expect(ask(onlyRoot, 's3:X', by('aws-service-role/x.amazonaws.com/AWSServiceRoleForX')).verdict).toBe(
      'allowed',
    )
    expect(ask(onlyRoot, 's3:X', by('app/aws-service-role/y')).verdict).toBe('denied')
  })
  test('limit root users', () => {
    const root = { context: { 'aws:PrincipalArn': `arn:aws:iam::${account}:root` } }
    expect(ask([level('root', deny('*'))], 's3:X', root).verdict).toBe('denied')
  })
})

describe('resource control policies', () => {
  const levels = [level('root', attach('rcp', { Principal: '*', Action: '*' }))]
  test('apply to certain services, and RCPFullAWSAccess is assumed', () => {
    expect(ask(levels, 's3:GetObject')).toMatchObject({ verdict: 'denied', gate: 'root' })
    expect(ask(levels, 'STS:AssumeRole').verdict).toBe('denied')
    expect(ask(levels, 'ec2:RunInstances').verdict).toBe('allowed')
    expect(gatesOf(levels, account).assumed).toEqual([{ level: 'root', policy: 'RCPFullAWSAccess' }])
  })
  test('leave service-linked roles, the retirement of grants, and the management account alone', () => {
    const linked = `arn:aws:iam::${account}:role/aws-service-role/x.amazonaws.com/AWSServiceRoleForX`
    expect(ask(levels, 's3:GetObject', { context: { 'aws:PrincipalArn': linked } }).verdict).toBe('allowed')
    expect(ask(levels, 'kms:RetireGrant').verdict).toBe('allowed')
    expect(ask(levels, 'kms:Decrypt').verdict).toBe('denied')
    expect(gatesOf(levels, account, true).gates).toEqual([])
  })
})

describe('boundaries, identity and session policies', () => {
  const types = ['boundary', 'identity', 'session'] as const
  test.each(types)('%s: a gate of its own, which has to allow', (type) => {
    const levels = [
      level('root', attach(type, { Effect: 'Allow', Action: 's3:*' })),
      level('unit', attach(type, { Action: 's3:Put*' })),
    ]
    const { gates } = gatesOf(levels, account)
    expect(gates).toMatchObject([{ type, kind: 'grant', policies: [{}, {}] }])
    expect(ask(levels, 's3:GetObject').verdict).toBe('allowed')
    expect(ask(levels, 's3:PutObject')).toMatchObject({ verdict: 'denied', by: { policy: type } })
    expect(ask(levels, 'ec2:X')).toMatchObject({ verdict: 'denied', by: null, gate: gates[0]?.name })
  })
  test.each(types)('%s: nobody attaches one to a root user', (type) => {
    const root = { context: { 'aws:PrincipalArn': `arn:aws:iam::${account}:root` } }
    expect(ask([level('root', attach(type, {}))], 's3:X', root)).toEqual({ verdict: 'allowed', by: [] })
  })
  test('are gates beside those of the organization', () => {
    const levels = [
      level(
        'root',
        deny('ec2:*'),
        attach('boundary', { Effect: 'Allow' }),
        attach('identity', { Effect: 'Allow', Action: 's3:*' }),
      ),
    ]
    expect(gatesOf(levels, account).gates.map(({ type }) => type)).toEqual(['scp', 'boundary', 'identity'])
    expect(ask(levels, 's3:X')).toMatchObject({
      verdict: 'allowed',
      by: [{ policy: 'boundary' }, { policy: 'identity' }],
    })
  })
})

test('says where AWS would not attach as many policies', () => {
  const many = (count: number, type: PolicyType = 'scp') =>
    Array.from({ length: count }, () => attach(type, { Principal: '*' }))
  expect(levelWarnings([level('root', ...many(9), ...many(4, 'rcp'))])).toEqual([])
  expect(levelWarnings([level('root', ...many(10))])).toEqual([
    expect.stringMatching(/root has 11 .* scp, counting FullAWSAccess.* at most 10/),
  ])
  expect(levelWarnings([level('root', ...many(9), allow('*'))])).toEqual([])
  expect(levelWarnings([level('root', ...many(5, 'rcp'))])).toEqual([
    expect.stringMatching(/6 policies of the type rcp/),
  ])
  const split = [...many(8), deny('*', [account]), deny('*', [account]), deny('*', [other])]
  expect(levelWarnings([level('unit', ...split)])).toEqual([expect.stringContaining('unit has 11')])
})

test('with allowing and denying policies at one level, one that allows is enough, and nothing is assumed', () => {
  const levels = [level('root', deny('ec2:*'), allow('s3:*'))]
  expect(gatesOf(levels, account).assumed).toEqual([])
  expect(ask(levels, 's3:GetObject').verdict).toBe('allowed')
  expect(ask(levels, 'sqs:SendMessage')).toMatchObject({ verdict: 'denied', by: null })
})

test('a policy with one statement that allows is enough', () => {
  const Statement: StatementDocument[] = [
    { Effect: 'Deny', Action: 'ec2:*', Resource: '*' },
    { Effect: 'Allow', Action: 's3:*', Resource: '*' },
  ]
  const policy = policyOf({ Version: '2012-10-17', Statement }, 'p', 'scp')
  expect(gatesOf([level('root', { policy, accounts: null })], account).gates[0]?.kind).toBe('grant')
})

test('accounts share gates by their policies, and the management account has its own', () => {
  const third = '777788889999'
  const levels = [level('root', deny('s3:*', [account, other]), deny('ec2:*', [third]))]
  const gates = accountGates(levels, new Set([other]))
  expect(gates(account).gates).toHaveLength(1)
  expect(gates(other)).toMatchObject({ isManagement: true, gates: [] })
  expect(gates(third)).not.toBe(gates(account))
  expect(gates('1')).not.toBe(gates(account))
  expect(gates('1').gates).toEqual([])
})

test('only whole ARNs are exempt', () => {
  const levels = [level('root', deny('*'), attach('identity', { Effect: 'Allow', Action: 's3:*' }))]
  const verdict = (arn: string | null | string[]) =>
    ask(levels, 'ec2:X', { context: { 'aws:PrincipalArn': arn } })
  const role = `arn:aws:iam::${account}:role/aws-service-role/x/AWSServiceRoleForX`
  expect(verdict(`x${role}`)).toMatchObject({ gate: 'root' })
  expect(verdict(null)).toMatchObject({ gate: 'root' })
  expect(verdict([role])).toMatchObject({ gate: 'root' })
  const identity = [level('root', attach('identity', { Effect: 'Allow', Action: 's3:*' }))]
  for (const arn of [`xarn:aws:iam::${account}:root`, `arn:aws:iam::${account}:root/x`])
    expect(ask(identity, 'ec2:X', { context: { 'aws:PrincipalArn': arn } }).verdict).toBe('denied')
})

test('the sentence about resource control policies names theirs', () => {
  const many = Array.from({ length: 5 }, () => attach('rcp', { Principal: '*' }))
  expect(levelWarnings([level('root', ...many)])[0]).toContain('counting RCPFullAWSAccess')
  const own = Array.from({ length: 10 }, () => deny('*', [account]))
  expect(levelWarnings([level('unit', ...own)])).toHaveLength(1)
  expect(levelWarnings([level('unit', ...own.slice(1))])).toEqual([])
})
