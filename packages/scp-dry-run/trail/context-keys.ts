// The condition keys whose values an event holds
// (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html).
import type { Target } from '../judge/request.ts'
import { typesOf } from '../names/reference.ts'
import type { TrailEvent } from './cloudtrail.ts'
import { outsiderKey } from './outsiders.ts'
import { requestTags } from './request-tags.ts'
import { parametersOf } from './targets.ts'
import { type Fields, fields, scalar, text, valuesAt } from './values.ts'

/** Null: the request does not have the key. Undefined: the event does not show it. */
export type KeyValue = string | readonly string[] | null | undefined

/** What the values are made of. */
export interface EventFacts {
  event: TrailEvent
  action: string | null
  principal: string
  account: string
  region: string
  /** The caller is no role or user of the account. */
  isOutsider?: boolean
}

/** The event has the fields that say where the request came from. Rows of some tables lack them. */
const hasOrigin = ({ sourceIPAddress }: TrailEvent) => text(sourceIPAddress) !== undefined
const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^(\d+(\.\d+){3}|[\da-f]*:[\da-f:.]+)$/i.test(value)
/** A service sends the request for the caller. The event does not show what it says of itself. */
const isByService = ({ userIdentity }: TrailEvent) => Boolean(userIdentity?.invokedBy)

/**
 * aws:ViaAWSService of a request that a service sends. A service that passes on the caller's request sets it, and one that uses a
 * role of its own ("service role") does not
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html#condition-keys-viaawsservice); CloudTrail
 * writes `invokedBy` for both.
 */
function viaService({ userIdentity, sourceIPAddress }: TrailEvent): KeyValue {
  const service = userIdentity?.invokedBy
  if (!service) return 'false'
  // The console sends requests of the person who uses it.
  if (service === 'signin.amazonaws.com') return isAddress(sourceIPAddress) ? 'false' : undefined
  // It sets the key with and without a role of the stack
  // (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/fas-requests-and-permission-evaluation.html).
  if (service === 'cloudformation.amazonaws.com') return 'true'
  const session = userIdentity?.sessionContext
  const isOfPerson =
    /^(IAMUser|Root|FederatedUser)$/.test(userIdentity?.type ?? '') ||
    session?.sessionIssuer?.arn?.includes('/AWSReservedSSO_') ||
    session?.attributes?.mfaAuthenticated === 'true' ||
    Boolean(session?.webIdFederationData?.federatedProvider)
  // No service assumes what a person signs in to.
  return isOfPerson ? 'true' : undefined
}

/** A value that only a request through a VPC endpoint has. */
const ofEndpoint =
  (value: (event: TrailEvent) => KeyValue) =>
  ({ event }: EventFacts): KeyValue => {
    if (isByService(event) || !hasOrigin(event)) return undefined
    return text(event.vpcEndpointId) ? value(event) : null
  }
/** A value that only a request of a service has. */
const ofService = ({ event }: EventFacts): KeyValue => (isByService(event) ? undefined : null)
const absent = () => null

/** Seconds since 1970. */
const secondsOf = (time: unknown): number | undefined => {
  const milliseconds = Date.parse(text(time) ?? '')
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000
}
const attributesOf = ({ userIdentity }: TrailEvent) => userIdentity?.sessionContext?.attributes
const isSession = (event: TrailEvent) => attributesOf(event) !== undefined

const principalTypes: Record<string, string> = {
  AssumedRole: 'AssumedRole',
  FederatedUser: 'FederatedUser',
  IAMUser: 'User',
  Root: 'Account',
}

function userAgent({ event }: EventFacts): KeyValue {
  const agent = text(event.userAgent)
  // In the place of its own, a service writes its name, and CloudTrail cuts long ones.
  if (!agent || isByService(event) || agent === 'AWS Internal' || agent.length > 900) return undefined
  if (/^[\w.-]+\.amazonaws\.com$/.test(agent)) return undefined
  // S3 puts it in brackets.
  return agent.replace(/^\[(.*)\]$/, '$1')
}

function mfaAge({ event }: EventFacts): KeyValue {
  const attributes = attributesOf(event)
  if (attributes?.mfaAuthenticated !== 'true') return null
  const [end, start] = [secondsOf(event.eventTime), secondsOf(attributes.creationDate)]
  return end === undefined || start === undefined ? undefined : String(Math.max(0, end - start))
}

/** The keys of the request, of the session and of the network, in lower case. */
const general: Record<string, (facts: EventFacts) => KeyValue> = {
  'aws:principalarn': ({ principal }) => principal,
  'aws:principalaccount': ({ account }) => account,
  'aws:principaltype': ({ event }) => principalTypes[event.userIdentity?.type ?? ''],
  'aws:userid': ({ event }) => text(event.userIdentity?.principalId),
  'aws:username': ({ event: { userIdentity } }) =>
    userIdentity?.type === 'IAMUser'
      ? (text(userIdentity.userName) ?? userIdentity.arn?.split('/').at(-1))
      : null,
  'aws:principalisawsservice': () => 'false',
  'aws:principalservicename': absent,
  'aws:principalservicenameslist': absent,
  'aws:sourceaccount': ofService,
  'aws:sourcearn': ofService,
  'aws:sourceorgid': ofService,
  'aws:sourceorgpaths': ofService,
  'aws:calledvia': ofService,
  'aws:calledviafirst': ofService,
  'aws:calledvialast': ofService,
  'kms:viaservice': ofService,
  'aws:viaawsservice': ({ event }) => viaService(event),
  'aws:requestedregion': ({ region }) => region || undefined,
  'ec2:region': ({ region }) => region || undefined,
  'aws:currenttime': ({ event }) => text(event.eventTime),
  'aws:epochtime': ({ event }) => secondsOf(event.eventTime)?.toString(),
  'aws:multifactorauthpresent': ({ event }) => attributesOf(event)?.mfaAuthenticated ?? null,
  'aws:multifactorauthage': mfaAge,
  'aws:tokenissuetime': ({ event }) =>
    isSession(event) ? text(attributesOf(event)?.creationDate) : hasOrigin(event) ? null : undefined,
  'aws:assumedroot': ({ event, principal }) => {
    const assumed = String(event.userIdentity?.sessionContext?.assumedRoot)
    if (principal.endsWith(':root') && assumed === 'unknown') return undefined
    return assumed === 'true' ? 'true' : null
  },
  'aws:sourceidentity': ({ event }) =>
    text(event.userIdentity?.sessionContext?.sourceIdentity) ?? (hasOrigin(event) ? null : undefined),
  'aws:federatedprovider': ({ event: { userIdentity } }) =>
    text(userIdentity?.sessionContext?.webIdFederationData?.federatedProvider) ??
    (userIdentity?.type === 'IAMUser' || userIdentity?.type === 'Root' ? null : undefined),
  // Only sessions of Identity Center have this key, and only some of their events record it.
  'identitystore:userid': ({ event, principal }) =>
    principal.includes('/AWSReservedSSO_') ? event.userIdentity?.onBehalfOf?.userId : null,
  'aws:sourceip': ({ event }) => {
    if (isByService(event) || !hasOrigin(event)) return undefined
    if (text(event.vpcEndpointId)) return null
    return isAddress(event.sourceIPAddress) ? event.sourceIPAddress : undefined
  },
  'aws:vpcsourceip': ofEndpoint(({ sourceIPAddress: from }) => (isAddress(from) ? from : undefined)),
  'aws:sourcevpce': ofEndpoint(({ vpcEndpointId }) => vpcEndpointId),
  'aws:vpceaccount': ofEndpoint(({ vpcEndpointAccountId }) => text(vpcEndpointAccountId)),
  'aws:sourcevpc': ofEndpoint(() => undefined),
  'aws:vpceorgid': ofEndpoint(() => undefined),
  'aws:vpceorgpaths': ofEndpoint(() => undefined),
  'aws:useragent': userAgent,
  'aws:securetransport': ({ event }) =>
    text(event.tlsDetails?.tlsVersion) || text(fields(event.additionalEventData).CipherSuite)
      ? 'true'
      : undefined,
  'aws:resourceaccount': ({ event }) => {
    const owners = ownersOf(event)
    return owners.size === 1 ? [...owners][0] : undefined
  },
  // Credentials of an instance, by the version of its metadata service.
  'ec2:roledelivery': ({ event }) =>
    text(event.userIdentity?.sessionContext?.ec2RoleDelivery) ?? (hasOrigin(event) ? null : undefined),
  'ec2:sourceinstancearn': ({ event }) =>
    text(event.userIdentity?.sessionContext?.ec2RoleDelivery) || !hasOrigin(event) ? undefined : null,
  's3:tlsversion': ({ event }) => /^TLSv([\d.]+)$/.exec(event.tlsDetails?.tlsVersion ?? '')?.[1],
  's3:authtype': ({ event }) =>
    ({ AuthHeader: 'REST-HEADER', QueryString: 'REST-QUERY-STRING' })[
      String(fields(event.additionalEventData).AuthenticationMethod)
    ],
  's3:signatureversion': ({ event }) =>
    ({ SigV4: 'AWS4-HMAC-SHA256', SigV2: 'AWS' })[String(fields(event.additionalEventData).SignatureVersion)],
}

/** The accounts that own the resources of an event, as far as it names them. S3 names them of buckets, and not of objects. */
export const ownersOf = ({ resources }: TrailEvent): Set<string> =>
  new Set((resources ?? []).flatMap((resource) => text(resource?.accountId) ?? []))

interface Asked {
  action: string
  parameters: Fields
  response: Fields
}

/** An account can encrypt every new volume, also one whose request does not ask for it, and the event does not tell ("Encryption
 * by default" in the Amazon EBS User Guide). File systems have no such default. */
const encrypted = ({ parameters, response }: Asked) => scalar(response.encrypted ?? parameters.encrypted)

/** The types of a request's new instances. */
function instanceTypes({ parameters, response }: Asked): KeyValue {
  const items = fields(response.instancesSet).items
  const types = new Set((Array.isArray(items) ? items : []).map((item) => text(fields(item).instanceType)))
  return types.size === 1 ? [...types][0] : text(parameters.instanceType)
}

/** Keys of single actions: the actions, and the value. Null: the parameter is optional, and the request lacks it. */
const ofActions: Record<string, [actions: RegExp, value: (asked: Asked) => KeyValue]> = {
  'cloudformation:rolearn': [/^cloudformation:/, ({ parameters }) => text(parameters.roleARN)],
  'cloudformation:templateurl': [/^cloudformation:/, ({ parameters }) => text(parameters.templateURL)],
  'ec2:associatepublicipaddress': [
    /^ec2:RunInstances$/,
    ({ parameters }) => {
      const asked = valuesAt(parameters, 'networkInterfaceSet.items.associatePublicIpAddress').map(scalar)
      return asked.includes('true') ? 'true' : asked.length > 0 ? 'false' : undefined
    },
  ],
  'ec2:encrypted': [/^ec2:CreateVolume$/, (asked) => (encrypted(asked) === 'true' ? 'true' : undefined)],
  'ec2:instancetype': [/^ec2:RunInstances$/, instanceTypes],
  'ec2:metadatahttptokens': [
    /^ec2:RunInstances$/,
    ({ parameters }) => text(fields(parameters.metadataOptions).httpTokens),
  ],
  'ec2:volumesize': [
    /^ec2:CreateVolume$/,
    ({ parameters, response }) => scalar(response.size ?? parameters.size),
  ],
  'ec2:volumetype': [
    /^ec2:CreateVolume$/,
    ({ parameters, response }) => text(response.volumeType ?? parameters.volumeType),
  ],
  'elasticfilesystem:encrypted': [/^elasticfilesystem:CreateFileSystem$/, encrypted],
  'iam:awsservicename': [
    /^iam:CreateServiceLinkedRole$/,
    ({ parameters }) => text(parameters.aWSServiceName),
  ],
  'iam:permissionsboundary': [
    /^iam:(Create(Role|User)|Put(Role|User)PermissionsBoundary)$/,
    ({ parameters }) => text(parameters.permissionsBoundary) ?? null,
  ],
  'iam:policyarn': [
    /^iam:(At|De)tach(Role|User|Group)Policy$/,
    ({ parameters }) => text(parameters.policyArn),
  ],
  'kms:encryptioncontextkeys': [
    /^kms:/,
    ({ parameters }) =>
      parameters.encryptionContext ? Object.keys(fields(parameters.encryptionContext)) : undefined,
  ],
  'kms:schedulekeydeletionpendingwindowindays': [
    /^kms:ScheduleKeyDeletion$/,
    ({ parameters }) => scalar(parameters.pendingWindowInDays),
  ],
  'lambda:functionurlauthtype': [
    /^lambda:(Create|Update)FunctionUrlConfig$/,
    ({ parameters }) => text(parameters.authType),
  ],
  'lambda:principal': [/^lambda:(Add|Remove)Permission$/, ({ parameters }) => text(parameters.principal)],
  'ram:requestedallowsexternalprincipals': [
    /^ram:(Create|Update)ResourceShare$/,
    ({ parameters }) => scalar(parameters.allowExternalPrincipals),
  ],
  'rds:databaseclass': [/^rds:CreateDB/, ({ parameters }) => text(parameters.dBInstanceClass)],
  'rds:databaseengine': [/^rds:CreateDB/, ({ parameters }) => text(parameters.engine)],
  'rds:storageencrypted': [/^rds:CreateDB/, ({ parameters }) => scalar(parameters.storageEncrypted)],
  's3:delimiter': [/^s3:ListBucket/, ({ parameters }) => text(parameters.delimiter)],
  's3:max-keys': [/^s3:ListBucket/, ({ parameters }) => scalar(parameters['max-keys'])],
  's3:prefix': [/^s3:ListBucket/, ({ parameters }) => text(parameters.prefix)],
  's3:versionid': [/^s3:\w+Object\w*Version/, ({ parameters }) => text(parameters.versionId)],
  's3:locationconstraint': [
    /^s3:CreateBucket$/,
    ({ parameters }) => text(fields(parameters.CreateBucketConfiguration).LocationConstraint),
  ],
  'secretsmanager:name': [/^secretsmanager:CreateSecret$/, ({ parameters }) => text(parameters.name)],
  'sns:endpoint': [/^sns:Subscribe$/, ({ parameters }) => text(parameters.endpoint)],
  'sns:protocol': [/^sns:Subscribe$/, ({ parameters }) => text(parameters.protocol)],
  'sts:externalid': [/^sts:AssumeRole$/, ({ parameters }) => text(parameters.externalId) ?? null],
  'sts:rolesessionname': [/^sts:AssumeRole/, ({ parameters }) => text(parameters.roleSessionName)],
  'sts:sourceidentity': [/^sts:AssumeRole/, ({ parameters }) => text(parameters.sourceIdentity) ?? null],
}

/** @param type of the resource; null: any */
export function tagValue(
  key: string,
  action: string,
  parameters: Fields,
  type: string | null = null,
): KeyValue {
  // The tags of an object are s3:RequestObjectTag, and only some requests about buckets support aws:RequestTag.
  if (action.startsWith('s3:')) return undefined
  const tags = requestTags(parameters, type)
  if (tags === null) return undefined
  const name = key.slice('aws:requesttag/'.length)
  for (const [tag, value] of tags) if (key !== 'aws:tagkeys' && tag.toLowerCase() === name) return value
  // A launch template may add tags.
  if ('launchTemplate' in parameters) return undefined
  return key === 'aws:tagkeys' && tags.size > 0 ? [...tags.keys()] : null
}

/** Values of the enriched events of CloudTrail Lake, which list some keys as IAM saw them. */
function enriched(key: string, { eventContext }: TrailEvent): KeyValue {
  if (!eventContext) return undefined
  const principalTag = /^aws:principaltag\/(.*)$/.exec(key)?.[1]
  const values = principalTag
    ? fields(fields(eventContext.tagContext).principalTags)
    : fields(eventContext.requestContext)
  const wanted = principalTag ?? key
  return scalar(Object.entries(values).find(([name]) => name.toLowerCase() === wanted)?.[1])
}

/** @param key in any case of its letters */
export function keyValue(key: string, facts: EventFacts): KeyValue {
  const lower = key.toLowerCase()
  const { event, action } = facts
  const known = enriched(lower, event)
  if (known !== undefined) return known
  const ofOutsider = facts.isOutsider ? outsiderKey(lower, event) : null
  if (ofOutsider) return ofOutsider.value
  if (Object.hasOwn(general, lower)) return general[lower]?.(facts)
  if (action === null) return undefined
  const parameters = parametersOf(event)
  const [actions, value] = Object.hasOwn(ofActions, lower) ? (ofActions[lower] ?? []) : []
  if (actions?.test(action)) {
    const found = value?.({ action, parameters: parameters ?? {}, response: fields(event.responseElements) })
    return parameters === null ? (found ?? undefined) : found
  }
  if (parameters === null) return undefined
  if (lower === 'aws:tagkeys' || lower.startsWith('aws:requesttag/'))
    return tagValue(lower, action, parameters)
  if (lower.startsWith('s3:x-amz-') && action.startsWith('s3:')) {
    // The default of the bucket stood in (https://docs.aws.amazon.com/AmazonS3/latest/userguide/default-encryption-faq.html).
    const isDefault = /^Default_/.test(text(fields(event.additionalEventData).SSEApplied) ?? '')
    return isDefault && lower === 's3:x-amz-server-side-encryption'
      ? null
      : scalar(parameters[lower.slice(3)])
  }
  if (lower.startsWith('kms:encryptioncontext:') && action.startsWith('kms:')) {
    const context = Object.entries(fields(parameters.encryptionContext))
    return scalar(context.find(([name]) => name.toLowerCase() === lower.slice(22))?.[1])
  }
  return undefined
}

/** A key as the reference lists it. */
const listed = (key: string) =>
  key.toLowerCase().replace(/^(aws:requesttag\/|kms:encryptioncontext:).*/, '$1*')

/** Whether the key may have other values for each of a request's resources. */
export const isPartial = (key: string, action: string): boolean =>
  /^aws:resourceaccount$/i.test(key) ||
  (typesOf(action)?.partialKeys.has(listed(key)) ?? false) ||
  (action.startsWith('ec2:') && /^aws:(requesttag\/|tagkeys$)/i.test(key))

/** The target with the keys that only it has. @param keys that are asked for */
export function withOwnKeys(target: Target, keys: readonly string[], { event, action }: EventFacts): Target {
  if (action === null || !target.type) return target
  const types = typesOf(action)
  const type = types?.types.find(({ name }) => name === target.type)
  const parameters = parametersOf(event)
  const own: Record<string, KeyValue> = {}
  for (const key of keys) {
    const name = listed(key)
    if (name === 'aws:resourceaccount') {
      const account = /^arn:[^:]*:[^:]*:[^:]*:(\d{12}):/.exec(target.resource ?? '')?.[1]
      if (account && ownersOf(event).size === 0) own[key] = account
    } else if (type && types?.partialKeys.has(name) && !type.ownKeys.has(name)) own[key] = null
    else if (action.startsWith('ec2:') && /^aws:(requesttag\/\*|tagkeys)$/.test(name) && parameters)
      own[key] = tagValue(key.toLowerCase(), action, parameters, target.type)
  }
  return Object.keys(own).length > 0 ? { ...target, context: own } : target
}

/** Keys that are in the context if nobody says which ones are asked for. */
export const commonKeys: readonly string[] = [
  'aws:PrincipalArn',
  'aws:PrincipalAccount',
  'aws:RequestedRegion',
  'aws:ViaAWSService',
  'aws:MultiFactorAuthPresent',
  'aws:AssumedRoot',
  'identitystore:userId',
  'ec2:Encrypted',
  'elasticfilesystem:Encrypted',
  'iam:PermissionsBoundary',
]
