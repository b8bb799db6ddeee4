// From an event of AWS CloudTrail to the request that IAM decided on. What an event does not say stays unknown.
import { actionOf } from './actions.ts'
import type { Request } from './evaluate.ts'

/** The fields that are read (https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-event-reference.html). */
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
      /** Text or flag. `unknown`: from a table that does not have this field. */
      assumedRoot?: string | boolean
    }
  }
  requestParameters?: Record<string, unknown> | null
  responseElements?: Record<string, unknown> | null
  resources?: { ARN?: string }[] | null
}

/** Why a guardrail does not decide on an event. The words for visitors are in the page's content. */
export type Skip =
  /** An AWS service acts for itself. Service control policies do not limit it. */
  | 'service'
  /** A service-linked role. Service control policies do not limit it. */
  | 'serviceLinkedRole'
  /** The caller is of another account. The trail of that account has the event, too. */
  | 'otherAccount'
  /** Signed by no role or user of IAM: Identity Center, SAML, web identity, or nobody. */
  | 'noPrincipal'
  /** The request has been refused already. */
  | 'refused'
  /** Sign-in, or an action of the console that is no request of the interface. */
  | 'signIn'
  /** A record of a service, an insight, or activity of a network: no request. */
  | 'noRequest'
  /** The event lacks a field that every request has, or has something else in it. */
  | 'incomplete'

interface TrailRequest {
  account: string
  region: string
  /** ARN of the role or user; of a role whose path is unknown, its reference (see `learn`). */
  principal: string
  /** Null if the event's source is not a known service. */
  action: string | null
  /** ARNs and references. Null if the event does not say. Never `*`: no statement about a resource would then apply. */
  resources: readonly string[] | null
  context: Request['context']
}

type Fields = Record<string, unknown>
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const fields = (value: unknown): Fields =>
  value !== null && typeof value === 'object' ? (value as Fields) : {}

/**
 * A role, user or group of which the event names only the name. Its ARN also has a path, which the rest of the trail may show.
 */
const reference = (kind: 'role' | 'user' | 'group', account: string, name: string) =>
  `${kind}?${account}/${name}`

/** ARNs by reference. An empty text: the trail has shown two different ones. */
export type Known = Map<string, string>

/** Remembers the full ARNs that an event shows, for references in other events. A failed request proves nothing. */
export function learn(event: TrailEvent, known: Known): void {
  if (event.errorCode) return
  const answer = fields(event.responseElements)
  for (const arn of [
    event.userIdentity?.sessionContext?.sessionIssuer?.arn,
    event.userIdentity?.arn,
    event.requestParameters?.roleArn,
    fields(answer.role).arn,
    fields(answer.user).arn,
    fields(answer.group).arn,
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

/** @returns the ARN, or null for a reference that the trail has not resolved */
export const resolve = (name: string, known: Known): string | null =>
  name.startsWith('arn:') ? name : known.get(name) || null

interface Place {
  partition: string
  account: string
  region: string
}

/** The resource of a request to IAM, whose events name roles, users and groups without their path. */
function iamResource(event: TrailEvent, name: string, { partition, account }: Place): string | null {
  const given = fields(event.requestParameters)
  const named = (kind: 'role' | 'user' | 'group', value: unknown): string | null => {
    const found = text(value)
    if (!found) return null
    // Only the request that creates it has the path. The default is "/".
    if (name !== `Create${kind === 'role' ? 'Role' : kind === 'user' ? 'User' : 'Group'}`)
      return reference(kind, account, found)
    return `arn:${partition}:iam::${account}:${kind}${text(given.path) ?? '/'}${found}`
  }
  if (name === 'CreatePolicy') {
    const policy = text(given.policyName)
    return policy && `arn:${partition}:iam::${account}:policy${text(given.path) ?? '/'}${policy}`
  }
  if (name === 'CreateOpenIDConnectProvider') {
    const url = text(given.url)
    return url && `arn:${partition}:iam::${account}:oidc-provider/${url.replace(/^https:\/\//, '')}`
  }
  return (
    named('role', given.roleName) ??
    named('group', given.groupName) ??
    named('user', given.userName) ??
    text(given.policyArn) ??
    text(given.openIDConnectProviderArn) ??
    // Without a name, the request is about the user who signed it (IAM API Reference, CreateAccessKey).
    (/AccessKey$|ServiceSpecificCredential$/.test(name) && event.userIdentity?.type === 'IAMUser'
      ? text(event.userIdentity.arn)
      : null)
  )
}

/** An ARN, or the ARN of what the event only names. */
const asArn = (value: unknown, arnOf: (name: string) => string): string | null => {
  const given = text(value)
  if (!given) return null
  return given.startsWith('arn:') ? given : arnOf(given)
}

function resourcesOf(event: TrailEvent, action: string, place: Place): string[] | null {
  const { partition, account, region } = place
  const [given, answer] = [fields(event.requestParameters), fields(event.responseElements)]
  const [prefix = '', name = ''] = action.split(':')
  const here = (service: string, rest: string) => `arn:${partition}:${service}:${region}:${account}:${rest}`
  const one = (arn: string | null) => (arn ? [arn] : null)
  switch (prefix) {
    case 's3': {
      const bucket = text(given.bucketName)
      // An access point may stand for a bucket of any name ("Access point aliases" in the Amazon S3 User Guide).
      if (bucket && /^arn:|-s3alias$|--ol-s3$/.test(bucket)) return null
      const key = /Object|Multipart/.test(name) && !/^(Get|Put)Bucket|^ListBucket/.test(name)
      if (!bucket) return null
      if (!key) return [`arn:${partition}:s3:::${bucket}`]
      // A request for many objects does not say which.
      return one(text(given.key) && `arn:${partition}:s3:::${bucket}/${given.key}`)
    }
    case 'iam':
      return one(iamResource(event, name, place))
    case 'lambda':
      return one(
        asArn(given.functionName, (found) => here('lambda', `function:${found.split(':function:').at(-1)}`)),
      )
    case 'cloudformation':
      // The ARN of a stack ends in an id that only the answer, or an ARN in the request, has.
      return one([answer.stackId, given.stackName].map(text).find((arn) => arn?.startsWith('arn:')) ?? null)
    case 'events': {
      const rule = /Rule|Targets/.test(name) ? (text(given.rule) ?? text(given.name)) : null
      const bus = text(given.eventBusName)?.split('/').at(-1)
      return rule === null
        ? null
        : [here('events', `rule/${bus && bus !== 'default' ? `${bus}/` : ''}${rule}`)]
    }
    case 'sns':
      return one(text(given.subscriptionArn) ?? text(given.topicArn))
  }
  // The two kinds of resources that guardrails ask for (Service Authorization Reference, EC2).
  if (action === 'ec2:RunInstances' || action === 'ec2:CreateVolume')
    return [here('ec2', 'volume/*'), ...(name === 'RunInstances' ? [here('ec2', 'instance/*')] : [])]
  const arns = (event.resources ?? []).flatMap((one) => one?.ARN ?? [])
  return arns.length > 0 ? arns : null
}

/** Keys that depend on the request itself. */
function requestKeys(event: TrailEvent, action: string): Record<string, string> {
  // The answer knows the account's default, which the request may leave out.
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

/** The principal as policies see it in aws:PrincipalArn, as an ARN or a reference. */
function principalOf({ userIdentity }: TrailEvent): { principal: string } | Skip {
  const who = userIdentity ?? {}
  // Some services leave the type out, or name a session "Role".
  switch (who.arn?.includes(':assumed-role/') ? 'AssumedRole' : who.type) {
    case 'AWSService':
      return 'service'
    case 'AWSAccount':
      // Nobody signed a request to a public bucket ("Amazon S3 CloudTrail events" in its User Guide).
      return who.accountId === 'ANONYMOUS_PRINCIPAL' ? 'noPrincipal' : 'otherAccount'
    case 'SAMLUser':
    case 'WebIdentityUser':
    case 'IdentityCenterUser':
    case 'Directory':
    case 'Unknown':
      return 'noPrincipal'
    case 'Root':
      return who.accountId
        ? { principal: `arn:${who.arn?.split(':')[1] ?? 'aws'}:iam::${who.accountId}:root` }
        : 'incomplete'
    case 'AssumedRole': {
      // `arn` is that of the session, which leaves the role's path out.
      const issuer = who.sessionContext?.sessionIssuer?.arn
      if (issuer)
        return /:role\/aws-service-role\//.test(issuer) ? 'serviceLinkedRole' : { principal: issuer }
      const [, account, name] = /:sts::(\d+):assumed-role\/([^/]+)/.exec(who.arn ?? '') ?? []
      return account && name ? { principal: reference('role', account, name) } : 'incomplete'
    }
    default:
      return who.arn ? { principal: who.arn } : who.invokedBy ? 'service' : 'incomplete'
  }
}

/** By a policy, or because the signature or its key is not accepted ("Common error types" in the API references). */
const refused =
  /AccessDenied|Unauthorized|NotAuthorized|AuthorizationError|Forbidden|AuthFailure|ExpiredToken|InvalidClientTokenId|SignatureDoesNotMatch/

const isText = (value: unknown) => value == null || typeof value === 'string'

/** Whether what is read of an event has the types of CloudTrail's fields. Anybody can write a file. */
export function isEvent(event: TrailEvent): boolean {
  const { userIdentity: who, resources } = event
  const session = who?.sessionContext
  return (
    [event.eventID, event.eventTime, event.eventType, event.eventSource, event.eventName].every(isText) &&
    [event.awsRegion, event.errorCode, event.recipientAccountId].every(isText) &&
    [who?.type, who?.arn, who?.accountId, who?.invokedBy, who?.onBehalfOf?.userId].every(isText) &&
    [session?.sessionIssuer?.arn, session?.attributes?.mfaAuthenticated].every(isText) &&
    (resources == null || (Array.isArray(resources) && resources.every((one) => isText(one?.ARN))))
  )
}

/** @param event for which `isEvent` holds */
export function requestOf(event: TrailEvent): TrailRequest | Skip {
  const { eventType: type, eventSource, eventName, userIdentity: who } = event
  const region = event.awsRegion ?? ''
  if (!eventSource || !eventName) return 'incomplete'
  if (type === 'AwsConsoleSignIn' || type === 'AwsConsoleAction' || eventSource.startsWith('signin.'))
    return 'signIn'
  if (type && type !== 'AwsApiCall') return 'noRequest'
  if (event.errorCode && refused.test(event.errorCode)) return 'refused'
  const found = principalOf(event)
  if (typeof found === 'string') return found
  const { principal } = found
  const isArn = principal.startsWith('arn:')
  const account = isArn ? (principal.split(':')[4] ?? '') : (principal.match(/\d+/)?.[0] ?? '')
  if (event.recipientAccountId && account !== event.recipientAccountId) return 'otherAccount'
  const action = actionOf(eventSource, eventName)
  const session = who?.sessionContext
  const assumedRoot = String(session?.assumedRoot)
  const context: Record<string, string | null | undefined> = {
    'aws:PrincipalArn': principal,
    'aws:PrincipalAccount': account,
    'aws:RequestedRegion': region || undefined,
    'aws:ViaAWSService': String(Boolean(who?.invokedBy)),
    'aws:MultiFactorAuthPresent': session?.attributes?.mfaAuthenticated ?? null,
    'aws:AssumedRoot':
      principal.endsWith(':root') && assumedRoot === 'unknown'
        ? undefined
        : assumedRoot === 'true'
          ? 'true'
          : null,
    // Only sessions of Identity Center have it, and the event shows it only for some of them.
    'identitystore:userId': principal.includes('/AWSReservedSSO_') ? who?.onBehalfOf?.userId : null,
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
 * Requests that only the management account may send ("This operation can be called only from the organization's management
 * account" in the AWS Organizations API Reference).
 */
const ofManagement =
  /^(CreateAccount|CreateGovCloudAccount|InviteAccountToOrganization|EnableAWSServiceAccess|RegisterDelegatedAdministrator|EnableAllFeatures)$/

/** @returns the management account, if this event proves which one it is */
export const managementAccountIn = (event: TrailEvent): string | undefined =>
  event.eventSource === 'organizations.amazonaws.com' &&
  !event.errorCode &&
  ofManagement.test(event.eventName ?? '')
    ? (event.recipientAccountId ?? event.userIdentity?.accountId)
    : undefined
