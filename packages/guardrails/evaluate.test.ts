import { describe, expect, it } from 'vitest'
import { policyOf } from './compile.ts'
import { decider, type Gate, keysFor } from './evaluate.ts'
import type { StatementDocument } from './policy.ts'
import type { Request } from './request.ts'
import { matches } from './wildcard.ts'

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
