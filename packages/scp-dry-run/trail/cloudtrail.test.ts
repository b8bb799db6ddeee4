import { describe, expect, it, test } from 'vitest'
import type { Target } from '../judge/request.ts'
import { anyText } from '../policy/unknown-text.ts'
import { type KnownArns, rememberArns, requestOf, resolveArn, type TrailEvent } from './cloudtrail.ts'

const account = '555555555555'
/** A session of a role. @param role with its path */
const session = (of: string, role: string, more: object = {}): NonNullable<TrailEvent['userIdentity']> => ({
  type: 'AssumedRole',
  arn: `arn:aws:sts::${of}:assumed-role/${role.split('/').at(-1)}/session`,
  accountId: of,
  sessionContext: {
    sessionIssuer: { arn: `arn:aws:iam::${of}:role/${role}` },
    attributes: { mfaAuthenticated: 'false' },
  },
  ...more,
})
const event = (more: TrailEvent): TrailEvent => ({
  eventType: 'AwsApiCall',
  eventSource: 'iam.amazonaws.com',
  eventName: 'GetRole',
  awsRegion: 'eu-central-1',
  userIdentity: session(account, 'deploy/orders'),
  recipientAccountId: account,
  ...more,
})
function request(more: TrailEvent) {
  const found = requestOf(event(more))
  if (typeof found === 'string') throw new Error(`skipped: ${found}`)
  return found
}

describe('the principal', () => {
  it('is the role with its path, not the session', () => {
    expect(request({}).principal).toBe(`arn:aws:iam::${account}:role/deploy/orders`)
  })
  it('is a reference if the event has only the session', () => {
    const { sessionContext, ...rest } = session(account, 'deploy/orders')
    const { principal, context } = request({ userIdentity: rest })
    expect([principal, context['aws:PrincipalArn']]).toEqual([
      `arn:aws:iam::${account}:role/…/orders`,
      principal,
    ])
  })
  it.each([undefined, 'Role'])('is a reference if the event calls its session %s', (type) => {
    const { type: _, sessionContext, ...rest } = session(account, 'OrganizationAccountAccessRole')
    const userIdentity = { ...rest, ...(type && { type }) }
    expect(request({ userIdentity }).principal).toBe(
      `arn:aws:iam::${account}:role/…/OrganizationAccountAccessRole`,
    )
  })
  it('is the root user, in a central root session or not', () => {
    const root = { type: 'Root', accountId: account, arn: `arn:aws:iam::${account}:root` }
    const assumed = (assumedRoot?: string | boolean) =>
      request({
        userIdentity: { ...root, sessionContext: { ...(assumedRoot !== undefined && { assumedRoot }) } },
      }).context['aws:AssumedRoot']
    expect(assumed()).toBe(null)
    expect(assumed('')).toBe(null)
    expect(assumed('true')).toBe('true')
    expect(assumed(true)).toBe('true')
    expect(assumed('unknown')).toBe(undefined)
  })
})

test.each([
  ['s3', undefined],
  ['cloudformation', 'true'],
])('a request that %s sends with a role has aws:ViaAWSService %s', (service, value) => {
  const userIdentity = session(account, 'app/x', { invokedBy: `${service}.amazonaws.com` })
  expect(request({ userIdentity }).context['aws:ViaAWSService']).toBe(value)
})

const atAccessPoint = [
  'or arn:aws:s3:eu-central-1:<any>:accesspoint/<any>/object/<any>',
  'or arn:aws:s3:::<any>/<any>',
  'or *',
]

test.each<[string, TrailEvent, string[] | null]>([
  [
    'a role',
    { eventName: 'TagRole', requestParameters: { roleName: 'x' } },
    [`arn:aws:iam::${account}:role/…/x`],
  ],
  [
    'a new role',
    { eventName: 'CreateRole', requestParameters: { roleName: 'x' } },
    [`arn:aws:iam::${account}:role/x`],
  ],
  [
    'a new role in a path',
    { eventName: 'CreateRole', requestParameters: { roleName: 'x', path: '/a/' } },
    [`arn:aws:iam::${account}:role/a/x`],
  ],
  [
    'a group with a user',
    { eventName: 'AddUserToGroup', requestParameters: { groupName: 'g', userName: 'u' } },
    [`arn:aws:iam::${account}:group/…/g`],
  ],
  [
    'an own key',
    {
      eventName: 'CreateAccessKey',
      userIdentity: { type: 'IAMUser', arn: `arn:aws:iam::${account}:user/u`, accountId: account },
    },
    [`arn:aws:iam::${account}:user/u`],
  ],
  [
    'a provider',
    { eventName: 'CreateOpenIDConnectProvider', requestParameters: { url: 'https://token.example' } },
    [`arn:aws:iam::${account}:oidc-provider/token.example`],
  ],
  [
    'a bucket',
    {
      eventSource: 's3.amazonaws.com',
      eventName: 'PutBucketObjectLockConfiguration',
      requestParameters: { bucketName: 'b', key: 'k' },
    },
    ['arn:aws:s3:::b'],
  ],
  [
    'an object',
    {
      eventSource: 's3.amazonaws.com',
      eventName: 'DeleteObject',
      requestParameters: { bucketName: 'b', key: 'k/1' },
    },
    ['arn:aws:s3:::b/k/1'],
  ],
  [
    'an object by the ARN of an access point',
    {
      eventSource: 's3.amazonaws.com',
      eventName: 'DeleteObject',
      requestParameters: { bucketName: `arn:aws:s3:eu-central-1:${account}:accesspoint/a`, key: 'k' },
    },
    atAccessPoint,
  ],
  [
    'a bucket by an alias of an access point',
    {
      eventSource: 's3.amazonaws.com',
      eventName: 'DeleteObject',
      requestParameters: { bucketName: 'a-0123456789abcdef-s3alias', key: 'k' },
    },
    atAccessPoint,
  ],
  [
    'many objects',
    { eventSource: 's3.amazonaws.com', eventName: 'DeleteObjects', requestParameters: { bucketName: 'b' } },
    ['arn:aws:s3:::b/<any>'],
  ],
  [
    'a function by a part of its ARN',
    {
      eventSource: 'lambda.amazonaws.com',
      eventName: 'DeleteFunction20150331',
      requestParameters: { functionName: `${account}:function:f` },
    },
    [`arn:aws:lambda:eu-central-1:${account}:function:f`],
  ],
  [
    'a stack by its name',
    {
      eventSource: 'cloudformation.amazonaws.com',
      eventName: 'DeleteStack',
      requestParameters: { stackName: 's' },
    },
    [`arn:aws:cloudformation:eu-central-1:${account}:stack/s/<any>`],
  ],
  [
    'a rule of another bus',
    {
      eventSource: 'events.amazonaws.com',
      eventName: 'PutTargets',
      requestParameters: { rule: 'r', eventBusName: 'b' },
    },
    [`arn:aws:events:eu-central-1:${account}:rule/b/r`],
  ],
  [
    'what the service names',
    { eventSource: 'kms.amazonaws.com', eventName: 'Decrypt', resources: [{ ARN: 'arn:aws:kms:x:1:key/k' }] },
    ['arn:aws:kms:x:1:key/k'],
  ],
  [
    'any key',
    { eventSource: 'kms.amazonaws.com', eventName: 'Decrypt' },
    ['arn:aws:kms:eu-central-1:<any>:key/<any>'],
  ],
  [
    'a role to assume',
    {
      eventSource: 'sts.amazonaws.com',
      eventName: 'AssumeRole',
      requestParameters: { roleArn: 'arn:aws:iam::1:role/x' },
    },
    ['arn:aws:iam::1:role/x'],
  ],
  [
    'a queue',
    {
      eventSource: 'sqs.amazonaws.com',
      eventName: 'DeleteQueue',
      requestParameters: { queueUrl: 'https://sqs.eu-central-1.amazonaws.com/111122223333/q' },
    },
    ['arn:aws:sqs:eu-central-1:111122223333:q'],
  ],
  [
    'instances',
    {
      eventSource: 'ec2.amazonaws.com',
      eventName: 'TerminateInstances',
      requestParameters: { instancesSet: { items: [{ instanceId: 'i-1' }, { instanceId: 'i-2' }] } },
    },
    ['i-1', 'i-2'].map((id) => `arn:aws:ec2:eu-central-1:${account}:instance/${id}`),
  ],
  [
    'a trail by its name',
    { eventSource: 'cloudtrail.amazonaws.com', eventName: 'StopLogging', requestParameters: { name: 't' } },
    [`arn:aws:cloudtrail:eu-central-1:${account}:trail/t`],
  ],
  [
    'a table',
    {
      eventSource: 'dynamodb.amazonaws.com',
      eventName: 'DeleteTable',
      requestParameters: { tableName: 't' },
    },
    [`arn:aws:dynamodb:eu-central-1:${account}:table/t`],
  ],
  [
    'an index of a table, which the event names too',
    {
      eventSource: 'dynamodb.amazonaws.com',
      eventName: 'Query',
      requestParameters: { tableName: 't', indexName: 'i' },
    },
    ['index/i', ''].map((rest) => `arn:aws:dynamodb:eu-central-1:${account}:table/t${rest && `/${rest}`}`),
  ],
  [
    'a secret by its name',
    {
      eventSource: 'secretsmanager.amazonaws.com',
      eventName: 'GetSecretValue',
      requestParameters: { secretId: 's' },
    },
    [`arn:aws:secretsmanager:eu-central-1:${account}:secret:s-<any>`],
  ],
])('the resource is %s', (_, more, resources) => {
  const words = { certain: '', possible: 'maybe ', alternative: 'or ' }
  const found = request(more).resources?.map(
    ({ resource, is }) => words[is] + resource?.replaceAll(anyText, '<any>'),
  )
  expect(found ?? null).toEqual(resources)
})

test.each([
  [true, 'true'],
  ['true', 'true'],
  // The baseline's default would encrypt it.
  [false, undefined],
  [undefined, undefined],
])('a volume whose event says encrypted: %s', (encrypted, known) => {
  const volume = {
    eventSource: 'ec2.amazonaws.com',
    eventName: 'CreateVolume',
    responseElements: { encrypted },
  }
  expect(request(volume).context['ec2:Encrypted']).toBe(known)
})

test.each([
  'UnauthorizedException',
  'ForbiddenException',
  'AuthFailure',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'SignatureDoesNotMatch',
])('%s is a refusal', (errorCode) => {
  expect(requestOf(event({ errorCode }))).toBe('refused')
})

test.each<[string, object, string]>([
  [
    'an insight, which has no source',
    {
      eventType: 'AwsCloudTrailInsight',
      eventSource: undefined,
      eventName: undefined,
      userIdentity: undefined,
    },
    'noRequest',
  ],
  ['network activity', { eventType: 'AwsVpceEvent' }, 'noRequest'],
  ['the event of a service', { eventType: 'AwsServiceEvent' }, 'noRequest'],
  ['a click in the console', { eventType: 'AwsConsoleAction' }, 'signIn'],
  ['a token for the console', { eventSource: 'signin.amazonaws.com', eventName: 'GetSigninToken' }, 'signIn'],
  ['an event without a source', { eventSource: undefined }, 'incomplete'],
  [
    'a service-linked role without its path',
    {
      userIdentity: {
        type: 'AssumedRole',
        arn: `arn:aws:sts::${account}:assumed-role/AWSServiceRoleForConfig/x`,
      },
    },
    'serviceLinkedRole',
  ],
])('%s is no request that policies limit', (_, more, skip) => {
  expect(requestOf({ ...event({}), ...more })).toBe(skip)
})

test.each([
  ['aws-us-gov', 'us-gov-west-1'],
  ['aws-cn', 'cn-north-1'],
  ['aws-eusc', 'eusc-de-east-1'],
])('the partition %s is in the request, and in its ARNs', (partition, awsRegion) => {
  const found = request({
    awsRegion,
    userIdentity: { type: 'AssumedRole', arn: `arn:${partition}:sts::${account}:assumed-role/x/y` },
    requestParameters: { roleName: 'r' },
  })
  expect(found).toMatchObject({
    partition,
    account,
    principal: `arn:${partition}:iam::${account}:role/…/x`,
    resources: [{ resource: `arn:${partition}:iam::${account}:role/…/r`, type: 'role', is: 'certain' }],
  })
})

test.each<[string, string, Record<string, unknown>, string[]]>([
  ['lambda', 'CreateFunction20150331', { role: `arn:aws:iam::${account}:role/app/f` }, ['app/f']],
  ['lambda', 'CreateFunction20150331', { functionName: `arn:aws:iam::${account}:role/app/f` }, []],
  ['lambda', 'GetFunction', { role: `arn:aws:iam::${account}:role/app/f` }, []],
  [
    'ecs',
    'RegisterTaskDefinition',
    {
      taskRoleArn: `arn:aws:iam::${account}:role/t`,
      executionRoleArn: `arn:aws:iam::${account}:role/e`,
      family: 'x',
    },
    ['t', 'e'],
  ],
  [
    'events',
    'PutTargets',
    {
      targets: [{ roleArn: `arn:aws:iam::${account}:role/a` }, { roleArn: `arn:aws:iam::${account}:role/a` }],
    },
    ['a'],
  ],
  ['glue', 'CreateJob', { role: 'etl' }, ['…/etl']],
  ['iam', 'AddRoleToInstanceProfile', { roleName: 'web' }, ['…/web']],
  [
    'autoscaling',
    'PutLifecycleHook',
    { roleARN: `arn:aws:iam::${account}:role/aws-service-role/x/AWSServiceRoleForX` },
    ['aws-service-role/x/AWSServiceRoleForX'],
  ],
])('%s %s passes its roles', (source, eventName, requestParameters, roles) => {
  const { others } = request({ eventSource: `${source}.amazonaws.com`, eventName, requestParameters })
  const passed = others.filter(({ action, is }) => action === 'iam:PassRole' && is === 'certain')
  expect(passed.flatMap(({ resources }) => resources?.map((one) => (one as Target).resource))).toEqual(
    roles.map((name) => `arn:aws:iam::${account}:role/${name}`),
  )
})

test('an anonymous request is not one of another account', () => {
  const userIdentity = { type: 'AWSAccount', accountId: 'ANONYMOUS_PRINCIPAL' }
  expect(requestOf(event({ userIdentity }))).toBe('noPrincipal')
})

describe('what the trail shows of a role', () => {
  const seen = (...events: TrailEvent[]) => {
    const known: KnownArns = new Map()
    for (const one of events) rememberArns(one, known)
    return resolveArn(`arn:aws:iam::${account}:role/…/orders`, known)
  }
  it('is unknown until an event has its ARN', () => {
    expect(seen()).toBe(null)
    expect(seen(event({}))).toBe(`arn:aws:iam::${account}:role/deploy/orders`)
    expect(seen({ requestParameters: { roleArn: `arn:aws:iam::${account}:role/x/orders` } })).toContain(
      'role/x/',
    )
  })
  it('is not taken from a request that failed', () => {
    expect(
      seen({
        errorCode: 'AccessDenied',
        requestParameters: { roleArn: `arn:aws:iam::${account}:role/orders` },
      }),
    ).toBe(null)
  })
  it('is unknown if the role came back with another path', () => {
    expect(seen(event({}), event({ userIdentity: session(account, 'orders') }))).toBe(null)
  })
})
