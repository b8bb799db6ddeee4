// The resources that AWS authorizes an event for: one of each type that the action has in the Service Authorization Reference, with
// what the event names, and unknown for the rest
// (https://docs.aws.amazon.com/service-authorization/latest/reference/reference_policies_actions-resources-contextkeys.html).
import type { Target } from '../judge/request.ts'
import { type ResourceType, remembered, typesIn, typesOf } from '../names/reference.ts'
import { anyText, arnWithoutPath } from '../policy/unknown-text.ts'
import { arnGlob } from '../policy/wildcard.ts'
import type { TrailEvent } from './cloudtrail.ts'
import { absentWithout, type ResourceRow, resourceRows } from './resource-rows.ts'
import { eachText, type Fields, text, valuesAt } from './values.ts'

/** Where a request was sent. */
export interface Place {
  partition: string
  account: string
  region: string
}

/** The parameters. Null if they are not known: a table may lack the column, and CloudTrail omits those that are too long ("omitted"). */
export const parametersOf = ({ requestParameters }: TrailEvent): Fields | null =>
  requestParameters === undefined || requestParameters?.omitted === true ? null : (requestParameters ?? {})

/**
 * Types that other accounts share with the caller ("Shareable AWS resources" in the AWS RAM User Guide), or that a policy of their
 * own opens to it. An id does not say whose they are.
 */
const shared =
  /^(subnet|security-group|transit-gateway[\w-]*|prefix-list|capacity-reservation|placement-group|dedicated-host|ipam-pool|license-configuration|key|image|snapshot|vpc|policy|account|root|organizationalunit)$/

const isShared = (prefix: string, type: string) =>
  /^(ec2|kms|organizations)$/.test(prefix) && shared.test(type)

/** An ARN of a format. @param names what stands for its stars, in their order. Further ones are unknown. */
function arnOf(
  format: string,
  names: readonly string[],
  { partition, region, account }: Place,
  owner = account,
): string {
  let at = 0
  return format
    .replace('@P', partition)
    .replace('@R', region || anyText)
    .replace('@A', owner || anyText)
    .replace(/\*/g, () => names[at++] ?? anyText)
}

/** Types of EC2 by what their ids begin with ("Resource IDs" in the Amazon EC2 User Guide). */
const ec2Ids: Readonly<Record<string, string>> = {
  ...{
    i: 'instance',
    vol: 'volume',
    subnet: 'subnet',
    vpc: 'vpc',
    sg: 'security-group',
    sgr: 'security-group-rule',
  },
  ...{
    eni: 'network-interface',
    ami: 'image',
    snap: 'snapshot',
    igw: 'internet-gateway',
    rtb: 'route-table',
  },
  ...{
    eigw: 'egress-only-internet-gateway',
    nat: 'natgateway',
    eipalloc: 'elastic-ip',
    lt: 'launch-template',
  },
  ...{ acl: 'network-acl', pcx: 'vpc-peering-connection', vgw: 'vpn-gateway', cgw: 'customer-gateway' },
  ...{
    tgw: 'transit-gateway',
    fl: 'vpc-flow-log',
    dopt: 'dhcp-options',
    vpce: 'vpc-endpoint',
    pl: 'prefix-list',
  },
  ...{
    cr: 'capacity-reservation',
    vpn: 'vpn-connection',
    fleet: 'fleet',
    h: 'dedicated-host',
    pg: 'placement-group',
  },
  ...{ sir: 'spot-instances-request', 'tgw-attach': 'transit-gateway-attachment', key: 'key-pair' },
  ...{ 'tgw-rtb': 'transit-gateway-route-table', 'ipam-pool': 'ipam-pool', aki: 'image', ari: 'image' },
}
const id = /^([a-z]+(?:-[a-z]+)*)-(?:[0-9a-f]{8}|[0-9a-f]{17}|\d+)$/

/** Fields of which the text is no id, whatever it looks like. */
const isFree = /^(userData|tagSet|tagSpecificationSet|keyName|clientToken|description|value)$/i

const matcherOf = remembered((format) => arnGlob(format.replace(/@[PRA]/g, '*')))

/** Of several types whose formats cover an ARN, the one that says most. */
const typeOf = (arn: string, types: readonly ResourceType[]): ResourceType | undefined =>
  types
    .filter(({ format }) => format !== null && matcherOf(format)(arn))
    .toSorted((a, b) => (b.format?.length ?? 0) - (a.format?.length ?? 0))[0]

/** The texts that stand for one star, or null if the parameters do not have them. */
function namesFor(
  { paths, default: standard }: ResourceRow['parts'][number],
  parameters: Fields,
): string[] | null {
  for (const { path, isAfterSlash } of paths) {
    const values = valuesAt(parameters, path).filter((value) => typeof value === 'string' && value !== '')
    if (values.length > 0)
      return (values as string[]).map((value) => (isAfterSlash ? (value.split('/').at(-1) ?? '') : value))
  }
  return standard === undefined ? null : [standard]
}

/**
 * The ARNs that a row makes of the parameters, of which parts may be unknown.
 * @returns also whether the resource itself is named, and not only what it is in
 */
function arnsOf(row: ResourceRow, format: string, parameters: Fields, prefix: string, place: Place) {
  const names = row.parts.map((part) => namesFor(part, parameters))
  const isNamed = names[row.parts.findLastIndex(({ paths }) => paths.length > 0)] !== null
  const [list, ...others] = names
  const owner = prefix === 'ecr' ? text(parameters.registryId) : undefined
  const arns = (list ?? [anyText]).map((first) => {
    if (first.startsWith('arn:')) return first
    const all = [first, ...others.map((other) => other?.[0] ?? anyText)].map((name) => {
      const own = /([^:/]*)\*$/.exec(format)?.[1] ?? ''
      // RDS stores identifiers in lower case, and does not say which spelling it asks IAM about.
      const isUnsure = name.startsWith('arn:') || (prefix === 'rds' && name !== name.toLowerCase())
      return isUnsure ? anyText : own !== '' && name.startsWith(own) ? name.slice(own.length) : name
    })
    return arnOf(format, all, place, owner)
  })
  return { arns, isNamed }
}

/** Names of which the form differs from what a row can say. By service; `type` is undefined if the action lacks the type. */
type Special = (
  parameters: Fields,
  name: string,
  place: Place,
  event: TrailEvent,
) => Record<string, readonly string[] | undefined>
const specials: Readonly<Record<string, Special>> = {
  iam: iamResources,
  events(parameters, name, place) {
    const bus = text(parameters.eventBusName)?.split('/').at(-1)
    const here = `arn:${place.partition}:events:${place.region}:${place.account}`
    const rule = /Rule|Targets/.test(name) ? (text(parameters.rule) ?? text(parameters.name)) : undefined
    if (rule === undefined) return {}
    return bus !== undefined && bus !== 'default'
      ? { 'rule-on-custom-event-bus': [`${here}:rule/${bus}/${rule}`] }
      : { 'rule-on-default-event-bus': [`${here}:rule/${rule}`] }
  },
  // A name, a part of an ARN or an ARN, each with a version or alias (https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html).
  lambda(parameters, _, { partition, region, account }) {
    const given = text(parameters.functionName)
    if (given === undefined) return {}
    const qualifier = text(parameters.qualifier)
    const arn = given.startsWith('arn:')
      ? given
      : `arn:${partition}:lambda:${region}:${/^\d{12}(?=:function:)/.exec(given)?.[0] ?? account}:function:${given.split(':function:').at(-1)}`
    return { function: [qualifier && arn.split(':').length < 8 ? `${arn}:${qualifier}` : arn] }
  },
  // Log groups have an ARN with and without ":*" at its end, and the guide does not say which one an action asks about.
  logs(parameters, _, { partition, region, account }) {
    const group = text(parameters.logGroupName)
    if (group === undefined) return {}
    const arn = `arn:${partition}:logs:${region}:${account}:log-group:${group}`
    const stream = text(parameters.logStreamName)
    return { 'log-group': [arn, `${arn}:*`], 'log-stream': [`${arn}:log-stream:${stream ?? anyText}`] }
  },
  // https://docs.aws.amazon.com/secretsmanager/latest/userguide/reference_iam-permissions.html: an ARN ends in six characters.
  secretsmanager(parameters, name, { partition, region, account }) {
    const given = text(name === 'CreateSecret' ? parameters.name : parameters.secretId)
    if (given === undefined) return {}
    const arn = given.startsWith('arn:')
      ? given
      : `arn:${partition}:secretsmanager:${region}:${account}:secret:${given}`
    return { Secret: [/^arn:.*-[A-Za-z0-9]{6}$/.test(given) ? given : `${arn}-${anyText}`] }
  },
  s3({ bucketName, key }, _, { partition }) {
    const bucket = text(bucketName)
    if (bucket === undefined || isAccessPoint(bucket)) return {}
    const arn = `arn:${partition}:s3:::${bucket}`
    // A request for several objects does not name them.
    return { bucket: [arn], object: [`${arn}/${text(key) ?? anyText}`] }
  },
  // Documents of AWS have no account in their ARN.
  ssm(parameters, name, { partition, region, account }) {
    const document =
      text(parameters.documentName) ?? (/Document/.test(name) ? text(parameters.name) : undefined)
    if (document === undefined || document.startsWith('arn:')) return {}
    const accounts = /^(AWS|Amazon)/.test(document) ? [account, ''] : [account]
    return { document: accounts.map((one) => `arn:${partition}:ssm:${region}:${one}:document/${document}`) }
  },
  // https://docs.aws.amazon.com/bedrock/latest/userguide/security_iam_id-based-policy-examples.html
  bedrock({ modelId }, _, { partition, region }) {
    const model = text(modelId)
    const isModel =
      model !== undefined &&
      /^(?!(us|eu|apac|au|jp|ca|sa|me|af|il|mx|global|us-gov)\.)[a-z\d-]+\.[\w.:-]+$/.test(model)
    return isModel
      ? { 'foundation-model': [`arn:${partition}:bedrock:${region}::foundation-model/${model}`] }
      : {}
  },
  sqs(parameters, _, { partition, region }) {
    const [, owner, queue] =
      /^https:\/\/[^/]+\/(\d{12})\/([^/]+)$/.exec(text(parameters.queueUrl) ?? '') ?? []
    return owner ? { queue: [`arn:${partition}:sqs:${region}:${owner}:${queue}`] } : {}
  },
  // The ARN of a subscription begins with that of its topic. The guide does not say which one an action asks about.
  sns(parameters) {
    const subscription = text(parameters.subscriptionArn)
    return subscription ? { topic: [subscription, subscription.replace(/:[^:]*$/, '')] } : {}
  },
  kms(parameters, _, { partition, region, account }) {
    const [key, alias] = [text(parameters.keyId) ?? text(parameters.targetKeyId), text(parameters.aliasName)]
    const isId = key !== undefined && /^(mrk-)?[\da-f-]{32,36}$/.test(key)
    return {
      key: isId ? [`arn:${partition}:kms:${region}:${account}:key/${key}`] : undefined,
      alias: alias?.startsWith('alias/') ? [`arn:${partition}:kms:${region}:${account}:${alias}`] : undefined,
    }
  },
  // The organization's id is in no event, and the owner is its management account.
  organizations(parameters, _, { partition }) {
    const ids = [
      parameters.policyId,
      parameters.targetId,
      parameters.accountId,
      parameters.parentId,
      parameters.organizationalUnitId,
      parameters.sourceParentId,
      parameters.destinationParentId,
    ]
      .map(text)
      .filter((one) => one !== undefined)
    const arns = (form: RegExp, kind: string, kinds = '') =>
      ids
        .filter((one) => form.test(one))
        .map((one) => `arn:${partition}:organizations::${anyText}:${kind}/o-${anyText}${kinds}/${one}`)
    const listOf = (list: string[]) => (list.length > 0 ? list : undefined)
    return {
      policy: listOf(arns(/^p-[0-9a-z]+$/, 'policy', `/${anyText}`)),
      account: listOf(arns(/^\d{12}$/, 'account')),
      organizationalunit: listOf(arns(/^ou-/, 'ou')),
      root: listOf(arns(/^r-/, 'root')),
    }
  },
}

/** IAM's events name roles, users and groups without their path. Only the request that creates one names the path. */
function iamResources(
  parameters: Fields,
  name: string,
  place: Place,
  { userIdentity }: TrailEvent,
): ReturnType<Special> {
  const { partition, account } = place
  const here = (rest: string) => `arn:${partition}:iam::${account}:${rest}`
  const path = text(parameters.path) ?? '/'
  const named = (kind: 'role' | 'user' | 'group' | 'instance-profile', created: string, value: unknown) => {
    const given = text(value)
    if (given === undefined) return undefined
    return [name === created ? here(`${kind}${path}${given}`) : arnWithoutPath(kind, place, given)]
  }
  const [policy, url] = [text(parameters.policyName), text(parameters.url)]
  // Without a name, the request is for the user who signed it (IAM API Reference, CreateAccessKey).
  const isOwn =
    /AccessKey|ServiceSpecificCredential|SigningCertificate|SSHPublicKey|LoginProfile|ChangePassword|GetUser$/.test(
      name,
    )
  const self = isOwn && userIdentity?.type === 'IAMUser' ? text(userIdentity.arn) : undefined
  return {
    role: named('role', 'CreateRole', parameters.roleName),
    group: named('group', 'CreateGroup', parameters.groupName),
    user: named('user', 'CreateUser', parameters.userName) ?? (self ? [self] : undefined),
    'instance-profile': named('instance-profile', 'CreateInstanceProfile', parameters.instanceProfileName),
    policy: name === 'CreatePolicy' && policy ? [here(`policy${path}${policy}`)] : undefined,
    'oidc-provider':
      url && name === 'CreateOpenIDConnectProvider'
        ? [here(`oidc-provider/${url.replace(/^https:\/\//, '')}`)]
        : undefined,
    'saml-provider':
      name === 'CreateSAMLProvider' && text(parameters.name)
        ? [here(`saml-provider/${parameters.name}`)]
        : undefined,
  }
}

/** An access point may stand for a bucket of any name ("Access point aliases" in the Amazon S3 User Guide). */
const isAccessPoint = (bucket: unknown) => /^arn:|-s3alias$|--ol-s3$/.test(text(bucket) ?? '')

interface Named {
  arns: Map<string, Set<string>>
  /** What is known of resources that are not named, such as the cluster that a task is in. */
  partly: Map<string, string>
  /** The event has an id of which the type is not known. */
  hasOther: boolean
}

/** What the event names, by type. */
function namedIn(event: TrailEvent, action: string, types: readonly ResourceType[], place: Place): Named {
  const arns = new Map<string, Set<string>>()
  const add = (type: string, arn: string) => arns.set(type, (arns.get(type) ?? new Set()).add(arn))
  const [prefix = '', name = ''] = action.split(':')
  const parameters = parametersOf(event) ?? {}
  const partly = new Map<string, string>()
  const special = specials[prefix]?.(parameters, name, place, event) ?? {}
  let hasOther = (event.resources ?? []).some((resource) => /:accesspoint\//.test(text(resource?.ARN) ?? ''))
  const see = (given: string, field: string) => {
    if (isFree.test(field)) return
    if (given.startsWith('arn:')) {
      const type = typeOf(given, types)
      if (type && special[type.name] === undefined) add(type.name, given)
    } else if (prefix === 'ec2' && id.test(given)) {
      const kind = ec2Ids[id.exec(given)?.[1] ?? '']
      const type = types.find((one) => one.name === kind)
      if (type?.format)
        add(
          type.name,
          arnOf(type.format, [given], place, isShared(prefix, type.name) ? anyText : place.account),
        )
      hasOther ||= !kind
    }
  }
  for (const type of types) {
    const own = special[type.name]
    if (own) for (const arn of own) add(type.name, arn)
  }
  if (prefix === 's3' && isAccessPoint(parameters.bucketName)) return { arns, partly, hasOther: true }
  eachText(parameters, see)
  // RunInstances says in its answer what the template and the defaults gave.
  if (action === 'ec2:RunInstances' && !event.errorCode)
    eachText(event.responseElements, (given, field) => {
      if (!/^(i|eni|vol|r|vpc)-/.test(given)) see(given, field)
    })
  if (action.startsWith('cloudformation:'))
    for (const arn of valuesAt(event.responseElements, 'stackId')) see(String(arn), '')
  for (const row of parametersOf(event) ? (resourceRows.get(prefix) ?? []) : []) {
    const type = types.find((one) => one.name === row.type)
    if (!type?.format || arns.has(row.type) || !(row.actions?.test(name) ?? true)) continue
    const found = arnsOf(row, type.format, parameters, prefix, place)
    for (const arn of found.arns)
      if (found.isNamed) add(row.type, arn)
      else partly.set(row.type, arn)
  }
  const key = action === 'ec2:RunInstances' ? types.find((one) => one.name === 'key-pair') : undefined
  for (const given of key ? valuesAt(parameters, 'keyName') : [])
    add('key-pair', arnOf(key?.format ?? '', [String(given)], place))
  for (const resource of event.resources ?? []) {
    const type = typeof resource?.ARN === 'string' ? typeOf(resource.ARN, types) : undefined
    if (type && resource.ARN && !(prefix === 's3' && type.name === 'bucket' && arns.has('object')))
      add(type.name, resource.ARN)
  }
  return { arns, partly, hasOther }
}

/** Whether a request that names no resource of the optional type has none. */
function isAbsent(event: TrailEvent, action: string, type: string): boolean {
  const parameters = parametersOf(event)
  if (parameters === null) return false
  // A launch template may hold any parameter.
  if (action === 'ec2:RunInstances' && type !== 'launch-template' && 'launchTemplate' in parameters)
    return false
  const rows = absentWithout.filter(([actions, name]) => name === type && actions.test(action))
  const has = (value: unknown, names: RegExp): boolean =>
    value !== null &&
    typeof value === 'object' &&
    Object.entries(value).some(([name, inner]) => names.test(name) || has(inner, names))
  return rows.length > 0 && !rows.some(([, , names]) => has(parameters, names))
}

/** An instance has a volume, unless its image is backed by the instance store. */
const hasVolume = ({ requestParameters, responseElements }: TrailEvent) =>
  /"(rootDeviceType":"ebs|ebs":)/.test(JSON.stringify([requestParameters, responseElements]))

/**
 * The resource of an action without resource types is `*`. But some services ask about a whole collection, as IAM does for ListRoles
 * (arn:aws:iam::111122223333:role/), and the reference does not say which.
 */
function wholeOf(action: string, place: Place): Target[] {
  const all: Target = { resource: '*', is: 'certain' }
  const [prefix = '', name = ''] = action.toLowerCase().split(':')
  if (prefix === 'ec2') return [all]
  const collections = typesIn(prefix)
    .filter((type) => type.format !== null && name.includes(type.name.toLowerCase().replace(/[^a-z]/g, '')))
    .flatMap(({ format }) => ['*', ''].map((one) => arnOf(format ?? '', [one, '*', '*', '*', '*'], place)))
  return [all.resource as string, ...collections].map((resource) => ({
    resource,
    is: collections.length > 0 ? 'alternative' : 'certain',
  }))
}

/** All of these have one resource, which may be of several types. Of other actions of EC2, several can come together. */
const hasOneResource = (action: string) => !action.startsWith('ec2:') || /Tags$|ResourcePolicy$/.test(action)

/** @returns null for an action that the reference does not have */
export function targetsOf(event: TrailEvent, action: string, place: Place): Target[] | null {
  const types = typesOf(action)?.types
  if (!types) return null
  if (types.length === 0) return wholeOf(action, place)
  const { arns, partly, hasOther } = namedIn(event, action, types, place)
  const prefix = action.split(':')[0] ?? ''
  const isRequiredSome = types.some(({ isRequired }) => isRequired)
  const isOneNamed = !isRequiredSome && hasOneResource(action) && arns.size > 0 && !hasOther
  const targets = types.flatMap(({ name: type, format, isRequired, isMade }): Target[] => {
    // EC2 gives ids itself, so it asks about "volume/*". Other services ask about the name that the request gives.
    const isNew = isMade && prefix === 'ec2' && !/Tags$/.test(action)
    // What a request makes is the caller's. Whose the rest is, only its name says.
    const owner = isMade ? place.account : anyText
    const unnamed =
      format === null ? null : (partly.get(type) ?? arnOf(format, isNew ? ['*', '*', '*'] : [], place, owner))
    const named = [...(arns.get(type) ?? [])]
    // One ARN of two forms, of which the guide does not say which one counts.
    const isUnsure = /^(logs|sns|ssm)$/.test(prefix) && named.length > 1
    const certain = named.map(
      (resource): Target => ({ resource, type, is: isUnsure ? 'alternative' : 'certain' }),
    )
    if (named.length > 0) return isNew ? [...certain, { resource: unnamed, type, is: 'possible' }] : certain
    if (isOneNamed) return []
    if (isRequired || (action === 'ec2:RunInstances' && type === 'volume' && hasVolume(event)))
      return [{ resource: unnamed, type, is: 'certain' }]
    if (isRequiredSome || arns.size > 0)
      return isAbsent(event, action, type) ? [] : [{ resource: unnamed, type, is: 'possible' }]
    return [{ resource: unnamed, type, is: 'alternative' }]
  })
  // One of the types, or none of them.
  if (targets.some(({ is }) => is === 'alternative') && !isRequiredSome && arns.size === 0)
    targets.push({ resource: '*', is: 'alternative' })
  return targets
}
