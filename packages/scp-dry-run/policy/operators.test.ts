// The examples of "IAM JSON policy elements: Condition operators" and of the pages that it links, and their edges.
import { describe, expect, test } from 'vitest'
import type { Request } from '../judge/request.ts'
import { conditionOf } from './conditions.ts'
import { operatorNames, operatorOf } from './operators.ts'

type Given = string | string[] | null
const ask = (operator: string, wanted: string[], given: Given, rest: Partial<Request> = {}) =>
  conditionOf(operator, 'key', wanted, true)?.holds({
    action: 's3:GetObject',
    ...rest,
    context: { key: given, ...rest.context },
  }).is

// biome-ignore format: a table, with a row for each line
test.each<[operator: string, wanted: string[], given: Given, holds: string]>([
  ['StringEquals', ['iamuser-admin'], 'iamuser-admin', 'true'],
  ['StringEquals', ['iamuser-admin'], 'IAMUSER-ADMIN', 'false'],
  ['StringEquals', ['iamuser-*'], 'iamuser-admin', 'false'],
  ['StringNotEquals', ['iamuser-admin'], 'other', 'true'],
  ['StringNotEquals', ['a', 'b'], 'b', 'false'],
  ['StringNotEquals', ['a', 'b'], 'c', 'true'],
  ['StringEqualsIgnoreCase', ['Admin'], 'aDMIN', 'true'],
  ['StringNotEqualsIgnoreCase', ['Admin'], 'aDMIN', 'false'],
  ['StringLike', ['home/${aws:username}/*', 'home/', ''], 'home/', 'true'],
  ['StringLike', [''], '', 'true'],
  ['StringLike', ['eu-*-?'], 'eu-west-1', 'true'],
  ['StringLike', ['EU-*'], 'eu-west-1', 'false'],
  ['StringNotLike', ['eu-*'], 'us-east-1', 'true'],
  ['NumericEquals', ['10'], '10.0', 'true'],
  ['NumericEquals', ['10'], ' 10', 'true'],
  ['NumericNotEquals', ['10'], '10', 'false'],
  ['NumericLessThan', ['10'], '9.9', 'true'],
  ['NumericLessThan', ['10'], '10', 'false'],
  ['NumericLessThanEquals', ['10'], '10', 'true'],
  ['NumericLessThanEquals', ['10'], '11', 'false'],
  ['NumericGreaterThan', ['10'], '11', 'true'],
  ['NumericGreaterThan', ['10'], '10', 'false'],
  ['NumericGreaterThanEquals', ['3600'], '3600', 'true'],
  ['NumericGreaterThanEquals', ['-5'], '-6', 'false'],
  ['DateGreaterThan', ['2020-01-01T00:00:01Z'], '2020-01-01T00:00:02Z', 'true'],
  ['DateGreaterThan', ['2020-01-01T00:00:01Z'], '2020-01-01T00:00:01Z', 'false'],
  ['DateLessThan', ['2020-06-30T23:59:59Z'], '1593561598', 'true'],
  ['DateLessThan', ['1593561599'], '2020-06-30T23:59:59Z', 'false'],
  ['DateLessThanEquals', ['2020-06-30'], '2020-06-30T00:00:00Z', 'true'],
  ['DateGreaterThanEquals', ['2020-06-30T02:00:00+02:00'], '2020-06-30T00:00:00Z', 'true'],
  ['DateEquals', ['2020-06'], '2020-06-01T00:00:00.000Z', 'true'],
  ['DateEquals', ['2020'], '2020-01-01', 'true'],
  ['DateNotEquals', ['2020-01-01T00:00Z'], '2020-01-01T00:00:00Z', 'false'],
  ['Bool', ['true'], 'TRUE', 'true'],
  ['Bool', ['true'], 'false', 'false'],
  ['BinaryEquals', ['QmluYXJ5VmFsdWVJbkJhc2U2NA=='], 'QmluYXJ5VmFsdWVJbkJhc2U2NA==', 'true'],
  ['BinaryEquals', ['QmluYXJ5'], 'qmluyxj5', 'false'],
  ['IpAddress', ['203.0.113.0/24'], '203.0.113.255', 'true'],
  ['IpAddress', ['203.0.113.0/24'], '203.0.114.0', 'false'],
  ['IpAddress', ['203.0.113.0/24', '2001:DB8:1234:5678::/64'], '2001:db8:1234:5678:9::1', 'true'],
  ['IpAddress', ['2001:DB8:1234:5678::/64'], '2001:db8:1234:5679::1', 'false'],
  ['IpAddress', ['203.0.113.9'], '203.0.113.9', 'true'],
  ['IpAddress', ['0.0.0.0/0'], '255.1.2.3', 'true'],
  ['IpAddress', ['0.0.0.0/0'], '2001:db8::1', 'false'],
  ['IpAddress', ['::/0'], '::ffff:203.0.113.9', 'true'],
  ['IpAddress', ['10.0.0.0/31'], '10.0.0.1', 'true'],
  ['IpAddress', ['10.0.0.0/31'], '10.0.0.2', 'false'],
  ['NotIpAddress', ['203.0.113.0/24'], '203.0.113.7', 'false'],
  ['NotIpAddress', ['203.0.113.0/24'], '198.51.100.7', 'true'],
  ['ArnEquals', ['arn:aws:sns:eu-west-1:123456789012:*'], 'arn:aws:sns:eu-west-1:123456789012:topic', 'true'],
  ['ArnLike', ['arn:aws:sns:*:123456789012:TOPIC-ID'], 'arn:aws:sns:eu-west-1:123456789012:TOPIC-ID', 'true'],
  ['ArnLike', ['arn:aws:iam::*:role/x'], 'arn:aws:iam::1:2:role/x', 'false'],
  ['ArnNotLike', ['arn:aws:iam::*:role/x'], 'arn:aws:iam::1:role/y', 'true'],
  ['ArnNotEquals', ['arn:aws:iam::1:role/x'], 'arn:aws:iam::1:role/x', 'false'],
  ['Null', ['true'], null, 'true'],
  ['Null', ['TRUE'], 'a', 'false'],
  ['Null', ['false'], 'a', 'true'],
  ['Null', ['false'], null, 'false'],
  ['ForAllValues:StringEquals', ['a', 'b'], ['a', 'b', 'a'], 'true'],
  ['ForAllValues:StringEquals', ['a', 'b'], ['a', 'c'], 'false'],
  ['ForAllValues:StringEquals', ['a'], [], 'true'],
  ['ForAllValues:StringEquals', ['a'], null, 'true'],
  ['ForAllValues:StringNotEquals', ['a'], ['b', 'c'], 'true'],
  ['ForAllValues:StringNotEquals', ['a'], ['b', 'a'], 'false'],
  ['ForAnyValue:StringEquals', ['a', 'b'], ['c', 'b'], 'true'],
  ['ForAnyValue:StringEquals', ['a', 'b'], ['c', 'd'], 'false'],
  ['ForAnyValue:StringEquals', ['a'], [], 'false'],
  ['ForAnyValue:StringNotEquals', ['a'], ['a', 'b'], 'true'],
  ['ForAnyValue:StringNotEquals', ['a'], ['a'], 'false'],
  ['ForAnyValue:StringLike', ['t*'], ['team'], 'true'],
  ['StringEquals', ['a'], ['b', 'a'], 'true'],
  ['StringNotEquals', ['a'], ['b', 'a'], 'false'],
])('%s %j, given %j: %s', (operator, wanted, given, holds) => {
  expect(ask(operator, wanted, given)).toBe(holds)
  // The names of operators and keys have no case.
  expect(ask(operator.toUpperCase(), wanted, given)).toBe(holds)
  expect(ask(operator.toLowerCase(), wanted, given)).toBe(holds)
})

describe('an absent key', () => {
  const operators = operatorNames.filter((name) => name !== 'Null')
  const valid = (name: string) =>
    /^Num/.test(name) ? '1' : /^Date/.test(name) ? '2026-01-01' : /Ip/.test(name) ? '10.0.0.1' : 'true'
  test.each(operators)('%s holds only if it is negated, and with IfExists always', (name) => {
    const isNegated = name.includes('Not')
    expect(ask(name, [valid(name)], null)).toBe(String(isNegated))
    expect(ask(`${name}IfExists`, [valid(name)], null)).toBe('true')
    expect(ask(`ForAllValues:${name}`, [valid(name)], null)).toBe('true')
    expect(ask(`ForAnyValue:${name}`, [valid(name)], null)).toBe('false')
  })
  test('no page says what ForAnyValue with IfExists does', () => {
    expect(ask('ForAnyValue:StringEqualsIfExists', ['a'], null)).toBe('unknown')
    expect(ask('ForAllValues:StringEqualsIfExists', ['a'], null)).toBe('true')
  })
})

describe('variables', () => {
  const owner = { context: { 'aws:username': 'ada' } }
  test.each([
    ['StringEquals', '${aws:username}', 'ada', 'true'],
    ['StringLike', 'home/${AWS:UserName}/*', 'home/ada/x', 'true'],
    ['StringNotEquals', '${aws:username}', 'ada', 'false'],
    ['StringEquals', "${ aws:username , 'x' }", 'ada', 'true'],
    ['StringEquals', "${aws:none, 'x'}", 'x', 'true'],
    ['StringEquals', '${aws:none}', 'x', 'false'],
    // Whether the statement is valid then is not documented.
    ['StringNotEquals', '${aws:none}', 'x', 'unknown'],
    ['StringLike', '${*}', 'a', 'false'],
    ['StringLike', '${*}', '*', 'true'],
    ['StringLike', 'a${?}*', 'a?b', 'true'],
    ['StringLike', 'a${?}*', 'abb', 'false'],
    ['StringEquals', '${$}{x}', '${x}', 'true'],
    ['ArnLike', 'arn:aws:iam::1:user/${aws:username}', 'arn:aws:iam::1:user/ada', 'true'],
    // Other operators compare the text.
    ['Bool', '${aws:username}', 'ada', 'false'],
  ])('%s "%s", given "%s": %s', (operator, wanted, given, holds) => {
    expect(ask(operator, [wanted], given, owner)).toBe(holds)
  })
  test('one with a value wins over one without', () => {
    expect(ask('StringEquals', ['${aws:none}', '${aws:username}'], 'ada', owner)).toBe('true')
    expect(ask('StringNotEquals', ['${aws:none}', '${aws:username}'], 'ada', owner)).toBe('false')
  })
  test('an empty value beside a default is not documented', () => {
    expect(ask('StringEquals', ["${tag, 'x'}"], 'x', { context: { tag: '' } })).toBe('unknown')
  })
  test('are texts before version 2012-10-17', () => {
    const condition = conditionOf('StringEquals', 'key', ['${aws:username}'], false)
    expect(condition?.keys).toEqual(['key'])
    expect(
      condition?.holds({ action: '', context: { key: '${aws:username}', 'aws:username': 'a' } }).is,
    ).toBe('true')
  })
})

test.each([
  ['NumericLessThan', '10', 'many'],
  ['NumericNotEquals', '10', ''],
  ['NumericEquals', '10', '0x0a'],
  ['DateLessThan', '2026-01-01', 'yesterday'],
  ['DateLessThan', '2026-01-01', '2026-13-01'],
  ['IpAddress', '10.0.0.0/8', 'cloudformation.amazonaws.com'],
  ['NotIpAddress', '10.0.0.0/8', '10.0.0.256'],
  ['IpAddress', '2001:db8::/32', '2001:db8::1::2'],
  ['IpAddress', '2001:db8::/32', '1:2:3:4:5:6:7'],
  ['IpAddress', '2001:db8::/32', '1:2:3:4:5:6:7:8:9'],
  ['IpAddress', '2001:db8::/32', '2001:db8::12345'],
  ['IpAddress', '10.0.0.0/8', '10.0.0.0/33'],
  ['IpAddress', '10.0.0.0/8', '10.0.0.0/8/8'],
])('%s %s, given "%s", which is of another type: unknown', (operator, wanted, given) => {
  expect(ask(operator, [wanted], given)).toBe('unknown')
})

test('says which values an operator has', () => {
  const refusal = (name: string, wanted: string) => {
    const operator = operatorOf(name)
    return operator === null || operator === 'Null' ? null : operator.refusal(wanted)
  }
  expect(refusal('NumericEquals', '1.5')).toBe(null)
  expect(refusal('NumericEquals', 'x')).toContain('number')
  expect(refusal('DateEquals', '31.1.2026')).toContain('2026-01-31')
  expect(refusal('IpAddress', '10.0.0.0/40')).toContain('203.0.113.0/24')
  expect(refusal('Bool', 'yes')).toBe('true or false')
  expect(refusal('StringEquals', '')).toBe(null)
})

test.each([
  'StringContains',
  'ForAllValues:Null',
  'NullIfExists',
  'ForSomeValues:StringEquals',
  '',
  'IfExists',
])('does not know %s', (name) => {
  expect(operatorOf(name)).toBe(null)
  expect(conditionOf(name, 'key', ['a'], true)).toBe(null)
})

test('names operators as AWS writes them', () => {
  expect(operatorOf('forallvalues:STRINGNOTLIKEifexists')).toMatchObject({
    name: 'ForAllValues:StringNotLikeIfExists',
    set: 'ForAllValues',
    negated: true,
    ifExists: true,
  })
  expect(operatorNames).toContain('NotIpAddress')
  expect(operatorNames).toHaveLength(27)
})

describe('numbers and dates', () => {
  // biome-ignore format: a table, with a row for each line
  test.each([
    ['NumericEquals', '+10', '10'], ['NumericEquals', '1e1', '10'], ['NumericEquals', '1E+12', '1000000000000'],
    ['NumericEquals', '5e-10', '0.0000000005'], ['NumericEquals', '.25', '0.25'], ['NumericEquals', '7.', '7'],
    ['DateEquals', '1577836800', '2020-01-01T00:00:00Z'], ['DateEquals', '1577836800.25', '2020-01-01T00:00:00.250Z'],
    ['DateEquals', '-86400', '1969-12-31'], ['DateEquals', '2020-01-01T01:00:00.123+01:00', '2020-01-01T00:00:00.123Z'],
    ['DateEquals', '2020-01-01T00:00-05:00', '2020-01-01T05:00:00z'],
  ])('%s %s: the same as %s', (operator, wanted, given) => {
    expect(ask(operator, [wanted], given)).toBe('true')
    expect(ask(operator, [given], wanted)).toBe('true')
  })
  // biome-ignore format: a table, with a row for each line
  test.each([
    ['NumericEquals', 'x10'], ['NumericEquals', '10x'], ['NumericEquals', '1e'], ['NumericEquals', '1ex'], ['NumericEquals', '.'],
    ['NumericEquals', '.x'], ['NumericEquals', '1 0'], ['NumericEquals', 'Infinity'],
    ['DateEquals', 'x2020-01-01'], ['DateEquals', '2020-01-01x'], ['DateEquals', 'x15778368000'], ['DateEquals', '15778368000x'],
    ['DateEquals', 'Jan 1 2020'], ['DateEquals', '2020-01-01T00:00:00'], ['DateEquals', '1577836800.x'], ['DateEquals', '2020-1-1'],
    ['IpAddress', '10.0.0'], ['IpAddress', '1.2.3.4.5'], ['IpAddress', '1e1.0.0.1'], ['IpAddress', '+1.0.0.1'], ['IpAddress', '10..0.1'],
    ['IpAddress', '10.0.0.1/+8'], ['IpAddress', '10.0.0.1/8x'], ['IpAddress', '10.0.0.1/'], ['IpAddress', '::1/129'], ['IpAddress', ''],
    ['IpAddress', '::ffff:1.2.3'], ['IpAddress', '::ffff:1.2.3.256'], ['IpAddress', '::ffff:1.2.3.4x'], ['IpAddress', 'g::1'],
    ['IpAddress', '1:2:3:4::5:6:7:8'], ['IpAddress', '1::2:3::4'], ['IpAddress', ':1:2:3:4:5:6:7'],
  ])('%s: "%s" is none', (operator, text) => {
    const compiled = operatorOf(operator)
    expect(compiled === null || compiled === 'Null' ? null : compiled.refusal(text)).not.toBe(null)
    expect(ask(operator, [/^Ip/.test(operator) ? '::/0' : /^Num/.test(operator) ? '1' : '2020'], text)).toBe('unknown')
  })
  // biome-ignore format: a table, with a row for each line
  test.each([
    ['0.0.0.0/0', '::1', 'false'], ['::/0', '0.0.0.1', 'false'], ['10.0.0.0/16', '10.0.0.0/8', 'false'], ['10.0.0.0/8', '10.1.0.0/16', 'true'],
    ['10.0.0.0/32', '10.0.0.0', 'true'], ['::1/128', '::1', 'true'], ['::1/128', '::2', 'false'], ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8', 'true'],
    ['1:2:3::5:6:7:8', '1:2:3:0:5:6:7:8', 'true'], ['::ffff:203.0.113.9', '::ffff:cb00:7109', 'true'], ['fe80::', 'FE80:0:0:0:0:0:0:0', 'true'],
    [' 10.0.0.1 ', '10.0.0.1', 'true'], ['64:ff9b::10.20.30.40', '64:ff9b::a14:1e28', 'true'], ['10.0.0.0/9', '10.128.0.0', 'false'],
  ])('IpAddress %s and %s: %s', (wanted, given, holds) => {
    expect(ask('IpAddress', [wanted], given)).toBe(holds)
  })
  test('a value that cannot be read matches nothing', () => {
    expect(ask('NumericEquals', ['x', '1'], '1')).toBe('true')
    expect(ask('NumericEquals', ['x'], '1')).toBe('false')
    expect(operatorOf('Bool')).not.toBe(null)
    for (const text of ['xtrue', 'truex']) expect(ask('NumericEquals', [text], '1')).toBe('false')
  })
})

describe('says why a condition is unknown', () => {
  const missingOf = (operator: string, wanted: string, request: Partial<Request>) => {
    const truth = conditionOf(operator, 'key', [wanted], true)?.holds({ action: '', context: {}, ...request })
    return truth?.is === 'unknown' ? truth.missing : []
  }
  test('AWS does not document it', () => {
    expect(missingOf('StringNotEquals', '${aws:none}', { context: { key: 'a' } })).toEqual([
      { name: '${aws:none}', why: 'not known' },
    ])
    expect(missingOf('NumericEquals', '1', { context: { key: 'a' } })).toEqual([
      { name: 'key', why: 'not known' },
    ])
    expect(missingOf('StringEquals', "${tag, 'x'}", { context: { key: 'a', tag: '' } })).toEqual([
      { name: 'tag', why: 'not known' },
    ])
  })
  test.each(['not asked', 'not recorded'] as const)('it is %s', (leftOut) => {
    for (const [operator, wanted] of [
      ['StringEquals', 'a'],
      ['Null', 'true'],
    ] as const)
      expect(missingOf(operator, wanted, { leftOut })).toEqual([{ name: 'key', why: leftOut }])
    expect(missingOf('StringEquals', '${other}', { leftOut, context: { key: 'a' } })).toEqual([
      { name: 'other', why: leftOut },
    ])
  })
  test('and which keys it reads', () => {
    const keys = (name: string, ...wanted: string[]) => conditionOf(name, 'key', wanted, true)?.keys
    expect(keys('Null', 'true')).toEqual(['key'])
    expect(keys('StringLike', "${*}${?}${$}${aws:username}${ a:b , 'c'}", '${aws:username}')).toEqual([
      'key',
      'aws:username',
      'a:b',
    ])
    expect(keys('StringEquals', '${a, x}', '${}', '${a')).toEqual(['key'])
  })
  test('a default without its quotation marks is a text', () => {
    for (const text of ['${a, x}', "${a, 'x}", "${a, x'}", "${a, 'x' y}"])
      expect(ask('StringEquals', [text], text, { context: { a: '1' } })).toBe('true')
    expect(ask('StringEquals', ['x${**}'], 'x', { context: { '**': '' } })).toBe('true')
  })
})
