// The condition keys whose values an event holds
// (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html).
import type { TrailEvent } from './cloudtrail.ts'
import { passedToService } from './passed-roles.ts'
import { requestTags } from './request-tags.ts'

/** Null: the request does not have the key. Undefined: the event does not show it. */
export type KeyValue = string | readonly string[] | null | undefined

/** What the values are made of. */
export interface EventFacts {
  event: TrailEvent
  action: string | null
  principal: string
  account: string
  region: string
}

type Fields = Readonly<Record<string, unknown>>
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
const scalar = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : text(value)
const fields = (value: unknown): Fields =>
  value !== null && typeof value === 'object' ? (value as Fields) : {}

/**
 * The parameters. Null if they are not known: a table may lack the column, and CloudTrail omits those that are too long ("omitted").
 */
export const parametersOf = ({ requestParameters }: TrailEvent): Fields | null =>
  requestParameters === undefined || requestParameters?.omitted === true ? null : (requestParameters ?? {})

/** The event has the fields that say where the request came from. Rows of some tables lack them. */
const hasOrigin = ({ sourceIPAddress }: TrailEvent) => text(sourceIPAddress) !== undefined
const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^(\d+(\.\d+){3}|[\da-f]*:[\da-f:.]+)$/i.test(value)
/** A service sends the request for the caller. The event does not show what it says of itself. */
const isByService = ({ userIdentity }: TrailEvent) => Boolean(userIdentity?.invokedBy)

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
  'aws:viaawsservice': ({ event }) => String(isByService(event)),
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
    const owners = new Set((event.resources ?? []).map((resource) => text(resource?.accountId)))
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
  'iam:passedtoservice': ({ action }) => (action === null ? undefined : passedToService(action)),
}

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
  'sts:externalid': [/^sts:AssumeRole$/, ({ parameters }) => text(parameters.externalId) ?? null],
  'sts:rolesessionname': [/^sts:AssumeRole/, ({ parameters }) => text(parameters.roleSessionName)],
  'sts:sourceidentity': [/^sts:AssumeRole/, ({ parameters }) => text(parameters.sourceIdentity) ?? null],
}

function tagValue(key: string, action: string, parameters: Fields): KeyValue {
  // The tags of an object are s3:RequestObjectTag, and only some requests about buckets support aws:RequestTag.
  if (action.startsWith('s3:')) return undefined
  const tags = requestTags(parameters)
  if (tags === null) return undefined
  if (key === 'aws:tagkeys') return tags.size > 0 ? [...tags.keys()] : null
  const name = key.slice('aws:requesttag/'.length)
  for (const [tag, value] of tags) if (tag.toLowerCase() === name) return value
  return null
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
  if (lower.startsWith('s3:x-amz-') && action.startsWith('s3:')) return scalar(parameters[lower.slice(3)])
  if (lower.startsWith('kms:encryptioncontext:') && action.startsWith('kms:')) {
    const context = Object.entries(fields(parameters.encryptionContext))
    return scalar(context.find(([name]) => name.toLowerCase() === lower.slice(22))?.[1])
  }
  return undefined
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
