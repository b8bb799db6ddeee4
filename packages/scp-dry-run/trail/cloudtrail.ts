// Turns an event of AWS CloudTrail into the request that IAM decided. What an event does not record stays unknown.

import type { OtherRequest, Target } from '../judge/request.ts'
import { rcpServices } from '../names/reference.ts'
import { arnWithoutPath, hasUnknown } from '../policy/unknown-text.ts'
import { actionOf } from './actions.ts'
import { commonKeys, type KeyValue, keyValue, ownersOf, withOwnKeys } from './context-keys.ts'
import { otherRequests } from './other-requests.ts'
import { type Outsider, outsiderName } from './outsiders.ts'
import { parametersOf, targetsOf } from './targets.ts'
import { fields, text } from './values.ts'

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
  /** An address, or the name of a service. Undefined if the event comes from a table without this column. */
  sourceIPAddress?: string
  userAgent?: string
  vpcEndpointId?: string
  vpcEndpointAccountId?: string
  tlsDetails?: { tlsVersion?: string } | null
  userIdentity?: {
    type?: string
    arn?: string
    principalId?: string
    accountId?: string
    userName?: string
    invokedBy?: string
    onBehalfOf?: { userId?: string }
    sessionContext?: {
      sessionIssuer?: { arn?: string }
      attributes?: { mfaAuthenticated?: string; creationDate?: string }
      sourceIdentity?: string
      /** The version of the metadata service that gave the credentials to an instance. */
      ec2RoleDelivery?: string
      webIdFederationData?: { federatedProvider?: string } | null
      /** A string or a boolean. `unknown` if the event comes from a table without this field. */
      assumedRoot?: string | boolean
    }
  }
  /** With `omitted: true` if they were too long. Undefined if the event comes from a table without this column. */
  requestParameters?: Record<string, unknown> | null
  responseElements?: Record<string, unknown> | null
  additionalEventData?: Record<string, unknown> | null
  resources?: { ARN?: string; accountId?: string }[] | null
  /** The enrichment of CloudTrail Lake. */
  eventContext?: { requestContext?: unknown; tagContext?: unknown } | null
}

/** How often an event occurred. A file lists each event; a row of a table stands for many. */
export interface Times {
  times: number
  first: string
  last: string
}

export { hasUnknown, matchesUnknown } from '../policy/unknown-text.ts'

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

export interface TrailRequest {
  /** `aws`, or another one, such as `aws-cn` and `aws-us-gov`. A pattern that begins with `arn:aws:` matches only the first. */
  partition: string
  account: string
  region: string
  /** The ARN of the role or user. Its path may be unknown (`hasUnknown`). Of others, what the event calls them. */
  principal: string
  /** The caller is no role or user of the account. Only resource control policies apply. */
  isOutsider: boolean
  /** The account of the resources, if it is another one than that of the request. Null: they are of several accounts. */
  owner: string | null | undefined
  /** Null if the event's source is not a service that this package knows. */
  action: string | null
  /** Null if they are unknown. Undefined if they make no difference. */
  resources: readonly Target[] | null | undefined
  /** What AWS authorizes beside the action, such as iam:PassRole for each role that the request hands to a service. */
  others: readonly OtherRequest[]
  /** Condition keys. Null: the request does not have the key. Undefined: the event does not show it. */
  context: Readonly<Record<string, KeyValue>>
}

/** Complete ARNs by the ARN without a path. Empty if the trail has two of them. */
export type KnownArns = Map<string, string>

/** Remembers the complete ARNs in an event, for others that lack the path. A failed request proves nothing. */
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
    const [, partition, account, kind, name] =
      /^arn:([\w-]+):iam::(\d+):(role|user|group)\/(?:.*\/)?([^/]+)$/.exec(arn) ?? []
    if (!partition || !account || !kind || !name) continue
    const key = arnWithoutPath(kind as 'role', { partition, account }, name)
    const before = known.get(key)
    known.set(key, before === undefined || before === arn ? arn : '')
  }
}

/** @returns the complete ARN, or null if no event has shown the path */
export const resolveArn = (arn: string, known: KnownArns): string | null =>
  hasUnknown(arn) ? known.get(arn) || null : arn

/** The value of aws:PrincipalArn. */
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
      const [, partition, account, name] =
        /^arn:([\w-]+):sts::(\d+):assumed-role\/([^/]+)/.exec(identity.arn ?? '') ?? []
      if (!partition || !account || !name) return 'incomplete'
      if (name.startsWith('AWSServiceRoleFor')) return 'serviceLinkedRole'
      return { principal: arnWithoutPath('role', { partition, account }, name) }
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

/** What is asked of an action's requests, so that no more is taken out of an event. */
export interface Asked {
  keys: readonly string[]
  /** Whether a statement treats the resources of a request differently. */
  readsResources: boolean
}

/** What policies ask of events. */
export interface Asking {
  /** Null: nothing denies the action, and nothing has to allow it. */
  of(action: string): Asked | null
  /** Whether a resource control policy is among them, so that callers of other accounts count, too. */
  asksForOutsiders: boolean
}

const askForAll: Asking = {
  of: () => ({ keys: commonKeys, readsResources: true }),
  asksForOutsiders: false,
}

/** A well-formed event as the request that IAM decided, or why it is none. */
export function requestOf(event: TrailEvent, asking: Asking = askForAll): TrailRequest | Skip {
  const { eventType: type, eventSource, eventName, recipientAccountId } = event
  // An insight has no source of its own.
  const isOfConsole = type === 'AwsConsoleSignIn' || type === 'AwsConsoleAction'
  if (type && type !== 'AwsApiCall' && !isOfConsole) return 'noRequest'
  if (!eventSource || !eventName) return 'incomplete'
  // Sign-in has API calls, too: those of `aws login`. A token for the console needs no permission.
  const isLogin = type === 'AwsApiCall' && eventName !== 'GetSigninToken'
  if (isOfConsole || (eventSource.startsWith('signin.') && !isLogin)) return 'signIn'
  if (event.errorCode && refused.test(event.errorCode)) return 'refused'
  const action = actionOf(eventSource, eventName, parametersOf(event) ?? {})
  const caller = principalOf(event)
  const own = typeof caller === 'string' ? '' : caller.principal
  const [, partition = 'aws', , , ownAccount = ''] = own.split(':')
  const skip =
    typeof caller === 'string'
      ? caller
      : recipientAccountId && ownAccount !== recipientAccountId
        ? 'otherAccount'
        : null
  if (skip && !(asking.asksForOutsiders && isLimited(event, action, skip))) return skip
  const account = skip ? (recipientAccountId ?? '') : ownAccount
  const place = { partition, account, region: event.awsRegion ?? '' }
  const principal = skip ? outsiderName(event) : own
  const request = { ...place, principal, action, isOutsider: skip !== null }
  const asked = action === null ? null : asking.of(action)
  if (action === null) return { ...request, owner: undefined, resources: null, others: [], context: {} }
  const facts = { event, action, principal, account, region: place.region, isOutsider: skip !== null }
  const targets =
    asked?.readsResources || asking.asksForOutsiders ? targetsOf(event, action, place) : undefined
  const context: Record<string, KeyValue> = {}
  for (const key of asked?.keys ?? []) context[key] = keyValue(key, facts)
  return {
    ...request,
    owner: asking.asksForOutsiders ? ownerOf(event, targets ?? [], account) : undefined,
    resources: asked?.readsResources
      ? (targets?.map((target) => withOwnKeys(target, asked.keys, facts)) ?? null)
      : undefined,
    others: otherRequests(
      facts,
      (other) => asking.of(other)?.keys ?? null,
      place,
      () => targets ?? targetsOf(event, action, place),
    ),
    context,
  }
}

/** Whether a resource control policy may limit a caller of this kind. The owner's trail has the event, too. */
function isLimited(event: TrailEvent, action: string | null, skip: Skip): skip is Outsider {
  const owners = ownersOf(event)
  return (
    /^(service|otherAccount|noPrincipal)$/.test(skip) &&
    Boolean(event.recipientAccountId) &&
    rcpServices.has(action?.split(':')[0] ?? '') &&
    (owners.size === 0 || owners.has(event.recipientAccountId ?? ''))
  )
}

/** The account that owns the resources, if it is not that of the request. */
function ownerOf(event: TrailEvent, targets: readonly Target[], account: string): string | null | undefined {
  const owners = ownersOf(event)
  if (owners.size === 0)
    for (const { resource, is } of targets) {
      const owner = /^arn:[^:]*:[^:]*:[^:]*:(\d{12}):/.exec(resource ?? '')?.[1]
      if (owner && is === 'certain') owners.add(owner)
    }
  owners.delete(account)
  return owners.size > 1 ? null : text([...owners][0])
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
