// A made-up trail of AWS CloudTrail, from a seed. Among its events are those whose answer is known, each once, and the others ask
// the same as one of these.
import { gzipSync } from 'node:zlib'
import type { Skip, TrailEvent } from 'scp-dry-run/cloudtrail'

/** The unit of each account. */
export const trailAccounts: Readonly<Record<string, string>> = {
  '111111111111': 'management',
  '222222222222': 'security',
  '333333333333': 'security',
  '444444444444': 'shared',
  '555555555555': 'workloads',
  '666666666666': 'workloads',
  '777777777777': 'workloads',
}
const [management, security, , shared, workloads] = Object.keys(trailAccounts) as [
  string,
  string,
  string,
  string,
  string,
]

/** A session of a role. @param role with its path */
export const session = (
  account: string,
  role: string,
  more: object = {},
): NonNullable<TrailEvent['userIdentity']> => {
  const name = role.split('/').at(-1) ?? ''
  return {
    type: 'AssumedRole',
    arn: `arn:aws:sts::${account}:assumed-role/${name}/session`,
    accountId: account,
    sessionContext: {
      sessionIssuer: { arn: `arn:aws:iam::${account}:role/${role}` },
      attributes: { mfaAuthenticated: 'false' },
    },
    ...more,
  }
}

type Answer =
  | { denied: string; missing?: never; by?: never; skipped?: never }
  /** What is missing, and by which statement. */
  | { missing: string; by?: string; denied?: never; skipped?: never }
  | { skipped: Skip | 'management'; denied?: never; missing?: never }
  | 'allowed'

export interface KnownEvent {
  title: string
  event: TrailEvent
  answer: Answer
}

/** Each with a role of its own, so that it can be found in a result. */
function known(
  title: string,
  answer: Answer,
  source: string,
  name: string,
  more: TrailEvent & { account?: string } = {},
): KnownEvent {
  const { account = workloads, ...rest } = more
  const role = `known/${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  return {
    title,
    answer,
    event: {
      eventTime: '2026-10-12T09:30:00Z',
      eventType: 'AwsApiCall',
      eventSource: `${source}.amazonaws.com`,
      eventName: name,
      awsRegion: 'eu-central-1',
      userIdentity: session(account, role),
      requestParameters: null,
      responseElements: null,
      recipientAccountId: account,
      ...rest,
    },
  }
}

const role = (name: string) => ({
  requestParameters: { roleName: name, policyArn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' },
})
const global = 'us-east-1'
const denyRegion: Answer = { denied: 'DenyOtherRegions' }

// biome-ignore format: a table
export const knownEvents: KnownEvent[] = [
  known('A read in another region', denyRegion, 'ec2', 'DescribeInstances', { awsRegion: 'us-west-2' }),
  known('A read in an allowed region', 'allowed', 'ec2', 'DescribeInstances'),
  known('A request by a service for a role in another region', denyRegion, 'kms', 'Decrypt', { awsRegion: 'us-west-2', userIdentity: session(workloads, 'known/a-request-by-a-service-for-a-role-in-another-region', { invokedBy: 's3.amazonaws.com' }) }),
  known('A global service from another region', 'allowed', 'route53', 'ListHostedZones', { awsRegion: 'us-west-2' }),
  known('Buckets are listed from another region', 'allowed', 's3', 'ListBuckets', { awsRegion: 'us-west-2' }),
  known('A bucket policy is read in another region', denyRegion, 's3', 'GetBucketPolicy', { awsRegion: 'us-west-2', requestParameters: { bucketName: 'assets' } }),
  known('A model is asked in another region', denyRegion, 'bedrock', 'Converse', { awsRegion: 'us-west-2' }),
  known('Metrics have another prefix', denyRegion, 'monitoring', 'GetMetricData', { awsRegion: 'us-west-2' }),
  known('Whoever asks who they are', 'allowed', 'sts', 'GetCallerIdentity', { awsRegion: 'ap-south-1' }),
  known('Another region in the security unit', 'allowed', 'ec2', 'DescribeInstances', { awsRegion: 'us-west-2', account: security }),
  known('Another region in the shared unit', denyRegion, 'ec2', 'DescribeInstances', { awsRegion: 'us-west-2', account: shared }),
  known('The management role in another region', 'allowed', 'ec2', 'DescribeInstances', { awsRegion: 'us-west-2', userIdentity: session(workloads, 'OrganizationAccountAccessRole') }),
  known('StackSets change the recorder', 'allowed', 'config', 'PutConfigurationRecorder', { userIdentity: session(workloads, 'stacksets-exec-0123', { invokedBy: 'cloudformation.amazonaws.com' }) }),
  known('A role stops the recorder', { denied: 'ProtectSecurityServices' }, 'config', 'StopConfigurationRecorder'),
  known('A role stops the trail', { denied: 'ProtectSecurityServices' }, 'cloudtrail', 'StopLogging'),
  known('An account leaves', { denied: 'DenyLeavingOrganization' }, 'organizations', 'LeaveOrganization', { awsRegion: global }),
  known('The root user', { denied: 'DenyRootUserButNotCentralRootSessions' }, 'iam', 'CreateAccessKey', { awsRegion: global, userIdentity: { type: 'Root', arn: `arn:aws:iam::${workloads}:root`, accountId: workloads, sessionContext: { attributes: { mfaAuthenticated: 'true' } } } }),
  known('A central root session', 'allowed', 's3', 'DeleteBucketPolicy', { userIdentity: { type: 'Root', arn: `arn:aws:iam::${workloads}:root`, accountId: workloads, sessionContext: { assumedRoot: 'true' } }, requestParameters: { bucketName: 'assets' } }),
  known('The boundary role is changed', { denied: 'ProtectBaselineAndExemptRoles' }, 'iam', 'DeleteRole', { awsRegion: global, ...role('break-glass') }),
  known('A role with a known path is changed', 'allowed', 'iam', 'AttachRolePolicy', { awsRegion: global, ...role('orders-api') }),
  known('A role that nothing else shows is changed', { missing: 'resource: role', by: 'ProtectBaselineAndExemptRoles' }, 'iam', 'AttachRolePolicy', { awsRegion: global, ...role('seen-once') }),
  known('A role is created', 'allowed', 'iam', 'CreateRole', { awsRegion: global, requestParameters: { roleName: 'reports', path: '/app/' } }),
  known('A role is created in the protected path', { denied: 'ProtectBaselineAndExemptRoles' }, 'iam', 'CreateRole', { awsRegion: global, requestParameters: { roleName: 'mine', path: '/baseline/' } }),
  known('The provider of pipelines is deleted', { denied: 'ProtectBaselineAndExemptRoles' }, 'iam', 'DeleteOpenIDConnectProvider', { awsRegion: global, requestParameters: { openIDConnectProviderArn: `arn:aws:iam::${workloads}:oidc-provider/token.actions.githubusercontent.com` } }),
  known('A volume without encryption, which the baseline would encrypt', { missing: 'ec2:Encrypted', by: 'DenyUnencryptedVolumes' }, 'ec2', 'CreateVolume', { responseElements: { encrypted: false } }),
  known('A volume with encryption', 'allowed', 'ec2', 'CreateVolume', { responseElements: { encrypted: true } }),
  known('An instance, whose volumes the trail does not show', { missing: 'ec2:Encrypted', by: 'DenyUnencryptedVolumes' }, 'ec2', 'RunInstances'),
  known('A file system without encryption', { denied: 'DenyUnencryptedFileSystems' }, 'elasticfilesystem', 'CreateFileSystem', { responseElements: { encrypted: false } }),
  known('A log bucket is changed', { denied: 'ProtectLogBuckets' }, 's3', 'DeleteBucketLifecycle', { account: security, requestParameters: { bucketName: 'acme-log-trail-222222222222' } }),
  known('Another bucket is changed', 'allowed', 's3', 'DeleteBucketLifecycle', { account: security, requestParameters: { bucketName: 'findings' } }),
  known('A key, whose tags the trail does not show', { missing: 'aws:ResourceTag/purpose', by: 'ProtectLogKeys' }, 'kms', 'ScheduleKeyDeletion', { account: security }),
  known('An alarm is switched off', { denied: 'ProtectAlarms' }, 'events', 'DisableRule', { requestParameters: { name: 'security-alarm-root' } }),
  known('A rule is changed', 'allowed', 'events', 'PutRule', { requestParameters: { name: 'nightly' } }),
  known('A protected function is changed', { denied: 'ProtectBaselineStacks' }, 'lambda', 'UpdateFunctionCode20150331v2', { requestParameters: { functionName: 'baseline-recorder' } }),
  known('A service that nobody knows', { missing: 'action' }, 'quantumledger', 'Entangle', { awsRegion: 'us-west-2' }),
  known('An AWS service', { skipped: 'service' }, 'sts', 'AssumeRole', { userIdentity: { type: 'AWSService', invokedBy: 'lambda.amazonaws.com' } }),
  known('A service-linked role', { skipped: 'serviceLinkedRole' }, 'ec2', 'RunInstances', { awsRegion: 'us-west-2', userIdentity: session(workloads, 'aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling') }),
  known('A caller of another account', { skipped: 'otherAccount' }, 'kms', 'Decrypt', { userIdentity: { type: 'AWSAccount', accountId: '999999999999' } }),
  known('A role of another account', { skipped: 'otherAccount' }, 's3', 'PutBucketPolicy', { recipientAccountId: shared }),
  known('A session without a role', { skipped: 'noPrincipal' }, 'sso', 'ListAccounts', { userIdentity: { type: 'IdentityCenterUser', accountId: workloads } }),
  known('A refused request', { skipped: 'refused' }, 'ec2', 'RunInstances', { awsRegion: 'us-west-2', errorCode: 'Client.UnauthorizedOperation' }),
  known('A throttled request', denyRegion, 'ec2', 'DescribeInstances', { awsRegion: 'us-west-2', errorCode: 'Client.RequestLimitExceeded' }),
  known('A sign-in', { skipped: 'signIn' }, 'signin', 'ConsoleLogin', { eventType: 'AwsConsoleSignIn' }),
  known('A record of a service', { skipped: 'noRequest' }, 'kms', 'RotateKey', { eventType: 'AwsServiceEvent' }),
  known('An insight', { skipped: 'noRequest' }, 'ec2', 'RunInstances', { eventType: 'AwsCloudTrailInsight' }),
  known('The management account', { skipped: 'management' }, 'ec2', 'DescribeInstances', { awsRegion: 'us-west-2', account: management }),
]

/** Shows the path of a role that other events name without it, and which account manages the organization. */
const showing: TrailEvent[] = [
  known('The role orders-api is at work', 'allowed', 'sqs', 'GetQueueUrl', {
    userIdentity: session(workloads, 'app/orders-api'),
  }).event,
  known('The role break-glass is at work', 'allowed', 'sts', 'AssumeRole', {
    userIdentity: session(workloads, 'baseline/break-glass'),
  }).event,
  known('An account is made', { skipped: 'management' }, 'organizations', 'CreateAccount', {
    awsRegion: global,
    account: management,
  }).event,
]

/** mulberry32 (public domain). fast-check, which the harnesses use, is too slow for the 30 million choices of a month. */
function seeded(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
  }
}

type Random = ReturnType<typeof seeded>

/** Digits, six of them for each choice. */
function hex({ below }: Random, length: number): string {
  let text = ''
  while (text.length < length)
    text += below(2 ** 24)
      .toString(16)
      .padStart(6, '0')
  return text.slice(0, length)
}
const uuid = (random: Random) => [8, 4, 4, 4, 12].map((length) => hex(random, length)).join('-')

const agents = [
  'Boto3/1.34.162 md/Botocore#1.34.162 ua/2.0 os/linux#5.10.228 md/arch#x86_64 lang/python#3.12.6 md/pyimpl#CPython cfg/retry-mode#legacy',
  'APN/1.0 HashiCorp/1.0 Terraform/1.9.8 (+https://www.terraform.io) terraform-provider-aws/5.76.0 aws-sdk-go-v2/1.32.5',
]

/** The fields that every event has, and long ones that real events have: 1.7 KB each. */
const whole = (random: Random, event: TrailEvent): TrailEvent =>
  Object.assign(
    {
      eventVersion: '1.11',
      sourceIPAddress: `10.${random.below(255)}.3.${random.below(255)}`,
      userAgent: random.pick(agents),
      additionalEventData: {
        SignatureVersion: 'SigV4',
        CipherSuite: 'TLS_AES_128_GCM_SHA256',
        AuthenticationMethod: 'AuthHeader',
        'x-amz-id-2': hex(random, 76),
      },
      requestID: uuid(random),
      eventID: uuid(random),
      eventCategory: 'Management',
      tlsDetails: {
        tlsVersion: 'TLSv1.3',
        cipherSuite: 'TLS_AES_128_GCM_SHA256',
        clientProvidedHostHeader: event.eventSource,
      },
    },
    event,
  )

/** What one of the events of known answer asks, asked by another role, in any account. */
function anyEvent(random: Random, day: number): TrailEvent {
  const { event } = random.pick(knownEvents)
  const account = random.pick(Object.keys(trailAccounts))
  const role = `${random.pick(['app', 'service-role', 'deploy'])}/${random.pick(['orders', 'billing', 'search', 'media', 'ops'])}-${random.pick(['worker', 'lambda', 'task'])}`
  const two = (limit: number) => String(random.below(limit)).padStart(2, '0')
  return whole(random, {
    ...event,
    eventTime: `2026-10-${String(day).padStart(2, '0')}T${two(24)}:${two(60)}:07Z`,
    ...(random.chance(0.1) && { awsRegion: random.pick(['us-west-2', 'ap-south-1', 'sa-east-1']) }),
    userIdentity: session(account, role),
    requestParameters: event.requestParameters ?? { maxResults: 100, nextToken: hex(random, 120) },
    recipientAccountId: account,
  })
}

/** The files of a month, as in the bucket. The events of known answer are spread over them. */
export function* trailFiles({
  seed,
  files,
  events,
}: {
  seed: number
  files: number
  events: number
}): Generator<{ name: string; bytes: Buffer }> {
  const random = seeded(seed)
  const special = [...showing, ...knownEvents.map(({ event }) => event)].map((event) => whole(random, event))
  for (let file = 0; file < files; file++) {
    const day = 1 + Math.floor((file * 30) / files)
    const own = special.filter((_, at) => at % files === file)
    const records = [...own, ...Array.from({ length: events - own.length }, () => anyEvent(random, day))]
    yield {
      name: `111111111111_CloudTrail_eu-central-1_2026100${file}.json.gz`,
      bytes: gzipSync(JSON.stringify({ Records: records }), { level: 6 }),
    }
  }
}
