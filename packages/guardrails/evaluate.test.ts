import { describe, expect, it } from 'vitest'
import { decider, type Gate, keysFor, matches } from './evaluate.ts'

const gate = (statement: object, kind: Gate['kind'] = 'guard'): Gate => ({
  name: 'root',
  kind,
  policies: [
    {
      name: 'p',
      policy: {
        Statement: [{ Sid: 'S', Effect: 'Deny', Action: '*', Resource: '*', ...statement }] as never,
      },
    },
  ],
})
const decide = (statement: object, request: object) =>
  decider([gate(statement)])({ action: 's3:GetObject', context: {}, ...request })

describe('three values', () => {
  const region = { Condition: { StringNotEquals: { 'aws:RequestedRegion': ['eu-central-1'] } } }
  it('denies a negated operator when the key is absent, and cannot tell when it is unknown', () => {
    expect(decide(region, {})).toMatchObject({ verdict: 'denied', by: { sid: 'S' } })
    expect(decide(region, { unknown: true })).toMatchObject({
      verdict: 'cannot tell',
      missing: ['aws:RequestedRegion'],
    })
    expect(decide(region, { unknown: true, context: { 'aws:RequestedRegion': null } }).verdict).toBe('denied')
  })
  it('reads keys in any case', () => {
    expect(decide(region, { context: { 'AWS:requestedregion': 'eu-central-1' } }).verdict).toBe('allowed')
  })
  it('is not in doubt about a resource that no statement names', () => {
    expect(decide({}, { resources: null }).verdict).toBe('denied')
    expect(decide({ Resource: 'arn:aws:s3:::a/*' }, { resources: null })).toMatchObject({
      missing: ['resource'],
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
  expect(decide({}, { action: 'STS:getCallerIdentity' }).verdict).toBe('allowed')
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
  const holds = (context: object) =>
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

it('refuses an operator that it does not know', () => {
  expect(() => decide({ Condition: { DateGreaterThan: { key: 'x' } } }, { context: { key: 'x' } })).toThrow(
    'DateGreaterThan',
  )
})
