import { describe, expect, test } from 'vitest'
import { decider } from '../judge/evaluate.ts'
import { gatesOf } from '../judge/levels.ts'
import { awsNames } from '../names/aws-names.ts'
import { type ParseOptions, parse } from './parse.ts'
import type { PolicyType } from './policy.ts'

const scp: ParseOptions = { name: 'a.json', type: 'scp' }
const check = (text: string, type: PolicyType = 'scp') => parse(text, { name: 'a.json', type }).problems
const statement = { Sid: 'A', Effect: 'Deny', Action: 's3:*', Resource: '*' }
const textOf = (more: object, document: object = {}) =>
  JSON.stringify({ Version: '2012-10-17', Statement: [{ ...statement, ...more }], ...document }, null, 2)
const policy = `{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Sid": "OnlyIreland",
      "Effect": "Deny",
      "NotAction": ["iam:*", "sts:*"],
      "Resource": "*",
      "Condition": {
        "StringNotEquals": { "aws:RequestedRegion": ["eu-west-1"] },
        "Bool": { "aws:ViaAWSService": false },
        "NumericLessThan": { "s3:max-keys": 1e1 }
      }
    },
    { "Effect": "Deny", "Action": "organizations:LeaveOrganization", "Resource": "*" }
  ]
}
`

test('a policy has no problems, and its statements know their places', () => {
  const { policies, problems } = parse(policy, scp)
  expect(problems).toEqual([])
  expect(policies).toMatchObject([{ name: 'a.json', type: 'scp' }])
  expect(policies[0]?.statements.map(({ policy, sid, hasSid, line }) => [policy, sid, hasSid, line])).toEqual(
    [
      ['a.json', 'OnlyIreland', true, 4],
      ['a.json', '2', false, 15],
    ],
  )
})

test('a statement may stand alone, and values may be numbers and true or false', () => {
  const { policies, problems } = parse(
    textOf({}, { Statement: { ...statement, Condition: { Bool: { 'aws:SecureTransport': false } } } }),
    scp,
  )
  expect(problems).toEqual([])
  const decide = decider(
    gatesOf([{ name: 'root', policies: policies.map((one) => ({ policy: one, accounts: null })) }], '1')
      .gates,
  )
  expect(decide({ action: 's3:GetObject', context: { 'aws:securetransport': 'false' } })).toMatchObject({
    verdict: 'denied',
    by: { sid: 'A', line: 3 },
  })
})

describe('the beginning of a text that is right', () => {
  const answer = JSON.stringify({ Policy: { PolicySummary: { Name: 'x' }, Content: policy } })
  const unicode = policy.replace('OnlyIreland', '\\u00e4\\n"'.slice(0, 8))
  test.each([
    ['a policy', policy],
    ['an answer of the AWS CLI', answer],
    ['an encoded policy', encodeURIComponent(policy.trim())],
    ['a policy with a byte order mark', `\ufeff${policy}`],
    ['a policy with escapes and numbers', unicode.replace('1e1', '-1.5e+3')],
    ['true alone', '[true, null, false, -1.5e-3]'],
  ])('%s is unfinished, and nothing else', (_, text) => {
    const whole = text.trimEnd()
    for (let end = 0; end < whole.length; end++) {
      const problems = check(text.slice(0, end))
      expect(
        problems.map(({ isUnfinished }) => isUnfinished),
        text.slice(0, end),
      ).toEqual([true])
    }
  })
})

// biome-ignore format: a table, with a row for each line
test.each<[what: string, text: string, line: number, column: number, message: RegExp]>([
  ['a comma at the end of a list', policy.replace('["eu-west-1"]', '["eu-west-1",]'), 10, 65, /Remove this comma.*\]/],
  ['a comma at the end of an object', policy.replace('"Resource": "*" }', '"Resource": "*", }'), 15, 85, /Remove this comma.*\}/],
  ['a comment', policy.replace('"Sid"', '// why\n      "Sid"'), 5, 7, /no comments/],
  ['a comment in stars', policy.replace('"Sid"', '/* why */ "Sid"'), 5, 7, /no comments/],
  ['a comment of a shell', policy.replace('"Sid"', '# why\n"Sid"'), 5, 7, /no comments/],
  ['a comma that is missing', policy.replace('"Deny",', '"Deny"'), 7, 7, /comma is missing/],
  ['a comma that is missing between statements', policy.replace('},\n    {', '}\n    {'), 15, 5, /comma is missing/],
  ['a colon that is missing', policy.replace('"Effect":', '"Effect"'), 6, 16, /colon is missing after "Effect"/],
  ['a name without quotes', policy.replace('"Sid"', 'Sid'), 5, 7, /name in double quotes/],
  ['single quotes', policy.replace('"Deny"', "'Deny'"), 6, 17, /double quotes/],
  ['single quotes of a name', policy.replace('"Sid"', "'Sid'"), 5, 7, /double quotes/],
  ['typographic quotes', policy.replace('"Deny"', '“Deny”'), 6, 17, /typographic/],
  ['a quote that is missing', policy.replace('"Deny"', '"Deny'), 6, 17, /closing double quote in the same line/],
  ['a control character', policy.replace('"Deny"', '"De\0ny"'), 6, 17, /closing double quote in the same line/],
  ['a word', policy.replace('"Deny"', 'Deny'), 6, 17, /Write "Deny" in double quotes/],
  ['True', policy.replace('false', 'False'), 11, 40, /Write false/],
  ['a number that is none', policy.replace('1e1', '01'), 12, 45, /01 is not a number/],
  ['a backslash', policy.replace('OnlyIreland', 'Only\\dIreland'), 5, 19, /JSON has no \\d/],
  ['two policies', policy + policy, 18, 1, /ends before this/],
  ['two values of a name', policy.replace('"Effect"', '"Effect": "Deny", "Effect"'), 6, 25, /"Effect" is here twice/],
  ['a comma too many', policy.replace('["iam:*",', '["iam:*",,'), 7, 29, /value is missing before this comma/],
  ['another sign', policy.replace('"Deny"', '=Deny'), 6, 17, /cannot begin with =/],
  ['a sign between items', policy.replace('["iam:*",', '["iam:*";'), 7, 28, /A comma or \] belongs here, not ;/],
])('%s: says where it is, and what to write', (_, text, line, column, message) => {
  expect(check(text)[0]).toMatchObject({ line, column, level: 'error', isUnfinished: false, message: expect.stringMatching(message) })
})

test('reads on after mistakes, so that all of them are listed in the order of the text', () => {
  const text = policy
    .replace('"Sid"', '// why\n"Sid"')
    .replace('"Resource": "*" }', '"Resource": "*", }')
    .replace('"Effect": "Deny",', '')
  expect(check(text).map(({ line, message }) => [line, message.slice(0, 12)])).toEqual([
    [4, 'This stateme'],
    [5, 'JSON has no '],
    [16, 'Remove this '],
  ])
  expect(parse(text, scp).policies).toHaveLength(1)
})

test.each([
  ['Version: "2012-10-17"\nStatement:\n  - Effect: Deny', /This is YAML.*yq -o=json/],
  ['---\nVersion: x', /YAML/],
  ['# a comment\nVersion: "2012-10-17"', /YAML/],
  ['resource "aws_organizations_policy" "a" {\n  content = jsonencode({})\n}', /HCL.*terraform show -json/],
  ['data "aws_iam_policy_document" "a" {\n}', /HCL/],
  ['jsonencode({ Version = "2012-10-17" })', /HCL/],
  ['<html>', /HTML/],
  ['hello', /Write "hello"/],
])('%s: says what it is', (text, message) => {
  expect(check(text)).toMatchObject([
    { line: 1, column: 1, level: 'error', message: expect.stringMatching(message) },
  ])
})

// biome-ignore format: a table, with a row for each line
test.each<[more: object, field: string, message: RegExp, type?: PolicyType]>([
  [{ Effect: 'deny' }, 'Statement[0].Effect', /"Allow" or "Deny", with a capital/],
  [{ Effect: undefined }, 'Statement[0]', /no Effect/],
  [{ Action: undefined }, 'Statement[0]', /no Action/],
  [{ Resource: undefined }, 'Statement[0]', /no Resource/],
  [{ NotAction: 's3:*' }, 'Statement[0].NotAction', /Action or NotAction, not both/],
  [{ NotResource: '*' }, 'Statement[0].NotResource', /Resource or NotResource, not both/],
  [{ Action: ['s3:Get', 5] }, 'Statement[0].Action[1]', /in double quotes/],
  [{ Action: 's3.GetObject' }, 'Statement[0].Action', /a service, a colon and a name/],
  [{ Action: 'ec2*' }, 'Statement[0].Action', /a service, a colon and a name/],
  [{ Resource: 'bucket' }, 'Statement[0].Resource', /no ARN/],
  [{ Resource: { arn: 'a' } }, 'Statement[0].Resource', /in double quotes/],
  [{ Resources: '*' }, 'Statement[0].Resources', /no Resources. Write Resource/],
  [{ Comment: 'x' }, 'Statement[0].Comment', /no Comment. Remove it/],
  [{ Sid: 'a b' }, 'Statement[0].Sid', /letters and digits/],
  [{ Sid: 5 }, 'Statement[0].Sid', /Sid in double quotes/],
  [{ Principal: '*' }, 'Statement[0].Principal', /service control policy has no Principal/],
  [{ NotPrincipal: '*' }, 'Statement[0].NotPrincipal', /identity policy has no NotPrincipal/, 'identity'],
  [{}, 'Statement[0]', /"Principal": "\*"/, 'rcp'],
  [{ Principal: { AWS: '*' } }, 'Statement[0].Principal', /"Principal": "\*"/, 'rcp'],
  [{ Principal: '*', Effect: 'Allow' }, 'Statement[0].Effect', /can only deny/, 'rcp'],
  [{ Principal: '*', Action: undefined, NotAction: 's3:*' }, 'Statement[0].NotAction', /no NotAction/, 'rcp'],
  [{ Principal: { AWS: 5 } }, 'Statement[0].Principal.AWS', /such as an ARN/, 'resource'],
  [{ Principal: { Aws: 'x' } }, 'Statement[0].Principal.Aws', /no Aws/, 'resource'],
  [{ Principal: 'me' }, 'Statement[0].Principal', /Write "\*", or an object/, 'resource'],
  [{ Condition: [] }, 'Statement[0].Condition', /Write an object/],
  [{ Condition: { StringEquals: 'x' } }, 'Statement[0].Condition.StringEquals', /object of keys/],
  [{ Condition: { StringEqual: { 'aws:username': 'x' } } }, 'Statement[0].Condition.StringEqual', /Is it StringEquals\?/],
  [{ Condition: { Contains: { 'aws:username': 'x' } } }, 'Statement[0].Condition.Contains', /does not know the operator Contains\.$/],
  [{ Condition: { StringEquals: { 'aws:username': null } } }, 'Statement[0].Condition.StringEquals["aws:username"]', /double quotes/],
  [{ Condition: { StringEquals: { 'aws:username': [] } } }, 'Statement[0].Condition.StringEquals["aws:username"]', /no values/],
  [{ Condition: { Bool: { 'aws:SecureTransport': ['no'] } } }, 'Statement[0].Condition.Bool["aws:SecureTransport"][0]', /true or false/],
  [{ Condition: { Null: { 'aws:username': 'yes' } } }, 'Statement[0].Condition.Null["aws:username"]', /true or false/],
  [{ Condition: { DateLessThan: { 'aws:CurrentTime': 'soon' } } }, 'Statement[0].Condition.DateLessThan["aws:CurrentTime"]', /a date/],
])('%j is an error, and makes the statement a doubt', (more, field, message, type = 'scp') => {
  const { policies, problems } = parse(textOf(more), { name: 'a', type })
  expect(problems.filter(({ level }) => level === 'error')).toContainEqual(expect.objectContaining({ field, message: expect.stringMatching(message) }))
  if (!('Sid' in more)) expect(policies[0]?.statements[0]?.unknown.map((one) => one.field)).toContain(field)
})

// biome-ignore format: a table, with a row for each line
test.each<[document: object, field: string, message: RegExp]>([
  [{ Version: '2026-01-31' }, 'Version', /2012-10-17.*not the date/],
  [{ version: '2012-10-17' }, 'version', /no version. Write Version/],
  [{ Comment: 'x' }, 'Comment', /Remove it/],
  [{ Statement: [] }, 'Statement', /at least one/],
  [{ Statement: ['x'] }, 'Statement[0]', /A statement is an object/],
  [{ Statement: [statement, statement] }, 'Statement[1].Sid', /Another statement is named A/],
])('%j is an error', (document, field, message) => {
  expect(check(textOf({}, document))).toContainEqual(expect.objectContaining({ level: 'error', field, message: expect.stringMatching(message) }))
})

test.each([
  [JSON.stringify(statement), /a statement alone/],
  [JSON.stringify([statement]), /list of statements/],
  ['{}', /no Statement/],
  ['5', /no Statement/],
  ['"a"', /no Statement/],
  ['[{}]', /no Statement/],
])('%s is no policy', (text, message) => {
  expect(check(text)).toMatchObject([{ line: 1, message: expect.stringMatching(message) }])
})

describe('warnings', () => {
  const warnings = (more: object, type: PolicyType = 'scp') =>
    parse(textOf(more), { name: 'a', type, names: awsNames }).problems.map(({ level, field, message }) => {
      expect(level).toBe('warning')
      return [field, message]
    })
  // biome-ignore format: a table, with a row for each line
  test.each<[more: object, field: string, message: RegExp]>([
    [{ Action: 's4:GetObject' }, 'Statement[0].Action', /no service s4\. Is it s3\?/],
    [{ Action: ['s3:GetObjekt'] }, 'Statement[0].Action[0]', /no action s3:GetObjekt\. Is it s3:GetObject\?/],
    [{ Action: 's3:Zz*' }, 'Statement[0].Action', /no action s3:Zz\*\.$/],
    [{ Action: undefined, NotAction: 'xyzzy:Get' }, 'Statement[0].NotAction', /no service xyzzy/],
    [{ Condition: { StringEquals: { 'aws:RequestRegion': 'eu-west-1' } } }, 'Statement[0].Condition.StringEquals["aws:RequestRegion"]', /aws:RequestRegion\. Is it aws:RequestedRegion\?/],
    [{ Condition: { StringEquals: { 'aws:PrincipalArn': 'arn:aws:iam::*:root' } } }, 'Statement[0].Condition.StringEquals["aws:PrincipalArn"]', /write StringLike/],
    [{ Condition: { 'ForAnyValue:StringNotEquals': { 'aws:TagKeys': ['a*'] } } }, 'Statement[0].Condition["ForAnyValue:StringNotEquals"]["aws:TagKeys"][0]', /write ForAnyValue:StringNotLike/],
    [{ Condition: { Null: { 'aws:username': 'true' }, StringEquals: { 'aws:UserName': 'a' } } }, 'Statement[0].Condition', /never matches/],
    [{ Action: [] }, 'Statement[0].Action', /never matches/],
    [{ Resource: [] }, 'Statement[0].Resource', /never matches/],
    [{ Resource: 'arn:aws:iam::${aws:PrincipalAccount}:role/x' }, 'Statement[0].Resource', /only after the fifth colon/],
  ])('%j', (more, field, message) => {
    expect(warnings(more)).toEqual([[field, expect.stringMatching(message)]])
  })
  test.each([
    { Action: ['S3:getobject', 's3:Get*', '*', '*:Get*'] },
    {
      Condition: {
        StringEquals: {
          'AWS:requestedregion': 'a',
          'aws:RequestTag/team': 'b',
          'token.actions.githubusercontent.com:sub': 'c',
        },
      },
    },
    { Condition: { StringNotEquals: { 'aws:username': '${*}' } } },
    { Condition: { Null: { 'aws:username': 'true' }, StringEqualsIfExists: { 'aws:username': 'a' } } },
    { Condition: { Null: { 'aws:username': 'false' }, StringEquals: { 'aws:username': 'a' } } },
    { Resource: 'arn:aws:s3:::${aws:PrincipalAccount}/*' },
  ])('%j has none', (more) => {
    expect(warnings(more)).toEqual([])
  })
  test.each<[type: PolicyType, most: number]>([
    ['scp', 10_240],
    ['rcp', 5120],
    ['identity', 6144],
    ['boundary', 6144],
    ['session', 2048],
  ])('the size of the type %s', (type, most) => {
    const rest = { ...(type === 'rcp' && { Principal: '*' }) }
    const empty = JSON.stringify(JSON.parse(textOf({ ...rest, Resource: ['arn:aws:s3:::'] }))).length
    const sized = (size: number, space = '') => {
      const text = textOf({ ...rest, Resource: [`arn:aws:s3:::${'a'.repeat(size - empty)}`] })
      return parse(JSON.stringify(JSON.parse(text)) + space, { name: 'p', type }).problems
    }
    expect(sized(most)).toEqual([])
    const level = type === 'identity' ? 'warning' : 'error'
    const message = expect.stringContaining(`at most ${most} characters, and this one has ${most + 1}`)
    expect(sized(most + 1)).toMatchObject([{ level, message }])
    // Only the API of Organizations counts white space.
    const counts = type === 'scp' || type === 'rcp'
    expect(sized(most, ' ')).toMatchObject(
      counts ? [{ level, message: expect.stringContaining('Remove it') }] : [],
    )
  })
  test('without the list of names, only services are checked', () => {
    const more = {
      Action: ['s3:GetObjekt', 's4:Get'],
      Condition: { StringEquals: { 'aws:RequestRegion': 'a' } },
    }
    expect(check(textOf(more))).toMatchObject([{ field: 'Statement[0].Action[1]' }])
  })
  test('a policy without a version says that its variables are texts', () => {
    const text = textOf({ Resource: 'arn:aws:s3:::${aws:username}' }, { Version: undefined })
    expect(check(text)).toMatchObject([
      { level: 'warning', field: 'Version', message: expect.stringContaining('2012-10-17') },
    ])
  })
})

describe('takes policies out of', () => {
  const named = (value: unknown, type: PolicyType = 'scp') => {
    const { policies, problems } = parse(JSON.stringify(value), { name: 'a', type })
    expect(problems).toEqual([])
    return policies.map((one) => [one.name, one.type, one.statements.length])
  }
  const rcpText = textOf({ Principal: '*' })
  test.each<[what: string, value: unknown, expected: unknown[]]>([
    [
      'organizations describe-policy',
      { Policy: { PolicySummary: { Name: 'guard', Type: 'RESOURCE_CONTROL_POLICY' }, Content: rcpText } },
      ['guard', 'rcp', 1],
    ],
    [
      'iam get-policy-version',
      { PolicyVersion: { Document: JSON.parse(policy), VersionId: 'v1' } },
      ['a', 'scp', 2],
    ],
    [
      'iam get-role-policy',
      { RoleName: 'r', PolicyName: 'own', PolicyDocument: encodeURIComponent(policy) },
      ['own', 'scp', 2],
    ],
    ['a text in a text', JSON.stringify(JSON.parse(policy)), ['a', 'scp', 2]],
    ['a list', [JSON.parse(policy)], ['a[0]', 'scp', 2]],
  ])('%s', (_, value, expected) => {
    expect(named(value)).toEqual([expected])
  })
  test('an encoded text', () => {
    expect(parse(encodeURIComponent(policy), scp).policies[0]?.statements.map(({ line }) => line)).toEqual([
      4, 15,
    ])
  })

  const resource = (address: string, type: string, values: object) => ({ address, type, values })
  const plan = (resources: object[], data: object[] = []) => ({
    format_version: '1.2',
    planned_values: { root_module: { child_modules: [{ resources }] } },
    prior_state: { values: { root_module: { resources: data } } },
  })
  test('the plan of an organization, by address and type', () => {
    const resources = [
      resource('module.org.aws_organizations_policy.a', 'aws_organizations_policy', { content: policy }),
      resource('aws_organizations_policy.b[0]', 'aws_organizations_policy', {
        content: rcpText,
        type: 'RESOURCE_CONTROL_POLICY',
      }),
      resource('aws_organizations_policy.tags', 'aws_organizations_policy', {
        content: '{}',
        type: 'TAG_POLICY',
      }),
      resource('aws_iam_policy.own', 'aws_iam_policy', { policy }),
      resource('aws_s3_bucket.b', 'aws_s3_bucket', { bucket: 'b' }),
    ]
    const data = [
      resource('data.aws_iam_policy_document.a', 'aws_iam_policy_document', {
        json: JSON.stringify(JSON.parse(policy)),
      }),
      resource('data.aws_iam_policy_document.other', 'aws_iam_policy_document', { json: textOf({}) }),
    ]
    expect(named(plan(resources, data))).toEqual([
      ['module.org.aws_organizations_policy.a', 'scp', 2],
      ['aws_organizations_policy.b[0]', 'rcp', 1],
    ])
  })
  test('a plan whose policy is known later says so', () => {
    const later = resource('aws_organizations_policy.a', 'aws_organizations_policy', {})
    const { policies, problems } = parse(JSON.stringify(plan([later])), scp)
    expect(policies).toEqual([])
    expect(problems).toMatchObject([
      { level: 'error', message: expect.stringContaining('no aws_organizations_policy') },
      {
        level: 'warning',
        field: 'aws_organizations_policy.a',
        message: expect.stringContaining('known only after the apply'),
      },
    ])
  })
  test('a text in a plan says where in it the mistake is', () => {
    const broken = resource('aws_organizations_policy.a', 'aws_organizations_policy', {
      content: '{\n  "Version": x\n}',
    })
    expect(parse(JSON.stringify(plan([broken]), null, 2), scp).problems[0]).toMatchObject({
      line: 12,
      message: expect.stringMatching(/^aws_organizations_policy\.a: .*line 2, column 14: Write "x"/),
    })
  })
  test('a plan with problems names the policies that have them', () => {
    const wrong = resource('aws_organizations_policy.a', 'aws_organizations_policy', {
      content: '{ "Version": "2012-10-17", "Statement": [{ "Effect": "Deny" }] }',
    })
    const { problems } = parse(JSON.stringify(plan([wrong])), scp)
    expect(problems.every(({ message }) => message.startsWith('aws_organizations_policy.a: '))).toBe(true)
  })
  test.each([
    ['{ "Policies": [{ "Id": "p-1", "Name": "a" }] }', 'describe-policy'],
    ['# Our policies\n\nText', 'Markdown'],
    [policy.replace('2012-10-17', '2012–10–17'), 'dashes'],
  ])('%j says what to bring instead', (text, message) => {
    expect(parse(text, scp).problems[0]?.message).toContain(message)
  })
})

describe('texts that are made to break it', () => {
  test('1 MB with 10,000 statements', () => {
    const Statement = Array.from({ length: 10_000 }, (_, at) => ({
      ...statement,
      Sid: `S${at}`,
      Resource: `arn:aws:s3:::bucket-${at}/*`,
    }))
    const { policies, problems } = parse(JSON.stringify({ Version: '2012-10-17', Statement }), scp)
    expect(policies[0]?.statements).toHaveLength(10_000)
    expect(problems).toHaveLength(1)
  })
  test('as many mistakes as statements are counted, and not all listed', () => {
    const Statement = Array.from({ length: 10_000 }, () => ({
      Effect: 'deny',
      Action: 's4:x',
      Resource: '*',
    }))
    const problems = check(JSON.stringify({ Version: '2012-10-17', Statement }))
    expect(problems).toHaveLength(101)
    expect(problems.at(-1)?.message).toMatch(/There are 199\d\d more problems/)
  })
  test('40 levels are read, and 100,000 are refused', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    const action = (levels: number) => policy.replace('"Deny"', nested(levels))
    expect(check(action(40))).toMatchObject([{ field: 'Statement[0].Effect' }])
    expect(check(action(100_000))).toMatchObject([
      { message: expect.stringContaining('deeper than 200 levels') },
    ])
    expect(check('{"a":'.repeat(100_000))).toMatchObject([
      { message: expect.stringContaining('deeper than 200 levels') },
    ])
    expect(check('['.repeat(150))).toMatchObject([{ isUnfinished: true }])
  })
  test('a condition with 10,000 values', () => {
    const values = Array.from({ length: 10_000 }, (_, at) => `arn:aws:iam::${at}:role/x`)
    const { policies } = parse(textOf({ Condition: { ArnNotLike: { 'aws:PrincipalArn': values } } }), scp)
    const condition = policies[0]?.statements[0]?.conditions[0]
    expect(
      condition?.holds({ action: '', context: { 'aws:PrincipalArn': 'arn:aws:iam::9999:role/x' } }).is,
    ).toBe('false')
  })
  test('the names of an object are no names of its prototype', () => {
    const text = policy.replace('"Sid"', '"__proto__": { "Effect": "Allow" }, "constructor": 1, "Sid"')
    expect(check(text).map(({ field }) => field)).toEqual([
      'Statement[0].__proto__',
      'Statement[0].constructor',
    ])
  })
  test('a key named like a part of every object is absent', () => {
    const { policies } = parse(textOf({ Condition: { StringLike: { constructor: '*' } } }), scp)
    expect(policies[0]?.statements[0]?.conditions[0]?.holds({ action: '', context: {} }).is).toBe('false')
  })
})
