import { describe, expect, it, test } from 'vitest'
import { session } from '../../tests/support/trail.ts'
import { type KnownArns, rememberArns, requestOf, resolveArn, type TrailEvent } from './cloudtrail.ts'

const account = '555555555555'
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
    expect([principal, context['aws:PrincipalArn']]).toEqual([`role?${account}/orders`, principal])
  })
  it.each([undefined, 'Role'])('is a reference if the event calls its session %s', (type) => {
    const { type: _, sessionContext, ...rest } = session(account, 'OrganizationAccountAccessRole')
    const userIdentity = { ...rest, ...(type && { type }) }
    expect(request({ userIdentity }).principal).toBe(`role?${account}/OrganizationAccountAccessRole`)
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

test('a service that asks for a role is judged, and marked', () => {
  const { context } = request({ userIdentity: session(account, 'app/x', { invokedBy: 's3.amazonaws.com' }) })
  expect(context['aws:ViaAWSService']).toBe('true')
})

test.each<[string, TrailEvent, string[] | null]>([
  ['a role', { eventName: 'TagRole', requestParameters: { roleName: 'x' } }, [`role?${account}/x`]],
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
    [`group?${account}/g`],
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
    null,
  ],
  [
    'a bucket by an alias of an access point',
    {
      eventSource: 's3.amazonaws.com',
      eventName: 'DeleteObject',
      requestParameters: { bucketName: 'a-0123456789abcdef-s3alias', key: 'k' },
    },
    null,
  ],
  [
    'many objects',
    { eventSource: 's3.amazonaws.com', eventName: 'DeleteObjects', requestParameters: { bucketName: 'b' } },
    null,
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
    null,
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
    { eventSource: 'kms.amazonaws.com', eventName: 'Decrypt', resources: [{ ARN: 'arn:aws:kms:x' }] },
    ['arn:aws:kms:x'],
  ],
  ['nothing', { eventSource: 'kms.amazonaws.com', eventName: 'Decrypt' }, null],
])('the resource is %s', (_, more, resources) => {
  expect(request(more).resources).toEqual(resources)
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

test('an anonymous request is not one of another account', () => {
  const userIdentity = { type: 'AWSAccount', accountId: 'ANONYMOUS_PRINCIPAL' }
  expect(requestOf(event({ userIdentity }))).toBe('noPrincipal')
})

describe('what the trail shows of a role', () => {
  const seen = (...events: TrailEvent[]) => {
    const known: KnownArns = new Map()
    for (const one of events) rememberArns(one, known)
    return resolveArn(`role?${account}/orders`, known)
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
