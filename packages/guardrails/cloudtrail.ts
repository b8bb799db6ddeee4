// Turns an event of AWS CloudTrail into the request that IAM decided. What an event does not record stays unknown.
import { actionOf } from './actions.ts'
import type { Request } from './request.ts'

/** The fields that this package reads (https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-event-reference.html). */
export interface TrailEvent {
  eventID?: string
  eventTime?: string
  eventType?: string
  eventSource?: string
  eventName?: string
  awsRegion?: string
  errorCode?: string | null
  recipientAccountId?: string
  userIdentity?: {
    type?: string
    arn?: string
    accountId?: string
    invokedBy?: string
    onBehalfOf?: { userId?: string }
    sessionContext?: {
      sessionIssuer?: { arn?: string }
      attributes?: { mfaAuthenticated?: string }
      /** A string or a boolean. `unknown` if the event comes from a table without this field. */
      assumedRoot?: string | boolean
    }
  }
  requestParameters?: Record<string, unknown> | null
  responseElements?: Record<string, unknown> | null
  resources?: { ARN?: string }[] | null
}

/** Why policies are not applied to an event. */
export type Skip =
  /** An AWS service that acts for itself. Service control policies do not limit it. */
  | 'service'
  /** A service-linked role. Service control policies do not limit it. */
  | 'serviceLinkedRole'
  /** A caller from another account, whose trail has the event, too. */
  | 'otherAccount'
  /** A request that no IAM role or user signed: Identity Center, SAML, web identity, or anonymous. */
  | 'noPrincipal'
  /** A request that was refused already. */
  | 'refused'
  /** A sign-in, or a console action that calls no API. */
  | 'signIn'
  /** A service event, an insight, or network activity. */
  | 'noRequest'
  /** An event that lacks a field of every request, or has a value of another type in it. */
  | 'incomplete'

interface TrailRequest {
  account: string
  region: string
  /** The ARN of the role or user, or a reference if its path is unknown. */
  principal: string
  /** Null if the event's source is not a service that this package knows. */
  action: string | null
  /** ARNs and references. Null if the event does not record them. Never `*`, which no statement about a resource matches. */
  resources: readonly string[] | null
  /** ARNs of the roles that the request hands to a service. */
  passedRoles?: readonly string[]
  context: Request['context']
}

type Fields = Record<string, unknown>
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const fields = (value: unknown): Fields =>
  value !== null && typeof value === 'object' ? (value as Fields) : {}

/**
 * Stands for a role, user or group if an event has its name and not its path, which is part of the ARN. Another event of the
 * trail may have the whole ARN.
 */
const reference = (kind: 'role' | 'user' | 'group', account: string, name: string) =>
  `${kind}?${account}/${name}`

/** ARNs by reference. Empty if the trail has two ARNs for it. */
export type KnownArns = Map<string, string>

/** Remembers the complete ARNs in an event, for references in other events. A failed request proves nothing. */
export function rememberArns(event: TrailEvent, known: KnownArns): void {
  if (event.errorCode) return
  const response = fields(event.responseElements)
  for (const arn of [
    event.userIdentity?.sessionContext?.sessionIssuer?.arn,
    event.userIdentity?.arn,
    event.requestParameters?.roleArn,
    fields(response.role).arn,
    fields(response.user).arn,
    fields(response.group).arn,
  ]) {
    if (typeof arn !== 'string') continue
    const [, account, kind, name] =
      /^arn:[\w-]+:iam::(\d+):(role|user|group)\/(?:.*\/)?([^/]+)$/.exec(arn) ?? []
    if (!account || !kind || !name) continue
    const key = reference(kind as 'role', account, name)
    const before = known.get(key)
    known.set(key, before === undefined || before === arn ? arn : '')
  }
}

/** @returns the ARN, or null if no event has resolved the reference */
export const resolveArn = (name: string, known: KnownArns): string | null =>
  name.startsWith('arn:') ? name : known.get(name) || null

interface Place {
  partition: string
  account: string
  region: string
}

/** The resource of a request to IAM, whose events name roles, users and groups without their path. */
function iamResource(event: TrailEvent, name: string, { partition, account }: Place): string | null {
  const parameters = fields(event.requestParameters)
  const named = (kind: 'role' | 'user' | 'group', value: unknown): string | null => {
    const given = text(value)
    if (!given) return null
    // Only the request that creates it names the path. The default is "/".
    if (name !== `Create${kind === 'role' ? 'Role' : kind === 'user' ? 'User' : 'Group'}`)
      return reference(kind, account, given)
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

function resourcesOf(event: TrailEvent, action: string, place: Place): string[] | null {
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
  return arns.length > 0 ? arns : null
}

/** The condition keys that depend on the parameters of the request. */
function requestKeys(event: TrailEvent, action: string): Record<string, string> {
  // The response includes the account's default, which the request may leave out.
  const encrypted = fields(event.responseElements).encrypted ?? fields(event.requestParameters).encrypted
  const isKnown = typeof encrypted === 'boolean' || encrypted === 'true' || encrypted === 'false'
  // An account can encrypt every new volume, also one whose request does not ask for it, and the event does not tell ("Encryption
  // by default" in the Amazon EBS User Guide). File systems have no such default.
  if (String(encrypted) === 'true' && action === 'ec2:CreateVolume') return { 'ec2:Encrypted': 'true' }
  if (isKnown && action === 'elasticfilesystem:CreateFileSystem')
    return { 'elasticfilesystem:Encrypted': String(encrypted) }
  const boundary = action === 'iam:CreateRole' && text(fields(event.requestParameters).permissionsBoundary)
  return boundary ? { 'iam:PermissionsBoundary': boundary } : {}
}

/** The value of aws:PrincipalArn, as an ARN or a reference. */
function principalOf({ userIdentity }: TrailEvent): { principal: string } | Skip {
  const identity = userIdentity ?? {}
  // Some services omit the type, or call a session "Role".
  switch (identity.arn?.includes(':assumed-role/') ? 'AssumedRole' : identity.type) {
    case 'AWSService':
      return 'service'
    case 'AWSAccount':
      // A request to a public bucket may be unsigned ("Amazon S3 CloudTrail events" in its User Guide).
      return identity.accountId === 'ANONYMOUS_PRINCIPAL' ? 'noPrincipal' : 'otherAccount'
    case 'SAMLUser':
    case 'WebIdentityUser':
    case 'IdentityCenterUser':
    case 'Directory':
    case 'Unknown':
      return 'noPrincipal'
    case 'Root':
      return identity.accountId
        ? { principal: `arn:${identity.arn?.split(':')[1] ?? 'aws'}:iam::${identity.accountId}:root` }
        : 'incomplete'
    case 'AssumedRole': {
      // `arn` is the session's, which lacks the role's path.
      const issuer = identity.sessionContext?.sessionIssuer?.arn
      if (issuer)
        return /:role\/aws-service-role\//.test(issuer) ? 'serviceLinkedRole' : { principal: issuer }
      const [, account, name] = /:sts::(\d+):assumed-role\/([^/]+)/.exec(identity.arn ?? '') ?? []
      return account && name ? { principal: reference('role', account, name) } : 'incomplete'
    }
    default:
      return identity.arn ? { principal: identity.arn } : identity.invokedBy ? 'service' : 'incomplete'
  }
}

/** Error codes of a policy, or of a signature or key that AWS does not accept ("Common error types" in the API references). */
const refused =
  /AccessDenied|Unauthorized|NotAuthorized|AuthorizationError|Forbidden|AuthFailure|ExpiredToken|InvalidClientTokenId|SignatureDoesNotMatch/

const isText = (value: unknown) => value == null || typeof value === 'string'

/** Whether the fields have the types that CloudTrail writes. A file may come from anybody. */
export function isWellFormed(event: TrailEvent): boolean {
  const { userIdentity: identity, resources } = event
  const session = identity?.sessionContext
  return (
    [event.eventID, event.eventTime, event.eventType, event.eventSource, event.eventName].every(isText) &&
    [event.awsRegion, event.errorCode, event.recipientAccountId].every(isText) &&
    [
      identity?.type,
      identity?.arn,
      identity?.accountId,
      identity?.invokedBy,
      identity?.onBehalfOf?.userId,
    ].every(isText) &&
    [session?.sessionIssuer?.arn, session?.attributes?.mfaAuthenticated].every(isText) &&
    (resources == null || (Array.isArray(resources) && resources.every((resource) => isText(resource?.ARN))))
  )
}

/** @param event a well-formed one */
export function requestOf(event: TrailEvent): TrailRequest | Skip {
  const { eventType: type, eventSource, eventName, userIdentity: identity } = event
  const region = event.awsRegion ?? ''
  if (!eventSource || !eventName) return 'incomplete'
  if (type === 'AwsConsoleSignIn' || type === 'AwsConsoleAction' || eventSource.startsWith('signin.'))
    return 'signIn'
  if (type && type !== 'AwsApiCall') return 'noRequest'
  if (event.errorCode && refused.test(event.errorCode)) return 'refused'
  const caller = principalOf(event)
  if (typeof caller === 'string') return caller
  const { principal } = caller
  const isArn = principal.startsWith('arn:')
  const account = isArn ? (principal.split(':')[4] ?? '') : (principal.match(/\d+/)?.[0] ?? '')
  if (event.recipientAccountId && account !== event.recipientAccountId) return 'otherAccount'
  const action = actionOf(eventSource, eventName)
  const session = identity?.sessionContext
  const assumedRoot = String(session?.assumedRoot)
  const context: Record<string, string | null | undefined> = {
    'aws:PrincipalArn': principal,
    'aws:PrincipalAccount': account,
    'aws:RequestedRegion': region || undefined,
    'aws:ViaAWSService': String(Boolean(identity?.invokedBy)),
    'aws:MultiFactorAuthPresent': session?.attributes?.mfaAuthenticated ?? null,
    'aws:AssumedRoot':
      principal.endsWith(':root') && assumedRoot === 'unknown'
        ? undefined
        : assumedRoot === 'true'
          ? 'true'
          : null,
    // Only sessions of Identity Center have this key, and only some of their events record it.
    'identitystore:userId': principal.includes('/AWSReservedSSO_') ? identity?.onBehalfOf?.userId : null,
    ...(action && requestKeys(event, action)),
  }
  const place = { partition: isArn ? (principal.split(':')[1] ?? 'aws') : 'aws', account, region }
  return {
    account,
    region,
    principal,
    action,
    resources: action === null ? null : resourcesOf(event, action, place),
    context,
  }
}

/**
 * The requests that only the management account may send ("This operation can be called only from the organization's management
 * account" in the AWS Organizations API Reference).
 */
const managementOnly =
  /^(CreateAccount|CreateGovCloudAccount|InviteAccountToOrganization|EnableAWSServiceAccess|RegisterDelegatedAdministrator|EnableAllFeatures)$/

/** @returns the management account, if the event proves which one it is */
export const managementAccountIn = (event: TrailEvent): string | undefined =>
  event.eventSource === 'organizations.amazonaws.com' &&
  !event.errorCode &&
  managementOnly.test(event.eventName ?? '')
    ? (event.recipientAccountId ?? event.userIdentity?.accountId)
    : undefined
