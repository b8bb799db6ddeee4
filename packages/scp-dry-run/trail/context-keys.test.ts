import { describe, expect, test } from 'vitest'
import { requestOf, type TrailEvent } from './cloudtrail.ts'
import type { KeyValue } from './context-keys.ts'

const account = '111122223333'
const user = {
  type: 'IAMUser',
  arn: `arn:aws:iam::${account}:user/ops/ada`,
  accountId: account,
  principalId: 'AIDA',
  userName: 'ada',
}
const role = {
  type: 'AssumedRole',
  principalId: 'AROA:session',
  arn: `arn:aws:sts::${account}:assumed-role/app/session`,
  accountId: account,
  sessionContext: {
    sessionIssuer: { arn: `arn:aws:iam::${account}:role/app` },
    attributes: { creationDate: '2026-10-01T10:00:00Z', mfaAuthenticated: 'true' },
  },
}
const base: TrailEvent = {
  eventTime: '2026-10-01T10:15:00Z',
  eventType: 'AwsApiCall',
  awsRegion: 'eu-west-1',
  sourceIPAddress: '203.0.113.9',
  userAgent: 'aws-cli/2.15',
  tlsDetails: { tlsVersion: 'TLSv1.3' },
  userIdentity: user,
  requestParameters: null,
  responseElements: null,
}

function valueFor(key: string, source: string, eventName: string, more: TrailEvent = {}): KeyValue {
  const found = requestOf(
    { ...base, eventSource: `${source}.amazonaws.com`, eventName, ...more },
    { of: () => ({ keys: [key], readsResources: false }), asksForOutsiders: false },
  )
  if (typeof found === 'string') throw new Error(`skipped: ${found}`)
  expect(Object.keys(found.context)).toEqual([key])
  return found.context[key]
}
const sent = (requestParameters: Record<string, unknown>): TrailEvent => ({ requestParameters })
const endpoint = { vpcEndpointId: 'vpce-1', sourceIPAddress: '10.0.0.7', vpcEndpointAccountId: account }
const service = {
  userIdentity: { ...role, invokedBy: 'cloudformation.amazonaws.com' },
  sourceIPAddress: 'cloudformation.amazonaws.com',
}
/** A row of a table without these columns. */
const bare = {
  sourceIPAddress: undefined,
  userAgent: undefined,
  tlsDetails: undefined,
  requestParameters: undefined,
} as unknown as TrailEvent

describe('of any request', () => {
  test.each<[string, TrailEvent, KeyValue]>([
    ['aws:SourceIp', {}, '203.0.113.9'],
    ['AWS:sourceip', { sourceIPAddress: '2001:db8::1' }, '2001:db8::1'],
    ['aws:SourceIp', endpoint, null],
    ['aws:SourceIp', service, undefined],
    ['aws:SourceIp', { sourceIPAddress: 'AWS Internal' }, undefined],
    ['aws:SourceIp', bare, undefined],
    ['aws:SourceVpce', {}, null],
    ['aws:SourceVpce', endpoint, 'vpce-1'],
    ['aws:SourceVpce', service, undefined],
    ['aws:SourceVpce', bare, undefined],
    ['aws:SourceVpc', {}, null],
    ['aws:SourceVpc', endpoint, undefined],
    ['aws:VpcSourceIp', endpoint, '10.0.0.7'],
    ['aws:VpceAccount', endpoint, account],
    ['aws:UserAgent', {}, 'aws-cli/2.15'],
    ['aws:UserAgent', { userAgent: '[S3Console/0.4]' }, 'S3Console/0.4'],
    ['aws:UserAgent', { userAgent: 'cloudformation.amazonaws.com' }, undefined],
    ['aws:SecureTransport', {}, 'true'],
    ['aws:SecureTransport', { tlsDetails: null }, undefined],
    [
      'aws:SecureTransport',
      { tlsDetails: null, additionalEventData: { CipherSuite: 'TLS_AES_128_GCM_SHA256' } },
      'true',
    ],
    ['aws:CurrentTime', {}, '2026-10-01T10:15:00Z'],
    ['aws:EpochTime', {}, '1790849700'],
    ['aws:MultiFactorAuthPresent', {}, null],
    ['aws:MultiFactorAuthPresent', { userIdentity: role }, 'true'],
    ['aws:MultiFactorAuthAge', {}, null],
    ['aws:MultiFactorAuthAge', { userIdentity: role }, '900'],
    ['aws:MultiFactorAuthAge', { userIdentity: role, eventTime: '' }, undefined],
    ['aws:TokenIssueTime', { userIdentity: role }, '2026-10-01T10:00:00Z'],
    ['aws:TokenIssueTime', {}, null],
    ['aws:username', {}, 'ada'],
    ['aws:username', { userIdentity: role }, null],
    ['aws:userid', { userIdentity: role }, 'AROA:session'],
    ['aws:PrincipalType', { userIdentity: role }, 'AssumedRole'],
    ['aws:PrincipalType', {}, 'User'],
    ['aws:PrincipalIsAWSService', {}, 'false'],
    ['aws:PrincipalServiceName', {}, null],
    ['aws:CalledVia', {}, null],
    ['aws:CalledVia', service, undefined],
    ['aws:SourceAccount', {}, null],
    ['aws:ViaAWSService', service, 'true'],
    ['aws:SourceIdentity', { userIdentity: role }, null],
    ['ec2:RoleDelivery', { userIdentity: role }, null],
    [
      'ec2:RoleDelivery',
      { userIdentity: { ...role, sessionContext: { ...role.sessionContext, ec2RoleDelivery: '1.0' } } },
      '1.0',
    ],
    ['aws:PrincipalOrgID', {}, undefined],
    ['aws:PrincipalTag/team', {}, undefined],
    ['aws:PrincipalTag/Team', { eventContext: { tagContext: { principalTags: { team: 'a' } } } }, 'a'],
    ['aws:ResourceOrgID', { eventContext: { requestContext: { 'aws:ResourceOrgID': 'o-1' } } }, 'o-1'],
    ['aws:ResourceAccount', { resources: [{ ARN: 'x', accountId: '1' }] }, '1'],
    ['aws:ResourceAccount', {}, undefined],
  ])('%s', (key, more, value) => {
    expect(valueFor(key, 'ec2', 'DescribeInstances', more)).toEqual(value)
  })
})

describe('of single actions', () => {
  test.each<[string, string, string, TrailEvent, KeyValue]>([
    ['ec2:InstanceType', 'ec2', 'RunInstances', sent({ instanceType: 't3.micro' }), 't3.micro'],
    [
      'ec2:InstanceType',
      'ec2',
      'RunInstances',
      { ...sent({}), responseElements: { instancesSet: { items: [{ instanceType: 'm5.large' }] } } },
      'm5.large',
    ],
    ['ec2:InstanceType', 'ec2', 'RunInstances', sent({}), undefined],
    [
      'iam:PolicyARN',
      'iam',
      'AttachRolePolicy',
      sent({ policyArn: 'arn:aws:iam::aws:policy/X' }),
      'arn:aws:iam::aws:policy/X',
    ],
    ['iam:PermissionsBoundary', 'iam', 'CreateRole', sent({ roleName: 'x' }), null],
    ['iam:PermissionsBoundary', 'iam', 'CreateRole', sent({ permissionsBoundary: 'arn:b' }), 'arn:b'],
    ['iam:PermissionsBoundary', 'iam', 'AttachRolePolicy', sent({ roleName: 'x' }), undefined],
    ['iam:PermissionsBoundary', 'iam', 'CreateRole', bare, undefined],
    ['s3:TlsVersion', 's3', 'GetObject', {}, '1.3'],
    ['s3:x-amz-acl', 's3', 'PutBucketAcl', sent({ 'x-amz-acl': 'public-read' }), 'public-read'],
    ['s3:x-amz-acl', 's3', 'PutBucketAcl', sent({}), undefined],
    ['s3:prefix', 's3', 'ListObjectsV2', sent({ prefix: 'home/' }), 'home/'],
    [
      'kms:EncryptionContext:aws:ebs:id',
      'kms',
      'Decrypt',
      sent({ encryptionContext: { 'aws:ebs:id': 'v' } }),
      'v',
    ],
    ['kms:ViaService', 'kms', 'Decrypt', {}, null],
    ['sts:ExternalId', 'sts', 'AssumeRole', sent({ roleArn: 'r' }), null],
    ['sts:ExternalId', 'sts', 'AssumeRole', sent({ externalId: 'e' }), 'e'],
    ['rds:DatabaseClass', 'rds', 'CreateDBInstance', sent({ dBInstanceClass: 'db.t3.micro' }), 'db.t3.micro'],
  ])('%s of %s %s', (key, source, name, more, value) => {
    expect(valueFor(key, source, name, more)).toEqual(value)
  })
})

describe('of tags', () => {
  const spec = (...kinds: string[]) => ({
    tagSpecificationSet: {
      items: kinds.map((resourceType) => ({ resourceType, tags: [{ key: 'Team', value: 'a' }] })),
    },
  })
  test.each<[string, string, Record<string, unknown>, KeyValue, KeyValue]>([
    ['iam', 'CreateRole', { tags: [{ key: 'Team', value: 'a' }] }, 'a', ['Team']],
    ['iam', 'CreateRole', { roleName: 'x' }, null, null],
    ['lambda', 'TagResource20170331v2', { tags: { Team: 'a', b: 'c' } }, 'a', ['Team', 'b']],
    ['ec2', 'CreateTags', { tagSet: { items: [{ key: 'Team', value: 'a' }] } }, 'a', ['Team']],
    ['ec2', 'DeleteTags', { tagSet: { items: [{ key: 'Team' }] } }, '', ['Team']],
    ['ec2', 'CreateVolume', spec('volume'), 'a', ['Team']],
    ['ec2', 'RunInstances', spec('instance', 'volume'), undefined, undefined],
    [
      'ec2',
      'CreateNatGateway',
      {
        CreateNatGatewayRequest: {
          TagSpecification: [
            { ResourceType: 'natgateway', Tag: [{ Key: 'Team', Value: 'a', tag: 1 }], tag: 1 },
          ],
        },
      },
      'a',
      ['Team'],
    ],
    ['rds', 'CreateDBInstance', { tags: [{ key: 'other', value: 'a' }] }, null, ['other']],
    ['iam', 'UntagRole', { tagKeys: ['Team'] }, null, ['Team']],
    ['ecr', 'PutImage', { imageTag: 'latest' }, undefined, undefined],
    ['apigateway', 'UpdateStage', { stageName: 'x' }, null, null],
    ['codepipeline', 'CreatePipeline', { pipeline: { tags: [] } }, undefined, undefined],
    ['s3', 'PutBucketTagging', { Tagging: {} }, undefined, undefined],
    ['ec2', 'CreateVolume', { omitted: true }, undefined, undefined],
  ])('%s %s %o', (source, name, parameters, team, keys) => {
    expect(valueFor('aws:RequestTag/team', source, name, sent(parameters))).toEqual(team)
    expect(valueFor('aws:TagKeys', source, name, sent(parameters))).toEqual(keys)
  })
})
