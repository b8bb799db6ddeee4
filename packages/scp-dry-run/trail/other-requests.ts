// What AWS authorizes for an event beside its own action: iam:PassRole for each role that the request hands to a service
// (https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_use_passrole.html), the tags of what it makes, and the dependent actions
// of the Service Authorization Reference.
import type { OtherRequest, Target } from '../judge/request.ts'
import { actionsOf, isListedIn, neededBy, remembered, typesOf } from '../names/reference.ts'
import { anyText, arnWithoutPath } from '../policy/unknown-text.ts'
import { operationsIn } from './actions.ts'
import { type EventFacts, type KeyValue, keyValue, tagValue, withOwnKeys } from './context-keys.ts'
import { requestTags } from './request-tags.ts'
import { secondActions } from './second-actions.ts'
import { type Place, parametersOf, targetsOf } from './targets.ts'
import { eachText, type Fields, scalar, text } from './values.ts'

const passRole = 'iam:PassRole'

/**
 * Actions that pass a role, where they are given one, by the pages of their services, beside those of the Service Authorization
 * Reference (`neededBy`). "A user can pass a role ARN as a parameter in any API operation that uses the role to assign permissions to
 * the service", says the IAM User Guide, so a role in a request of any other action that writes is one that it may pass.
 */
const passing: Readonly<Record<string, RegExp>> = {
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_roles.html#troubleshoot_roles_not-auth-passrole
  autoscaling: /^PutLifecycleHook$/,
  // https://docs.aws.amazon.com/codebuild/latest/userguide/auth-and-access-control-permissions-reference.html
  codebuild: /^((Create|Update)Project|UpdateProjectVisibility)$/,
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/using-iam-servicerole.html
  cloudformation: /^((Create|Update|Delete)Stack|CreateChangeSet|ContinueUpdateRollback)$/,
  // https://docs.aws.amazon.com/AmazonECS/latest/developerguide/task_execution_IAM_role.html
  ecs: /^(RegisterTaskDefinition|RunTask|StartTask|CreateService)$/,
  // https://docs.aws.amazon.com/eks/latest/userguide/pod-id-association.html
  eks: /^(Create|Update)PodIdentityAssociation$/,
  // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-use-identity-based.html
  events: /^Put(Rule|Targets)$/,
  // https://docs.aws.amazon.com/glue/latest/dg/create-an-iam-role.html
  glue: /^(Create|Update)(Job|Crawler|DevEndpoint|MLTransform|Session)$/,
  // https://docs.aws.amazon.com/lambda/latest/dg/lambda-intro-execution-role.html
  lambda: /^(CreateFunction|UpdateFunctionConfiguration)$/,
}

/** Actions whose roles can be in something that the request only names: a launch template, a task definition, an instance profile. */
const byReference =
  /^(ec2:(RunInstances|RequestSpotInstances|RequestSpotFleet|(Associate|Replace)IamInstanceProfile\w*)|ecs:(RunTask|StartTask)|autoscaling:(Create|Update)AutoScalingGroup|(mgn|drs):Start\w+)$/

/** Optional roles: without the parameter, the request passes none (API references of Amazon EC2, RDS, SNS and CloudWatch Logs). */
const isOptional =
  /^(ec2:(RunInstances|RequestSpotInstances|CreateFlowLogs)|rds:\w+|sns:\w+|logs:Put(Destination|SubscriptionFilter))$/

/** Services that the role is passed to, where there is only one. The value of iam:PassedToService. */
const receivers =
  /^(cloudformation|codebuild|codepipeline|ec2|firehose|glue|lambda|pipes|sagemaker|scheduler|states)$/

const roleArn = /^arn:[\w-]+:iam::\d+:role\//
/** Fields whose text is a role. Flow logs call theirs deliverLogsPermissionArn. */
const isRoleField = /role|PermissionArn$/i
/** Fields that name a role for another reason than to pass it. */
const isNoPass =
  /principal|grant|policy|tag|condition|filter|resource|source|target(?!s$)|^assumeRole|session|^aws$/i
const isReading =
  /^(Get|List|Describe|Search|Query|Select|BatchGet|Simulate|Test|Validate|Check|Decode|Preview|Estimate|Assume)/

/** The roles of a request, and whether it passes them. */
interface Passed {
  role: string
  is: OtherRequest['is']
}

function rolesOf(action: string, parameters: Fields | null, place: Place): Passed[] {
  const [prefix = '', name = ''] = action.split(':')
  const isListed = neededBy(action).includes(passRole)
  const isKnown = isListed || (passing[prefix]?.test(name) ?? false)
  const anyRole = `arn:${place.partition}:iam::${place.account}:role/${anyText}`
  // Without its parameters, an action that makes something may pass a role, unless AWS lists those of its service that do.
  const mayPass = /^(Create|Update|Register|Run|Import|Restore)/.test(name) && !isListedIn(prefix, passRole)
  const isOther = /^(iam|sts|sso|identitystore|organizations|ram)$/.test(prefix)
  if (parameters === null) return isKnown || (mayPass && !isOther) ? [{ role: anyRole, is: 'possible' }] : []
  // "AddRoleToInstanceProfile" in the IAM API Reference: "The caller of this operation must be granted the PassRole permission".
  if (action === 'iam:AddRoleToInstanceProfile')
    return [{ role: arnWithoutPath('role', place, text(parameters.roleName) ?? anyText), is: 'certain' }]
  if (!isKnown && (isReading.test(name) || isOther)) return []
  const roles = new Map<string, Passed>()
  let hasProfile = false
  eachText(parameters, (given, field) => {
    if (roleArn.test(given)) {
      if (isKnown ? isRoleField.test(field) : !isNoPass.test(field))
        roles.set(given, { role: given, is: isKnown ? 'certain' : 'possible' })
    } else if (isKnown && /role(Name)?$/i.test(field)) {
      // A name, which Glue also takes with its path.
      const [name = '', ...path] = given.split('/').reverse()
      const isName = /^[\w+=,.@-]+$/.test(name)
      const withPath = `arn:${place.partition}:iam::${place.account}:role/${given}`
      const role = !isName ? anyRole : path.length > 0 ? withPath : arnWithoutPath('role', place, name)
      roles.set(role, { role, is: isName ? 'certain' : 'possible' })
    }
    hasProfile ||= /instanceProfile/i.test(field) || /:instance-profile\//.test(given)
  })
  // CloudTrail writes { "iamInstanceProfile": { "name": "web" } }.
  hasProfile ||= /"\w*instanceProfile\w*":\{"/i.test(JSON.stringify(parameters))
  if (roles.size > 0) return [...roles.values()]
  // An instance profile has a role of any name. AWS asks about the role when an instance gets the profile.
  if (hasProfile && isKnown) return [{ role: anyRole, is: byReference.test(action) ? 'certain' : 'possible' }]
  const isFromElsewhere = byReference.test(action) && (prefix !== 'ec2' || 'launchTemplate' in parameters)
  return isListed && (isFromElsewhere || !isOptional.test(action)) ? [{ role: anyRole, is: 'possible' }] : []
}

/** Actions that tag. */
const isTagging = /^(Tag|AddTags|CreateTags$|CreateOrUpdateTags$|ChangeTagsFor|UpdateTagsFor|SetTagsFor)/

/** Actions of the service that tag what an action makes, or a session. */
const tagActionsOf = remembered((action): readonly string[] => {
  const [prefix = '', name = ''] = action.split(':')
  if (/(?<!With)Tag/.test(name) || (isReading.test(name) && prefix !== 'sts')) return []
  const listed = neededBy(action).filter((needed) => isTagging.test(needed.split(':')[1] ?? ''))
  if (listed.length > 0) return listed
  const all = actionsOf(prefix)
    .filter((one) => isTagging.test(one))
    .map((one) => `${prefix}:${one}`)
  const types = new Set(typesOf(action)?.types.map((type) => type.name))
  const ofSameType = all.filter((one) => typesOf(one)?.types.some((type) => types.has(type.name)))
  return ofSameType.length > 0 ? ofSameType : all
})

/**
 * Actions that AWS authorizes with the tags of a new resource or session, for certain:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/supported-iam-actions-tagging.html,
 * https://docs.aws.amazon.com/AmazonECS/latest/developerguide/supported-iam-actions-tagging.html,
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/userguide/tagging-resources-during-creation.html,
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html,
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/id_tags.html and id_session-tags.html there.
 */
const asksForTags = /^(ec2|ecs|elasticloadbalancing|iam|sqs|sts):/

/** How another request differs from that of the event. */
interface Other {
  /** @returns the value of a key in lower case, or undefined for one that the caller has */
  known?: (key: string) => { value: KeyValue } | undefined
  /** It has the parameters of the event. */
  isSame?: boolean
  /** Its resource may be another account's. */
  isForeign?: boolean
}

/**
 * @param asked which of the other actions matter, and the condition keys that are asked for of each
 * @param targetsOfEvent the resources of the event's own action
 */
export function otherRequests(
  facts: EventFacts & { action: string },
  asked: (action: string) => readonly string[] | null,
  place: Place,
  targetsOfEvent: () => readonly Target[] | null,
): OtherRequest[] {
  const { event, action } = facts
  const parameters = parametersOf(event)
  const found: OtherRequest[] = []
  const add = (
    other: string,
    is: OtherRequest['is'],
    resources: readonly Target[] | null,
    { known, isSame = false, isForeign = false }: Other = {},
  ) => {
    const keys = asked(other)
    if (!keys) return
    // If its parameters are not recorded, its keys are those of the caller.
    const { requestParameters: _, responseElements: __, resources: ___, ...rest } = event
    const others = { ...facts, action: other, event: isSame ? event : rest }
    const valueFor = (key: string) => {
      const own = known?.(key.toLowerCase())
      return own ? own.value : keyValue(key, others)
    }
    found.push({
      ...{ action: other, is, leftOut: 'not recorded' },
      context: Object.fromEntries(keys.map((key) => [key, valueFor(key)])),
      resources: resources?.map((target) => withOwnKeys(target, keys, others)) ?? null,
      ...(isForeign && { isForeign }),
    })
  }
  const certain = (resource: string | null, type: string): Target => ({ resource, type, is: 'certain' })
  const prefix = action.split(':')[0] ?? ''

  if (asked(passRole))
    for (const { role, is } of rolesOf(action, parameters, place))
      add(passRole, is, [certain(role, 'role')], {
        known: (key) =>
          key === 'iam:passedtoservice'
            ? { value: receivers.test(prefix) ? `${prefix}.amazonaws.com` : undefined }
            : undefined,
      })

  const tagActions = tagActionsOf(action)
  for (const tagAction of tagActions.filter((one) => asked(one))) {
    const tags = parameters && requestTags(parameters)
    if (tags?.size === 0) continue
    const isSure = asksForTags.test(action) && tags !== null && tagActions.length === 1
    const typesOfTags = new Set(typesOf(tagAction)?.types.map(({ name }) => name))
    const made = (targetsOfEvent() ?? []).filter(({ type }) => type && typesOfTags.has(type))
    const isMade = (type: string) => typesOf(action)?.types.some((one) => one.name === type && one.isMade)
    // Of several types, the specifications name those that are tagged.
    const tagged = made.filter(
      ({ type = '' }) =>
        isMade(type) && (prefix !== 'ec2' || requestTags(parameters ?? {}, type)?.size !== 0),
    )
    const known = (key: string) => {
      if (key === 'ec2:createaction') return { value: action.slice(prefix.length + 1) }
      const isOfTags = /^aws:(requesttag\/|tagkeys$)/.test(key)
      return isOfTags && parameters ? { value: tagValue(key, action, parameters) } : undefined
    }
    add(tagAction, isSure ? 'certain' : 'possible', tagged.length > 0 ? tagged : null, { known })
  }

  /** On the same resources, with the parameters of the event. */
  const addSame = (other: string, is: OtherRequest['is']) => {
    if (asked(other)) add(other, is, targetsOf(event, other, place), { isSame: true })
  }
  for (const second of secondActions) {
    if (!second.events.test(`${prefix}:${event.eventName}`)) continue
    const isThere =
      second.parameters === null ||
      Object.entries(parameters ?? {}).some(([name, value]) =>
        second.parameters?.test(`${name}=${scalar(value) ?? ''}`),
      )
    if (isThere) addSame(second.action, second.is)
    else if (parameters === null) addSame(second.action, 'possible')
  }
  if (prefix === 'dynamodb')
    for (const operation of operationsIn(event.eventName ?? '', parameters ?? {}))
      if (operation !== action) addSame(operation, 'certain')

  // https://docs.aws.amazon.com/kms/latest/developerguide/kms-api-permissions-reference.html
  if (action === 'kms:ReEncryptFrom') {
    const key = text(parameters?.destinationKeyId)
    const isArn = key?.startsWith('arn:') && !key.includes(':alias/')
    const unknown = `arn:${place.partition}:kms:${place.region}:${anyText}:key/${anyText}`
    add('kms:ReEncryptTo', 'certain', [certain(isArn ? (key ?? null) : unknown, 'key')])
  }
  // https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html: the source must be readable, and its tags, if it has some.
  const source = [parameters?.['x-amz-copy-source']].flat()[0]
  const isCopy = /^(CopyObject|UploadPartCopy)$/.test(event.eventName ?? '')
  if (action === 's3:PutObject' && (typeof source === 'string' || isCopy)) {
    const [object = '', version] = String(source ?? '')
      .replace(/^\//, '')
      .split('?versionId=')
    const arn = /^(arn:|$)/.test(object) ? null : `arn:${place.partition}:s3:::${decoded(object)}`
    // Nothing says whose the other bucket is.
    const isForeign = !object.startsWith(`${parameters?.bucketName}/`)
    const name = version === undefined ? 's3:GetObject' : 's3:GetObjectVersion'
    add(name, object === '' ? 'possible' : 'certain', [certain(arn, 'object')], { isForeign })
    add(`${name}Tagging`, 'possible', [certain(arn, 'object')], { isForeign })
  }
  for (const needed of neededBy(action))
    if (needed !== passRole && !tagActions.includes(needed) && asked(needed))
      add(
        needed,
        'possible',
        targetsOf({ ...event, requestParameters: { omitted: true }, resources: [] }, needed, place),
      )
  return found
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
