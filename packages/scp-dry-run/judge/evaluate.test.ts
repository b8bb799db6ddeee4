import { describe, expect, it } from 'vitest'
import { policyOf } from '../policy/compile.ts'
import type { StatementDocument } from '../policy/policy.ts'
import { matches } from '../policy/wildcard.ts'
import { decider, type Gate, keysFor } from './evaluate.ts'
import type { OtherRequest, Request, Target } from './request.ts'

/** A gate of one policy, whose statements deny everything but for what they say. */
const gateOf = (
  statements: readonly object[],
  kind: Gate['kind'] = 'guard',
  Version = '2012-10-17',
): Gate => {
  const Statement = statements.map((one) => ({ Effect: 'Deny', Action: '*', Resource: '*', ...one }))
  return {
    ...{ name: 'root', type: 'scp', kind },
    policies: [policyOf({ Version, Statement: Statement as StatementDocument[] }, 'p', 'scp')],
  }
}
const gate = (statement: object, kind?: Gate['kind']): Gate => gateOf([{ Sid: 'S', ...statement }], kind)
const decide = (statement: object, request: Partial<Request>) =>
  decider([gate(statement)])({ action: 's3:GetObject', context: {}, ...request })
const missing = (...names: string[]) => names.map((name) => ({ name, why: 'not asked' }))

describe('three values', () => {
  const region = { Condition: { StringNotEquals: { 'aws:RequestedRegion': ['eu-central-1'] } } }
  it('denies a negated operator when the key is absent, and cannot tell when it is unknown', () => {
    expect(decide(region, {})).toMatchObject({ verdict: 'denied', by: { sid: 'S' } })
    expect(decide(region, { leftOut: 'not asked' })).toMatchObject({
      verdict: 'cannot tell',
      missing: missing('aws:RequestedRegion'),
    })
    expect(decide(region, { leftOut: 'not asked', context: { 'aws:RequestedRegion': null } }).verdict).toBe(
      'denied',
    )
  })
  it('reads keys in any case', () => {
    expect(decide(region, { context: { 'AWS:requestedregion': 'eu-central-1' } }).verdict).toBe('allowed')
  })
  it('is not in doubt about a resource that no statement names', () => {
    expect(decide({}, { resources: null }).verdict).toBe('denied')
    expect(decide({ Resource: 'arn:aws:s3:::a/*' }, { resources: null })).toMatchObject({
      missing: missing('resource'),
    })
  })
  it('denies when one of several resources is denied', () => {
    expect(
      decide({ Resource: 'arn:aws:s3:::a/*' }, { resources: ['arn:aws:s3:::b/1', 'arn:aws:s3:::a/1'] })
        .verdict,
    ).toBe('denied')
  })
})

it('keeps a wildcard inside its part of an ARN', () => {
  const role = { Resource: 'arn:aws:iam::*:role/x' }
  expect(decide(role, { resources: ['arn:aws:iam::1:role/x'] }).verdict).toBe('denied')
  expect(decide(role, { resources: ['arn:aws:iam::1:2:role/x'] }).verdict).toBe('allowed')
})
// As a regular expression, this pattern would not end before the test's limit.
it('matches many wildcards against a long text', () => {
  expect(matches(`${'*a'.repeat(30)}b`, 'a'.repeat(3000))).toBe(false)
})
describe('asks only for what could decide', () => {
  const asked = (statement: object, request: object) =>
    keysFor([gate(statement)], { action: 's3:GetObject', resources: null, context: {}, ...request })
  const encrypted = { Condition: { Bool: { 'ec2:Encrypted': 'false' } } }
  it('a statement about other actions asks for nothing', () => {
    expect(asked({ ...encrypted, Action: 'ec2:*' }, {})).toEqual([])
    expect(asked(encrypted, {})).toEqual(['ec2:Encrypted'])
  })
  it('a statement that is ruled out asks for nothing', () => {
    const ofRoot = { ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:root' } }
    const statement = { Condition: { ...ofRoot, ...encrypted.Condition } }
    expect(asked(statement, { context: { 'aws:PrincipalArn': 'arn:aws:iam::1:role/x' } })).toEqual([])
    expect(asked(statement, { context: { 'aws:PrincipalArn': 'arn:aws:iam::1:root' } })).toContain(
      'ec2:Encrypted',
    )
    expect(asked({ Resource: 'arn:aws:s3:::a/*' }, { resources: ['arn:aws:s3:::b/1'] })).toEqual([])
  })
  it('a statement about some resources asks for the resource, and for the keys in its name', () => {
    expect(asked({ Resource: 'arn:aws:s3:::a/*' }, {})).toEqual(['resource'])
    expect(asked({ Resource: "arn:aws:s3:::${aws:PrincipalTag/team, 'none'}/*" }, {})).toEqual([
      'aws:PrincipalTag/team',
      'resource',
    ])
  })
})

it('names what decided: a statement, or the gate that lacks an allow', () => {
  const grant = gate({ Effect: 'Allow', Action: 's3:*' }, 'grant')
  expect(decider([grant])({ action: 's3:GetObject', context: {} })).toMatchObject({
    verdict: 'allowed',
    by: [{ policy: 'p', sid: 'S' }],
  })
  expect(decider([grant])({ action: 'ec2:RunInstances', context: {} })).toEqual({
    verdict: 'denied',
    gate: 'root',
    action: 'ec2:RunInstances',
    by: null,
  })
  const both = decider([gate({ Action: 's3:DeleteObject' }), grant])
  expect(both({ action: 's3:DeleteObject', context: {} })).toMatchObject({
    verdict: 'denied',
    by: { sid: 'S' },
  })
})

it('reads actions in any case and resources exactly', () => {
  expect(decide({ Action: 'S3:getobject' }, {}).verdict).toBe('denied')
  expect(
    decide({ Resource: 'arn:aws:s3:::BUCKET/*' }, { resources: ['arn:aws:s3:::bucket/key'] }).verdict,
  ).toBe('allowed')
})

it('applies NotAction and NotResource to everything else', () => {
  expect(decide({ Action: undefined, NotAction: ['s3:*'] }, {}).verdict).toBe('allowed')
  expect(
    decide({ Resource: undefined, NotResource: 'arn:aws:s3:::other/*' }, { resources: ['arn:aws:s3:::a/b'] })
      .verdict,
  ).toBe('denied')
})

it.each([
  ['StringEquals', 'a', false, true, false],
  ['StringEqualsIfExists', 'a', true, true, false],
  ['StringNotEquals', 'a', true, false, true],
  ['ArnNotLike', 'a', true, false, true],
  ['Null', 'true', true, false, false],
  ['ForAllValues:StringEquals', 'a', true, true, false],
  ['ForAnyValue:StringEquals', 'a', false, true, false],
] as const)('%s: an absent key, an equal one, another one', (operator, value, absent, same, other) => {
  const holds = (context: Request['context']) =>
    decide({ Condition: { [operator]: { key: value } } }, { context }).verdict === 'denied'
  expect([holds({}), holds({ key: 'a' }), holds({ key: 'b' })]).toEqual([absent, same, other])
})

it.each([
  ['ForAllValues', 'denied'],
  ['ForAnyValue', 'allowed'],
])('%s takes an empty text for a set without values', (set, verdict) => {
  const Condition = { [`${set}:StringEquals`]: { key: ['a', ''] } }
  expect(decide({ Condition }, { context: { key: '' } }).verdict).toBe(verdict)
})

it('takes all operators and all keys, and at least one value of a list', () => {
  const Condition = { StringEquals: { one: ['a', 'b'], two: 'c' } }
  expect(decide({ Condition }, { context: { one: 'b', two: 'c' } }).verdict).toBe('denied')
  expect(decide({ Condition }, { context: { one: 'b', two: 'd' } }).verdict).toBe('allowed')
})

it('fills in variables from the request', () => {
  const statement = { Resource: 'arn:aws:s3:::bucket/${aws:PrincipalAccount}' }
  const ask = (account: string) =>
    decide(statement, { resources: ['arn:aws:s3:::bucket/1'], context: { 'aws:PrincipalAccount': account } })
      .verdict
  expect([ask('1'), ask('2')]).toEqual(['denied', 'allowed'])
})

it.each([
  ['${*}', '*'],
  ['${?}', '?'],
  ['${$}', '$'],
])('reads %s as the character itself', (variable, character) => {
  const Condition = { StringEquals: { key: `a${variable}` } }
  expect(decide({ Condition }, { context: { key: `a${character}` } }).verdict).toBe('denied')
  expect(decide({ Condition }, { context: { key: 'ab' } }).verdict).toBe('allowed')
  expect(decide({ Condition }, { leftOut: 'not asked', context: { key: `a${character}` } }).verdict).toBe(
    'denied',
  )
})

describe('a variable without a value', () => {
  const statement = (name: string) => ({ Resource: `arn:aws:s3:::\${${name}}/*` })
  const ask = (name: string, request: object) =>
    decide(statement(name), { resources: ['arn:aws:s3:::none/1'], ...request })
  it('matches nothing if its key is absent', () => {
    expect(ask('aws:PrincipalTag/team', {}).verdict).toBe('allowed')
  })
  it('takes its default if its key is absent', () => {
    expect(ask("aws:PrincipalTag/team, 'none'", {}).verdict).toBe('denied')
    expect(ask("aws:PrincipalTag/team, 'other'", {}).verdict).toBe('allowed')
  })
  it('leaves the request undecided if its key is unknown', () => {
    expect(ask("aws:PrincipalTag/team, 'none'", { leftOut: 'not asked' })).toMatchObject({
      verdict: 'cannot tell',
      missing: missing('aws:PrincipalTag/team'),
    })
  })
  it('matches nothing if its key has several values', () => {
    expect(ask('aws:TagKeys', { context: { 'aws:TagKeys': ['none'] } }).verdict).toBe('allowed')
  })
})

it('names each missing key once', () => {
  const Condition = {
    StringNotEquals: { 'aws:PrincipalTag/team': ['${aws:PrincipalAccount}', 'x${aws:PrincipalAccount}'] },
    StringNotLike: { 'aws:PrincipalTag/team': '${aws:PrincipalAccount}*' },
  }
  const ask = (context: Request['context']) => decide({ Condition }, { leftOut: 'not asked', context })
  expect(ask({})).toMatchObject({ missing: missing('aws:PrincipalTag/team') })
  expect(ask({ 'aws:PrincipalTag/team': 'orders' })).toMatchObject({
    missing: missing('aws:PrincipalAccount'),
  })
})

it('takes the text "unknown" for a value', () => {
  const Condition = { StringEquals: { key: 'unknown' } }
  expect(decide({ Condition }, { context: { key: 'unknown' } }).verdict).toBe('denied')
})

it('prefers a certain denial of a later gate to an earlier doubt', () => {
  const doubtful = gate({ Condition: { StringEquals: { key: 'a' } } })
  const request: Request = { action: 's3:GetObject', context: {}, leftOut: 'not asked' }
  expect(decider([doubtful, gate({})])(request)).toMatchObject({ verdict: 'denied' })
  expect(decider([doubtful, gate({ Effect: 'Allow' }, 'grant')])(request)).toMatchObject({
    verdict: 'cannot tell',
    missing: missing('key'),
  })
})

it('allows if one statement allows for certain, and else names the first that might', () => {
  const statements = (...list: object[]): Gate => ({
    ...gateOf(
      list.map((one) => ({ Effect: 'Allow', ...one })),
      'grant',
    ),
    name: 'own',
  })
  const byTag = { Sid: 'ByTag', Condition: { StringEquals: { tag: 'a' } } }
  const byName = { Sid: 'ByName', Condition: { StringEquals: { name: 'a' } } }
  const request: Request = { action: 's3:GetObject', context: {}, leftOut: 'not asked' }
  expect(decider([statements(byTag, byName)])(request)).toMatchObject({
    verdict: 'cannot tell',
    gate: 'own',
    by: { sid: 'ByTag' },
    missing: missing('tag'),
  })
  expect(decider([statements(byTag, {})])(request)).toMatchObject({
    verdict: 'allowed',
    by: [{ sid: '2' }],
  })
})

it.each(['sts:GetCallerIdentity', 'STS:getSessionToken'])(
  'never denies %s, as no policy controls it',
  (action) => {
    expect(decide({}, { action }).verdict).toBe('allowed')
  },
)

it.each([
  ['StringEqualsIgnoreCase', 'eu', 'EU', 'us'],
  ['StringLike', 'eu-*', 'eu-west-1', 'us-east-1'],
  ['ArnEquals', 'arn:aws:iam::*:role/x', 'arn:aws:iam::1:role/x', 'arn:aws:iam::1:role/y'],
  ['Bool', 'true', 'TRUE', 'false'],
  ['NumericEquals', '10', '10.0', '11'],
  ['NumericLessThan', '10', '9', '10'],
  ['NumericNotEquals', '10', '11', '10'],
])('%s: a value that holds, and one that does not', (operator, wanted, holds, fails) => {
  const ask = (key: string) =>
    decide({ Condition: { [operator]: { key: wanted } } }, { context: { key } }).verdict
  expect([ask(holds), ask(fails)]).toEqual(['denied', 'allowed'])
})

const passing = (
  role: string,
  leftOut: Request['leftOut'] = 'not asked',
  is: OtherRequest['is'] = 'certain',
): OtherRequest => ({
  ...{ action: 'iam:PassRole', is, resources: [role], context: {}, leftOut },
})

describe('a role that the request passes', () => {
  const [app, admin] = ['app', 'admin'].map((name) => `arn:aws:iam::1:role/${name}`) as [string, string]
  const request = (roles: string[], leftOut: Request['leftOut'] = 'not asked'): Request => ({
    action: 'lambda:CreateFunction',
    context: {},
    others: roles.map((role) => passing(role, leftOut)),
  })
  const gates = [gate({ Action: 'iam:PassRole', Resource: admin })]
  it('needs iam:PassRole, too', () => {
    expect(decider(gates)(request([app])).verdict).toBe('allowed')
    expect(decider(gates)(request([app, admin]))).toMatchObject({
      verdict: 'denied',
      action: 'iam:PassRole',
      by: { sid: 'S' },
    })
  })
  it('is not asked for where the request itself is denied', () => {
    expect(decider([gate({})])(request([admin]))).toMatchObject({ action: 'lambda:CreateFunction' })
  })
  it('may leave a doubt, as its keys are not those of the request', () => {
    const Condition = { StringEquals: { 'iam:PassedToService': 'ec2.amazonaws.com' } }
    const doubtful = decider([gate({ Action: 'iam:PassRole', Condition })])
    expect(doubtful(request([app]))).toMatchObject({
      verdict: 'cannot tell',
      action: 'iam:PassRole',
      missing: missing('iam:PassedToService'),
    })
    expect(doubtful(request([app], 'not recorded'))).toMatchObject({
      missing: [{ name: 'iam:PassedToService', why: 'not recorded' }],
    })
    const both = decider([
      gateOf([
        { Action: 'iam:PassRole', Condition },
        { Action: 'lambda:*', Condition: { Bool: { key: 'true' } } },
      ]),
    ])
    expect(both({ ...request([app]), leftOut: 'not asked' })).toMatchObject({
      action: 'lambda:CreateFunction',
    })
  })
})

describe('a part that is not known', () => {
  it('is a doubt that names it, unless another part rules the statement out', () => {
    const statement = { Condition: { StringContains: { key: 'a' }, Bool: { other: 'true' } } }
    const field = 'Statement[0].Condition.StringContains'
    expect(decide(statement, { context: { other: 'true' } })).toMatchObject({
      verdict: 'cannot tell',
      missing: [{ name: field, why: 'not known' }],
    })
    expect(decide(statement, { context: { other: 'false' } }).verdict).toBe('allowed')
  })
  it('of the actions leaves every action in doubt', () => {
    expect(decide({ Action: undefined }, {})).toMatchObject({ missing: [{ name: 'Statement[0]' }] })
  })
})

describe('the principal of a policy of a resource', () => {
  const ada = 'arn:aws:iam::111122223333:user/ada'
  const ask = (statement: object, caller: string | null | undefined, more: Partial<Request> = {}) => {
    const document = { Version: '2012-10-17', Statement: [{ Effect: 'Deny', Action: '*', ...statement }] }
    const policies = [policyOf(document as never, 'bucket', 'resource')]
    const verdict = decider([{ name: 'bucket', type: 'resource', kind: 'guard', policies }])({
      action: 's3:GetObject',
      context: { 'aws:PrincipalArn': caller },
      ...more,
    })
    return verdict.verdict
  }
  it.each([
    ['*', 'denied'],
    [{ AWS: '*' }, 'denied'],
    [{ AWS: ada }, 'denied'],
    [{ AWS: '111122223333' }, 'denied'],
    [{ AWS: ['arn:aws:iam::111122223333:root', 'x'] }, 'denied'],
    [{ AWS: 'arn:aws:iam::111122223333:user/other' }, 'allowed'],
    [{ AWS: '444455556666' }, 'allowed'],
    [{ Service: 'ec2.amazonaws.com' }, 'allowed'],
  ])('%j names ada: %s', (Principal, verdict) => {
    expect(ask({ Principal }, ada)).toBe(verdict)
  })
  it('names services and providers as they are', () => {
    expect(ask({ Principal: { Service: ['ec2.amazonaws.com'] } }, 'ec2.amazonaws.com')).toBe('denied')
  })
  it('may be unknown, or absent', () => {
    expect(ask({ Principal: { AWS: ada } }, undefined, { leftOut: 'not asked' })).toBe('cannot tell')
    expect(ask({ Principal: { AWS: ada } }, null)).toBe('allowed')
    expect(ask({ Principal: '*' }, null)).toBe('denied')
  })
  it('that is negated needs the account, too, so that AWS leaves the caller out', () => {
    const not = (...AWS: string[]) => ask({ NotPrincipal: { AWS } }, ada)
    expect(not('444455556666')).toBe('denied')
    expect(not(ada, '111122223333')).toBe('allowed')
    expect([not(ada), not('arn:aws:iam::111122223333:root')]).toEqual(['cannot tell', 'cannot tell'])
    expect(ask({ NotPrincipal: '*' }, ada)).toBe('allowed')
    expect(ask({ NotPrincipal: { AWS: ada } }, null)).toBe('denied')
  })
  it('is a key that a form asks for', () => {
    const document = { Statement: [{ Effect: 'Deny', Action: '*', Principal: { AWS: ada } }] }
    const policies = [policyOf(document as never, 'bucket', 'resource')]
    expect(
      keysFor([{ name: 'b', type: 'resource', kind: 'guard', policies }], { action: 's3:X', context: {} }),
    ).toEqual(['aws:PrincipalArn'])
  })
})

describe('the version of the language', () => {
  const resources = ['arn:aws:s3:::ada/x']
  const verdict = (Version: string) =>
    decider([gateOf([{ Resource: 'arn:aws:s3:::${aws:username}/*' }], 'guard', Version)])({
      action: 's3:GetObject',
      resources,
      context: { 'aws:username': 'ada' },
    }).verdict
  it('decides whether variables are filled in', () => {
    expect([verdict('2012-10-17'), verdict('2008-10-17'), verdict('')]).toEqual([
      'denied',
      'allowed',
      'allowed',
    ])
  })
  it('does not matter before the fifth colon', () => {
    const statement = { Resource: 'arn:aws:iam::${aws:PrincipalAccount}:role/${aws:username}' }
    const ask = (resource: string) =>
      decide(statement, {
        resources: [resource],
        context: { 'aws:PrincipalAccount': '1', 'aws:username': 'a' },
      }).verdict
    expect(ask('arn:aws:iam::1:role/a')).toBe('allowed')
  })
})

it.each([
  ['arn:aws:s3*', 'arn:aws:s3:::a/b', 'denied'],
  ['arn:aws:s3:::a', 'arn:aws:s3:::a/b', 'allowed'],
  ['arn:aws:s3:::a/?', 'arn:aws:s3:::a/b', 'denied'],
  ['arn:aws:s3:::a/?', 'arn:aws:s3:::a/', 'allowed'],
  ['arn:*:s3:::a/*', 'arn:aws-cn:s3:::a/b:c', 'denied'],
  ['arn:aws:s3:::a*b*c', 'arn:aws:s3:::a1b2c', 'denied'],
  ['arn:aws:s3:::a*b*c', 'arn:aws:s3:::acb', 'allowed'],
  ['arn:aws:s3:::ab*ba', 'arn:aws:s3:::aba', 'allowed'],
  ['arn:aws:s3:::*a?c*', 'arn:aws:s3:::aaabcc', 'denied'],
  ['arn:aws:s3:::*a?d*', 'arn:aws:s3:::aaabcc', 'allowed'],
  ['arn:aws:s3:::a', '*', 'allowed'],
])('%s and %s: %s', (Resource, resource, verdict) => {
  expect(decide({ Resource }, { resources: [resource] }).verdict).toBe(verdict)
})

it('matches a long pattern of stars against a long text', () => {
  expect(matches('*a'.repeat(20_000), 'a'.repeat(20_000))).toBe(true)
  expect(matches('*'.repeat(1_000_000), 'a')).toBe(true)
  expect(matches(`${'*aaaaaaab'.repeat(2000)}`, 'a'.repeat(100_000))).toBe(false)
  expect(matches(`${'a'.repeat(50_000)}*`, 'a'.repeat(49_999))).toBe(false)
})

it('takes a key that is there once for the key of another case, and not an unknown one', () => {
  const Condition = { StringEquals: { 'aws:UserName': 'a' } }
  expect(decide({ Condition }, { context: { 'aws:username': 'a', 'AWS:USERNAME': undefined } }).verdict).toBe(
    'denied',
  )
})

it('finds a doubt about the second of two roles, and keeps the allowing statements of the request', () => {
  const [app, admin] = ['app', 'admin'].map((name) => `arn:aws:iam::1:role/${name}`) as [string, string]
  const Condition = { StringEquals: { 'iam:PassedToService': 'ec2.amazonaws.com' } }
  const statements = [{ Effect: 'Allow' }, { Action: 'iam:PassRole', Resource: admin, Condition }]
  const decideBoth = decider([gateOf(statements, 'grant')])
  const request = (...roles: string[]): Request => ({
    action: 'ec2:RunInstances',
    context: {},
    others: roles.map((role) => passing(role)),
  })
  expect(decideBoth(request(app, admin))).toMatchObject({ verdict: 'cannot tell', action: 'iam:PassRole' })
  expect(decideBoth(request(app))).toMatchObject({ verdict: 'allowed', by: [{ sid: '1' }] })
})

it('asks for the keys of a statement that covers one of several resources', () => {
  const statement = { Resource: 'arn:aws:s3:::a/*', Condition: { Bool: { key: 'true' } } }
  const resources = ['arn:aws:s3:::b/1', 'arn:aws:s3:::a/1']
  expect(keysFor([gate(statement)], { action: 's3:X', resources, context: {} })).toEqual(['key', 'resource'])
})

it('names no statement where no policy is asked', () => {
  expect(decide({}, { action: 'sts:GetCallerIdentity' })).toEqual({ verdict: 'allowed', by: [] })
})

describe('resources of one request', () => {
  const target = (name: string, is: Target['is']): Target => ({
    ...{ resource: `arn:aws:s3:::${name}`, type: 'bucket', is },
  })
  const decideOn = decider([gate({ Action: 's3:*', Resource: 'arn:aws:s3:::no*' })])
  const ask = (...resources: Target[]) => decideOn({ action: 's3:X', resources, context: {} })
  it.each<[string, Target[], string]>([
    ['a certain one', [target('yes', 'certain'), target('no', 'certain')], 'denied'],
    ['one that it may have', [target('yes', 'certain'), target('no', 'possible')], 'cannot tell'],
    ['one alternative', [target('yes', 'alternative'), target('no', 'alternative')], 'cannot tell'],
    ['all alternatives', [target('no1', 'alternative'), target('no2', 'alternative')], 'denied'],
    [
      'one alternative beside a certain one that is allowed',
      [target('yes', 'certain'), target('yes', 'alternative'), target('no', 'alternative')],
      'cannot tell',
    ],
    [
      'none',
      [target('yes', 'certain'), target('yes2', 'possible'), target('yes3', 'alternative')],
      'allowed',
    ],
  ])('a Deny of %s', (_, resources, verdict) => {
    expect(ask(...resources).verdict).toBe(verdict)
  })
  it('names the type of the one that is in doubt', () => {
    expect(ask(target('no', 'possible'))).toMatchObject({ missing: [{ name: 'resource: bucket' }] })
  })
  it('has its own keys', () => {
    const withKey = decider([gate({ Condition: { StringEquals: { 'aws:ResourceAccount': '2' } } })])
    const resources = ['1', '2'].map(
      (account): Target => ({
        ...target(account, 'certain'),
        context: { 'aws:ResourceAccount': account },
      }),
    )
    expect(withKey({ action: 's3:X', resources, context: {} }).verdict).toBe('denied')
    expect(withKey({ action: 's3:X', resources: resources.slice(0, 1), context: {} }).verdict).toBe('allowed')
  })
  it('may be passed roles that the request only may pass', () => {
    const decidePass = decider([gate({ Action: 'iam:PassRole' })])
    const others = [passing('arn:aws:iam::1:role/a', 'not recorded', 'possible')]
    expect(decidePass({ action: 's3:X', context: {}, others })).toMatchObject({
      ...{ verdict: 'cannot tell', action: 'iam:PassRole' },
      missing: [{ name: 'iam:PassRole', why: 'not recorded' }],
    })
  })
  it('of another owner leave a resource control policy in doubt', () => {
    const rcp = { ...gate({ Action: 's3:*' }), type: 'rcp' as const }
    const request: Request = { action: 's3:X', context: {}, isForeign: true }
    expect(decider([rcp])(request)).toMatchObject({
      ...{ verdict: 'cannot tell', missing: [{ name: 'aws:ResourceOrgID' }] },
    })
    expect(decider([rcp])({ ...request, isForeign: false }).verdict).toBe('denied')
  })
})
