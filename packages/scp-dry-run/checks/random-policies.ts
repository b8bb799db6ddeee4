// Random policies of the whole language, and requests that they are about, for the comparison with another evaluator.
import fc from 'fast-check'
import type { PolicyDocument, StatementDocument } from '../policy/policy.ts'

export type Draw = fc.GeneratorValue
export const oneOf = <T>(draw: Draw, options: readonly T[]): T => draw(fc.constantFrom, ...options)
export const chance = (draw: Draw, percent: number): boolean =>
  draw(fc.integer, { min: 1, max: 100 }) <= percent
const some = <T>(draw: Draw, options: readonly T[], most: number): T[] =>
  Array.from({ length: draw(fc.integer, { min: 1, max: most }) }, () => oneOf(draw, options))
/** A list of one is also written as the value itself. */
const listOrOne = <T>(draw: Draw, list: T[]): T | T[] =>
  list.length === 1 && chance(draw, 50) ? (list[0] as T) : list

export const account = '111122223333'
const actions = [
  ...[
    's3:GetObject',
    's3:PutObject',
    's3:ListBucket',
    's3:DeleteObject',
    'sqs:SendMessage',
    'dynamodb:GetItem',
  ],
  ...['ec2:RunInstances', 'ec2:DescribeInstances', 'iam:CreateRole', 'secretsmanager:GetSecretValue'],
]
const actionPatterns = [
  ...actions,
  ...[
    '*',
    's3:*',
    's3:Get*',
    's3:*Object',
    'S3:getobject',
    's3:?etObject',
    'ec2:*',
    'ec2:D*s',
    'sqs:*',
    'iam:*',
    'dynamodb:Get*',
  ],
]
const resources = [
  ...['arn:aws:s3:::logs/a/b', 'arn:aws:s3:::logs/red/x', 'arn:aws:s3:::data', 'arn:aws:s3:::blue/key?'],
  ...[`arn:aws:sqs:eu-west-1:${account}:jobs`, `arn:aws:iam::${account}:role/app/api`],
  ...[`arn:aws:ec2:eu-west-1:${account}:instance/i-1`, `arn:aws:dynamodb:us-east-1:${account}:table/t`],
]
const resourcePatterns = [
  ...resources,
  ...[
    '*',
    'arn:aws:s3:::logs/*',
    'arn:aws:s3:::*/a/*',
    'arn:aws:s3:::l?gs/*',
    'arn:aws:s3:::*',
    'arn:aws:s3:::blue/key${?}',
  ],
  ...[
    'arn:aws:*:*:*:*',
    `arn:aws:iam::${account}:role/*`,
    `arn:aws:iam::*:role/app/?pi`,
    'arn:aws:sqs:*:*:jobs',
  ],
  ...[
    'arn:aws:s3:::${aws:PrincipalTag/team}/*',
    "arn:aws:s3:::${aws:PrincipalTag/team, 'logs'}/*",
    'arn:aws:s3:::logs/${s3:prefix}/x',
  ],
  ...['arn:aws:s3:::data/*', 'arn:aws:ec2:*:*:instance/*', 'arn:aws:*:eu-west-1:*'],
]

interface Kind {
  keys: string[]
  operators: string[]
  wanted: string[]
  given: string[]
}
const compared = (type: string) =>
  ['Equals', 'NotEquals', 'LessThan', 'LessThanEquals', 'GreaterThan', 'GreaterThanEquals'].map(
    (name) => type + name,
  )
const texts = ['red', 'RED', 'blue', 'logs', 'a/b', 'eu-west-1', 'us-east-1', '']
const arns = [
  `arn:aws:iam::${account}:role/app/api`,
  `arn:aws:iam::${account}:user/ada`,
  'arn:aws:sns:eu-west-1:1:t',
]
const kinds: Kind[] = [
  {
    keys: ['aws:PrincipalTag/team', 's3:prefix', 'aws:RequestedRegion', 'aws:TagKeys', 'aws:CalledVia'],
    operators: ['Equals', 'NotEquals', 'EqualsIgnoreCase', 'NotEqualsIgnoreCase', 'Like', 'NotLike'].map(
      (name) => `String${name}`,
    ),
    wanted: [
      ...texts.filter(Boolean),
      ...[
        're*',
        '*',
        'b?ue',
        'eu-*-1',
        '*e*d*',
        'EU-WEST-1',
        '${aws:PrincipalTag/team}',
        "${s3:prefix, 'red'}",
        '${*}',
        'r${?}d',
      ],
    ],
    given: [...texts, '*', 'r?d'],
  },
  {
    keys: ['s3:max-keys', 'aws:MultiFactorAuthAge'],
    operators: compared('Numeric'),
    wanted: ['10', '10.0', '3600', '-1', '0.5'],
    given: ['10', '3600', '7200', '0', '0.50', '-1'],
  },
  {
    keys: ['aws:CurrentTime', 'aws:TokenIssueTime'],
    operators: compared('Date'),
    wanted: ['2026-06-01T00:00:00Z', '2026-06-01T12:00:00Z', '2026-06-01'],
    given: ['2026-06-01T00:00:00Z', '2026-05-31T23:59:59Z', '2026-06-01T12:00:00Z'],
  },
  {
    keys: ['aws:SecureTransport', 'aws:MultiFactorAuthPresent'],
    operators: ['Bool'],
    wanted: ['true', 'false'],
    given: ['true', 'false'],
  },
  {
    keys: ['kms:RecipientAttestation:ImageSha384'],
    operators: ['BinaryEquals'],
    wanted: ['QmluYXJ5', 'b3RoZXI='],
    given: ['QmluYXJ5', 'b3RoZXI='],
  },
  {
    keys: ['aws:SourceIp'],
    operators: ['IpAddress', 'NotIpAddress'],
    wanted: [
      '203.0.113.0/24',
      '203.0.113.9',
      '10.0.0.0/8',
      '2001:db8::/32',
      '0.0.0.0/0',
      '2001:db8:0:1::/64',
    ],
    given: ['203.0.113.9', '10.1.2.3', '198.51.100.1', '2001:db8:0:1::5', '2001:db9::1'],
  },
  {
    keys: ['aws:SourceArn', 'aws:PrincipalArn'],
    operators: ['ArnEquals', 'ArnNotEquals', 'ArnLike', 'ArnNotLike'],
    wanted: [
      ...arns,
      `arn:aws:iam::*:role/*`,
      'arn:aws:iam::*:*',
      'arn:aws:*:*:*:*',
      'arn:aws:sns:*:1:t',
      `arn:aws:iam::${account}:user/\${aws:PrincipalTag/team}`,
    ],
    given: arns,
  },
]

/** A name with other cases of its letters, sometimes. */
const anyCase = (draw: Draw, name: string) =>
  chance(draw, 5) ? name.toUpperCase() : chance(draw, 5) ? name.toLowerCase() : name

function conditionFor(draw: Draw): NonNullable<StatementDocument['Condition']> {
  const condition: NonNullable<StatementDocument['Condition']> = {}
  for (let times = draw(fc.integer, { min: 1, max: 3 }); times > 0; times--) {
    const kind = oneOf(draw, kinds)
    const key = anyCase(draw, oneOf(draw, kind.keys))
    if (chance(draw, 10)) {
      condition.Null = { ...condition.Null, [key]: oneOf(draw, ['true', 'false']) }
      continue
    }
    const isSet = /tagkeys|calledvia/i.test(key) || chance(draw, 8)
    const set = isSet ? oneOf(draw, ['ForAllValues:', 'ForAnyValue:']) : ''
    const suffix = chance(draw, 20) ? 'IfExists' : ''
    const operator = anyCase(draw, `${set}${oneOf(draw, kind.operators)}${suffix}`)
    condition[operator] = { ...condition[operator], [key]: listOrOne(draw, some(draw, kind.wanted, 3)) }
  }
  return condition
}

function statementFor(draw: Draw, effect: 'Allow' | 'Deny', isOfResource: boolean): StatementDocument {
  const action = chance(draw, 15) && !isOfResource ? 'NotAction' : 'Action'
  const resource = chance(draw, 15) ? 'NotResource' : 'Resource'
  return {
    Effect: effect,
    ...(isOfResource && { Principal: '*' }),
    [action]: listOrOne(draw, some(draw, actionPatterns, 4)),
    [resource]: listOrOne(draw, chance(draw, 40) ? ['*'] : some(draw, resourcePatterns, 3)),
    ...(chance(draw, 60) && { Condition: conditionFor(draw) }),
  }
}

/** @param allowing how many of a hundred statements allow */
export function policyFor(draw: Draw, allowing: number, isOfResource = false): PolicyDocument {
  const statements = Array.from({ length: draw(fc.integer, { min: 1, max: 3 }) }, () =>
    statementFor(draw, chance(draw, allowing) ? 'Allow' : 'Deny', isOfResource),
  )
  const version = chance(draw, 85) ? '2012-10-17' : chance(draw, 50) ? '2008-10-17' : null
  const Statement = (
    statements.length === 1 && chance(draw, 50) ? statements[0] : statements
  ) as StatementDocument[]
  return version ? { Version: version, Statement } : { Statement }
}

/** A request of which everything is known. */
interface RandomRequest {
  action: string
  resources: string[]
  context: Record<string, string | string[]>
}

export function requestFor(draw: Draw): RandomRequest {
  const context: RandomRequest['context'] = { 'aws:PrincipalArn': oneOf(draw, arns.slice(0, 2)) }
  for (const { keys, given } of kinds)
    for (const key of keys) {
      if (key in context || chance(draw, 40)) continue
      const isSet = /TagKeys|CalledVia/.test(key)
      context[anyCase(draw, key)] = isSet ? some(draw, given.filter(Boolean), 3) : oneOf(draw, given)
    }
  return { action: anyCase(draw, oneOf(draw, actions)), resources: [oneOf(draw, resources)], context }
}
