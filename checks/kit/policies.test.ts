import { expect, test } from 'vitest'
import { decide, evaluate, matches, type Policy, type Statement } from './policies.ts'

const deny = (statement: Partial<Statement>): Policy[] => [
  { Statement: [{ Effect: 'Deny', Action: '*', Resource: '*', ...statement }] },
]
const denied = (statement: Partial<Statement>, context: Record<string, string | string[]> = {}) =>
  evaluate(deny(statement), { action: 's3:GetObject', resource: 'arn:aws:s3:::bucket/key', context }) ===
  'denied'

test('wildcards match colons and slashes, and no other character is special', () => {
  expect(matches('arn:aws:iam::*:role/app/*', 'arn:aws:iam::1:role/app/a/b')).toBe(true)
  expect(matches('s3:Get?bject', 's3:GetObject')).toBe(true)
  expect(matches('a.c', 'abc')).toBe(false)
  expect(matches('role/app', 'role/application')).toBe(false)
})

test('actions are case-insensitive, and resources are case-sensitive', () => {
  expect(denied({ Action: 'S3:getobject' })).toBe(true)
  expect(denied({ Resource: 'arn:aws:s3:::BUCKET/*' })).toBe(false)
})

test('NotAction and NotResource apply to everything else', () => {
  expect(denied({ Action: undefined as never, NotAction: ['s3:*'] })).toBe(false)
  expect(denied({ Resource: undefined as never, NotResource: 'arn:aws:s3:::other/*' })).toBe(true)
})

test.each([
  ['StringEquals', 'a', false, true, false],
  ['StringNotEquals', 'a', true, false, true],
  ['ArnNotLike', 'a', true, false, true],
  ['Null', 'true', true, false, false],
  ['ForAllValues:StringEquals', 'a', true, true, false],
] as const)('%s: a missing key, an equal key, a different key', (operator, value, absent, same, other) => {
  const Condition = { [operator]: { key: value } }
  expect(denied({ Condition })).toBe(absent)
  expect(denied({ Condition }, { key: 'a' })).toBe(same)
  expect(denied({ Condition }, { key: 'b' })).toBe(other)
})

test('all operators and all keys must match, and at least one value of a list', () => {
  const Condition = { StringEquals: { one: ['a', 'b'], two: 'c' } }
  expect(denied({ Condition }, { one: 'b', two: 'c' })).toBe(true)
  expect(denied({ Condition }, { one: 'b', two: 'd' })).toBe(false)
})

test('an unknown operator stops the check', () => {
  expect(() => denied({ Condition: { DateGreaterThan: { key: 'x' } } }, { key: 'x' })).toThrow(
    'DateGreaterThan',
  )
})

test('variables take their values from the request', () => {
  const Resource = 'arn:aws:s3:::bucket/${aws:PrincipalAccount}'
  const policy = deny({ Resource })
  const request = (account: string) => ({
    action: 's3:PutObject',
    resource: 'arn:aws:s3:::bucket/1',
    context: { 'aws:PrincipalAccount': account },
  })
  expect(evaluate(policy, request('1'))).toBe('denied')
  expect(evaluate(policy, request('2'))).toBe('neither')
})

test('a boundary and an identity policy must both allow, and a deny anywhere wins', () => {
  const allow: Policy[] = [{ Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }] }]
  const request = { action: 's3:GetObject' }
  expect(decide(request, { identity: allow })).toBe('allowed')
  expect(decide(request, { identity: allow, boundary: [] })).toBe('denied')
  expect(decide(request, { identity: [], boundary: allow })).toBe('denied')
  expect(decide(request, { identity: allow, boundary: allow, serviceControl: deny({}) })).toBe('denied')
})
