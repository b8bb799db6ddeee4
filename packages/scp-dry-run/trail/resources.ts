// The ARNs of the resources that a request names.

import { arnWithoutPath } from '../policy/unknown-path.ts'
import type { TrailEvent } from './cloudtrail.ts'

type Fields = Readonly<Record<string, unknown>>
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const fields = (value: unknown): Fields =>
  value !== null && typeof value === 'object' ? (value as Fields) : {}

/** Where the request was sent. */
export interface Place {
  partition: string
  account: string
  region: string
}

/** The resource of a request to IAM, whose events name roles, users and groups without their path. */
function iamResource(event: TrailEvent, name: string, place: Place): string | null {
  const { partition, account } = place
  const parameters = fields(event.requestParameters)
  const named = (kind: 'role' | 'user' | 'group', value: unknown): string | null => {
    const given = text(value)
    if (!given) return null
    // Only the request that creates it names the path. The default is "/".
    if (name !== `Create${kind === 'role' ? 'Role' : kind === 'user' ? 'User' : 'Group'}`)
      return arnWithoutPath(kind, place, given)
    return `arn:${partition}:iam::${account}:${kind}${text(parameters.path) ?? '/'}${given}`
  }
  if (name === 'CreatePolicy') {
    const policy = text(parameters.policyName)
    return policy && `arn:${partition}:iam::${account}:policy${text(parameters.path) ?? '/'}${policy}`
  }
  if (name === 'CreateOpenIDConnectProvider') {
    const url = text(parameters.url)
    return url && `arn:${partition}:iam::${account}:oidc-provider/${url.replace(/^https:\/\//, '')}`
  }
  return (
    named('role', parameters.roleName) ??
    named('group', parameters.groupName) ??
    named('user', parameters.userName) ??
    text(parameters.policyArn) ??
    text(parameters.openIDConnectProviderArn) ??
    // Without a name, the request is for the user who signed it (IAM API Reference, CreateAccessKey).
    (/AccessKey$|ServiceSpecificCredential$/.test(name) && event.userIdentity?.type === 'IAMUser'
      ? text(event.userIdentity.arn)
      : null)
  )
}

/** The value if it is an ARN, or else the ARN that is made of the name. */
const asArn = (value: unknown, arnOf: (name: string) => string): string | null => {
  const given = text(value)
  if (!given) return null
  return given.startsWith('arn:') ? given : arnOf(given)
}

/**
 * @returns ARNs, of which some have no path (`hasUnknownPath`). Null if the event does not record them. Never `*`, which no
 * statement about a resource matches.
 */
export function resourcesOf(event: TrailEvent, action: string, place: Place): string[] | null {
  const { partition, account, region } = place
  const [parameters, response] = [fields(event.requestParameters), fields(event.responseElements)]
  const [prefix = '', name = ''] = action.split(':')
  const here = (service: string, rest: string) => `arn:${partition}:${service}:${region}:${account}:${rest}`
  const listOf = (arn: string | null) => (arn ? [arn] : null)
  switch (prefix) {
    case 's3': {
      const bucket = text(parameters.bucketName)
      // An access point may stand for a bucket of any name ("Access point aliases" in the Amazon S3 User Guide).
      if (bucket && /^arn:|-s3alias$|--ol-s3$/.test(bucket)) return null
      const key = /Object|Multipart/.test(name) && !/^(Get|Put)Bucket|^ListBucket/.test(name)
      if (!bucket) return null
      if (!key) return [`arn:${partition}:s3:::${bucket}`]
      // A request for several objects does not name them.
      return listOf(text(parameters.key) && `arn:${partition}:s3:::${bucket}/${parameters.key}`)
    }
    case 'iam':
      return listOf(iamResource(event, name, place))
    case 'lambda':
      return listOf(
        asArn(parameters.functionName, (name) =>
          here('lambda', `function:${name.split(':function:').at(-1)}`),
        ),
      )
    case 'cloudformation':
      // A stack's ARN ends in an id. Only the response has it, or a request that names the stack by its ARN.
      return listOf(
        [response.stackId, parameters.stackName].map(text).find((arn) => arn?.startsWith('arn:')) ?? null,
      )
    case 'events': {
      const rule = /Rule|Targets/.test(name) ? (text(parameters.rule) ?? text(parameters.name)) : null
      const bus = text(parameters.eventBusName)?.split('/').at(-1)
      return rule === null
        ? null
        : [here('events', `rule/${bus && bus !== 'default' ? `${bus}/` : ''}${rule}`)]
    }
    case 'sns':
      return listOf(text(parameters.subscriptionArn) ?? text(parameters.topicArn))
  }
  // The two kinds of resources that guardrails ask for (Service Authorization Reference, EC2).
  if (action === 'ec2:RunInstances' || action === 'ec2:CreateVolume')
    return [here('ec2', 'volume/*'), ...(name === 'RunInstances' ? [here('ec2', 'instance/*')] : [])]
  const arns = (event.resources ?? []).flatMap((resource) => resource?.ARN ?? [])
  return arns.length > 0 ? arns : byName(prefix, name, parameters, place)
}

/** Parameters that name the one resource of an action: the actions, the parameter, and the ARN's last part. */
const named: Record<string, readonly [actions: RegExp, parameter: string, resource: string][]> = {
  cloudtrail: [
    [/^((Start|Stop)Logging|(Update|Delete)Trail|Put(Event|Insight)Selectors)$/, 'name', 'trail/'],
  ],
  dynamodb: [[/Table|^(Get|Put|Update|Delete)Item$/, 'tableName', 'table/']],
  ec2: [
    [/^DeleteVolume$/, 'volumeId', 'volume/'],
    [/^DeleteVpc$/, 'vpcId', 'vpc/'],
    [/^DeleteSubnet$/, 'subnetId', 'subnet/'],
    [/^DeleteSecurityGroup$/, 'groupId', 'security-group/'],
  ],
  ecr: [[/Repository|Image|Layer/, 'repositoryName', 'repository/']],
  guardduty: [[/Detector$/, 'detectorId', 'detector/']],
  rds: [
    [/^(Modify|Delete|Start|Stop|Reboot)DBInstance$/, 'dBInstanceIdentifier', 'db:'],
    [/^(Modify|Delete|Start|Stop)DBCluster$/, 'dBClusterIdentifier', 'cluster:'],
  ],
}
/** Parameters that are ARNs, if they are not names. */
const arnNames: Record<string, string> = { kms: 'keyId', secretsmanager: 'secretId', sts: 'roleArn' }

function byName(prefix: string, name: string, parameters: Fields, place: Place): string[] | null {
  const { partition, account, region } = place
  const here = (resource: string) => `arn:${partition}:${prefix}:${region}:${account}:${resource}`
  const arnName = Object.hasOwn(arnNames, prefix) ? (arnNames[prefix] ?? '') : ''
  const given = text(parameters[arnName])
  if (given?.startsWith('arn:') && !given.includes(':alias/')) return [given]
  if (prefix === 'sqs') {
    const [, owner, queue] =
      /^https:\/\/[^/]+\/(\d{12})\/([^/]+)$/.exec(text(parameters.queueUrl) ?? '') ?? []
    return owner ? [`arn:${partition}:sqs:${region}:${owner}:${queue}`] : null
  }
  if (prefix === 'ec2' && /^(Start|Stop|Reboot|Terminate)Instances$/.test(name)) {
    const { items } = fields(parameters.instancesSet)
    const ids = (Array.isArray(items) ? items : []).map((item) => text(fields(item).instanceId))
    return ids.length > 0 && ids.every((id) => id !== null) ? ids.map((id) => here(`instance/${id}`)) : null
  }
  // A query of an index names the index, too.
  if ('indexName' in parameters || !Object.hasOwn(named, prefix)) return null
  const [, parameter = '', resource = ''] = named[prefix]?.find(([actions]) => actions.test(name)) ?? []
  const value = text(parameters[parameter])
  if (!value) return null
  return [value.startsWith('arn:') ? value : here(resource + value)]
}
