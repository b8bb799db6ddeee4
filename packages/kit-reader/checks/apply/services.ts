// Answers what moto lacks, as AWS documents it, and refuses what AWS refuses when calls come in the wrong order. Nothing here
// decides for the kit: what Terraform sends comes back, and GuardDuty adds its agents, as AWS does.
import { randomUUID } from 'node:crypto'
import type { Call, Fields } from './front.ts'

/** AWS refuses the request. */
export class Refused extends Error {
  code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Service access of the organization, and the account that each service is delegated to. */
const access = new Set<string>()
const delegated = new Map<string, string>()

// --- GuardDuty ---

interface Feature {
  name: string
  additionalConfiguration: Fields[]
  [key: string]: unknown
}
interface Detector {
  settings: Fields
  features: Feature[]
  members: string
  ofMembers: Feature[]
}
const plans = [
  ...['S3_DATA_EVENTS', 'EKS_AUDIT_LOGS', 'EBS_MALWARE_PROTECTION', 'RDS_LOGIN_EVENTS'],
  ...['LAMBDA_NETWORK_LOGS', 'RUNTIME_MONITORING'],
]
/** https://docs.aws.amazon.com/guardduty/latest/APIReference/API_DetectorAdditionalConfiguration.html */
const agents = ['EKS_ADDON_MANAGEMENT', 'ECS_FARGATE_AGENT_MANAGEMENT', 'EC2_AGENT_MANAGEMENT']
const featuresWith = (key: string, value: string, off: string): Feature[] =>
  plans.map((name) => {
    const isRuntime = name === 'RUNTIME_MONITORING'
    const additionalConfiguration = isRuntime ? agents.map((agent) => ({ name: agent, [key]: off })) : []
    return { name, [key]: isRuntime ? off : value, additionalConfiguration }
  })
function change(features: Feature[], wanted: unknown): void {
  for (const { additionalConfiguration = [], ...one } of (wanted ?? []) as Partial<Feature>[]) {
    const feature = features.find(({ name }) => name === one.name)
    if (!feature) throw new Refused('BadRequestException', `there is no feature ${one.name}`)
    Object.assign(feature, one)
    for (const agent of additionalConfiguration)
      Object.assign(feature.additionalConfiguration.find(({ name }) => name === agent.name) ?? {}, agent)
  }
}
const detectors = new Map<string, Map<string, Detector>>()
const guardDutyAdmins = new Map<string, string>()

async function guardDuty(call: Call): Promise<Fields> {
  const { method, path, region, json } = call
  const owner = await call.account()
  const [, first, id = '', part] = path.split('/')
  const own = detectors.get(`${owner} ${region}`) ?? new Map<string, Detector>()
  detectors.set(`${owner} ${region}`, own)
  if (first === 'tags') return { tags: {} }
  if (first === 'admin') {
    const admin = guardDutyAdmins.get(region)
    if (method === 'GET')
      return { adminAccounts: admin ? [{ adminAccountId: admin, adminStatus: 'ENABLED' }] : [] }
    if (id === 'enable' && !access.has('guardduty.amazonaws.com'))
      throw new Refused('BadRequestException', 'service access for guardduty.amazonaws.com is off')
    if (id === 'enable') guardDutyAdmins.set(region, String(json.adminAccountId))
    else guardDutyAdmins.delete(region)
    return {}
  }
  if (!id) {
    if (method === 'GET') return { detectorIds: [...own.keys()] }
    if (own.size > 0) throw new Refused('BadRequestException', 'a detector already exists')
    const { findingPublishingFrequency = 'SIX_HOURS', tags = {} } = json
    const settings = { status: json.enable ? 'ENABLED' : 'DISABLED', findingPublishingFrequency, tags }
    const detectorId = randomUUID().replaceAll('-', '')
    const features = featuresWith('status', 'ENABLED', 'DISABLED')
    own.set(detectorId, {
      settings,
      features,
      members: 'NONE',
      ofMembers: featuresWith('autoEnable', 'NONE', 'NONE'),
    })
    return { detectorId }
  }
  const detector = own.get(id)
  if (!detector)
    throw new Refused('BadRequestException', 'the detectorId is not owned by the current account')
  if (part === 'admin') {
    if (guardDutyAdmins.get(region) !== owner)
      throw new Refused('BadRequestException', 'the account is not the delegated administrator')
    if (method === 'GET')
      return {
        autoEnable: detector.members !== 'NONE',
        autoEnableOrganizationMembers: detector.members,
        memberAccountLimitReached: false,
        features: detector.ofMembers,
      }
    detector.members = String(json.autoEnableOrganizationMembers ?? detector.members)
    change(detector.ofMembers, json.features)
    return {}
  }
  if (method === 'GET')
    return {
      ...detector.settings,
      serviceRole: 'AWSServiceRoleForAmazonGuardDuty',
      features: detector.features,
    }
  if (method === 'DELETE') {
    if (guardDutyAdmins.get(region) === owner)
      throw new Refused('BadRequestException', 'the account is the delegated administrator')
    own.delete(id)
  } else change(detector.features, json.features)
  return {}
}

// --- Organizations: service access and delegations ---

async function organizations({ action, json, ask }: Call): Promise<Fields | null> {
  const service = String(json.ServicePrincipal)
  const since = { DelegationEnabledDate: 1_767_225_600 }
  switch (action) {
    case 'EnableAWSServiceAccess':
      access.add(service)
      return {}
    case 'DisableAWSServiceAccess':
      access.delete(service)
      return {}
    case 'ListAWSServiceAccessForOrganization':
      return {
        EnabledServicePrincipals: [...access].map((ServicePrincipal) => ({
          ServicePrincipal,
          DateEnabled: 1_767_225_600,
        })),
      }
    case 'RegisterDelegatedAdministrator':
      if (!access.has(service))
        throw new Refused('ConstraintViolationException', `service access for ${service} is off`)
      delegated.set(service, String(json.AccountId))
      return {}
    case 'DeregisterDelegatedAdministrator':
      delegated.delete(service)
      return {}
    case 'ListDelegatedAdministrators': {
      const ids = new Set([...delegated].filter(([one]) => !json.ServicePrincipal || one === service))
      const accounts = [...ids].map(async ([, AccountId]) => {
        const found = await ask('organizations', 'AWSOrganizationsV20161128.DescribeAccount', { AccountId })
        return { ...(found.Account as Fields), ...since }
      })
      return { DelegatedAdministrators: await Promise.all(accounts) }
    }
    case 'ListDelegatedServicesForAccount':
      return {
        DelegatedServices: [...delegated]
          .filter(([, one]) => one === json.AccountId)
          .map(([ServicePrincipal]) => ({ ServicePrincipal, ...since })),
      }
  }
  return null
}

// --- StackSets: keeps the set and its targets, and deploys nothing ---

interface StackSet {
  id: string
  given: URLSearchParams
  units: Set<string>
  regions: Set<string>
}
const sets = new Map<string, StackSet>()
const listIn = (form: URLSearchParams, name: string): string[] =>
  [...form].filter(([key]) => new RegExp(`^${name}\\.member\\.\\d+$`).test(key)).map(([, value]) => value)
const pairsIn = (form: URLSearchParams, list: string, key: string, value: string) =>
  [...form]
    .filter(([name]) => name.startsWith(`${list}.member.`) && name.endsWith(`.${key}`))
    .map(([name, one]) => ({ [key]: one, [value]: form.get(name.replace(/\w+$/, value)) ?? '' }))

async function stackSets(call: Call): Promise<Fields | null> {
  const { action, form, region, ask } = call
  if (!/StackSet|StackInstance/.test(action)) return null
  const name = (form.get('StackSetName') ?? '').split(':')[0] ?? ''
  if (action === 'CreateStackSet') {
    const id = `${name}:${randomUUID()}`
    sets.set(name, { id, given: form, units: new Set(), regions: new Set() })
    return { StackSetId: id }
  }
  const set = sets.get(name)
  if (!set) throw new Refused('StackSetNotFoundException', `StackSet ${name} not found`)
  const { given, id, units, regions } = set
  if (action === 'DeleteStackSet') {
    if (units.size > 0) throw new Refused('StackSetNotEmptyException', 'StackSet is not empty')
    sets.delete(name)
    return {}
  }
  if (action === 'DescribeStackSet')
    return {
      StackSet: {
        StackSetName: name,
        StackSetId: id,
        StackSetARN: `arn:aws:cloudformation:${region}:${await call.account()}:stackset/${id}`,
        Description: given.get('Description') ?? undefined,
        Status: 'ACTIVE',
        TemplateBody: given.get('TemplateBody') ?? undefined,
        Parameters: pairsIn(given, 'Parameters', 'ParameterKey', 'ParameterValue'),
        Capabilities: listIn(given, 'Capabilities'),
        Tags: pairsIn(given, 'Tags', 'Key', 'Value'),
        PermissionModel: given.get('PermissionModel') ?? undefined,
        OrganizationalUnitIds: [...units],
        Regions: [...regions],
        AutoDeployment: {
          Enabled: given.get('AutoDeployment.Enabled') === 'true',
          RetainStacksOnAccountRemoval: given.get('AutoDeployment.RetainStacksOnAccountRemoval') === 'true',
        },
        ManagedExecution: { Active: given.get('ManagedExecution.Active') === 'true' },
      },
    }
  if (action === 'ListStackInstances') {
    const target = 'AWSOrganizationsV20161128.ListAccountsForParent'
    const found = [...units].map(async (unit) => {
      const { Accounts = [] } = await ask('organizations', target, { ParentId: unit })
      // A unit without accounts has no instances.
      return (Accounts as { Id: string }[]).flatMap(({ Id }) =>
        [...regions].map((one) => ({
          StackSetId: id,
          Account: Id,
          Region: one,
          OrganizationalUnitId: unit,
          Status: 'CURRENT',
          StackInstanceStatus: { DetailedStatus: 'SUCCEEDED' },
        })),
      )
    })
    return { Summaries: (await Promise.all(found)).flat() }
  }
  if (action === 'UpdateStackSet') for (const [key, value] of form) given.set(key, value)
  const [wanted, where] = [listIn(form, 'DeploymentTargets.OrganizationalUnitIds'), listIn(form, 'Regions')]
  if (action === 'CreateStackInstances') {
    for (const unit of wanted) units.add(unit)
    for (const one of where) regions.add(one)
  }
  if (action === 'DeleteStackInstances') {
    for (const unit of wanted) units.delete(unit)
    if (units.size === 0) regions.clear()
  }
  const OperationId = form.get('OperationId') ?? randomUUID()
  if (action === 'DescribeStackSetOperation')
    return { StackSetOperation: { OperationId, StackSetId: id, Action: 'CREATE', Status: 'SUCCEEDED' } }
  return action.startsWith('List') ? { Summaries: [] } : { OperationId }
}

// --- RAM ---

const shares = new Map<string, Fields>()
const links = new Map<string, Fields>()

async function resourceShares(call: Call): Promise<Fields | null> {
  const { path, json, region, query } = call
  const times = { creationTime: 1_767_225_600, lastUpdatedTime: 1_767_225_600 }
  const arn = String(json.resourceShareArn ?? query.get('resourceShareArn'))
  switch (path.slice(1)) {
    case 'enablesharingwithawsorganization':
      access.add('ram.amazonaws.com')
      await call.askQuery('iam', {
        Action: 'CreateRole',
        Version: '2010-05-08',
        Path: '/aws-service-role/ram.amazonaws.com/',
        RoleName: 'AWSServiceRoleForResourceAccessManager',
        AssumeRolePolicyDocument: '{}',
      })
      return { returnValue: true }
    case 'createresourceshare': {
      const owner = await call.account()
      const resourceShareArn = `arn:aws:ram:${region}:${owner}:resource-share/${randomUUID()}`
      const { name, tags, allowExternalPrincipals } = json
      const share = { resourceShareArn, name, tags, allowExternalPrincipals, owningAccountId: owner }
      shares.set(resourceShareArn, { ...share, ...times, status: 'ACTIVE' })
      return { resourceShare: shares.get(resourceShareArn) }
    }
    case 'getresourceshares': {
      const wanted = json.resourceShareArns as string[] | undefined
      const found = [...shares].filter(([one]) => !wanted || wanted.includes(one))
      return { resourceShares: found.map(([, share]) => share) }
    }
    case 'updateresourceshare':
      return { resourceShare: Object.assign(shares.get(arn) ?? {}, { name: json.name }) }
    case 'tagresource': {
      const tags = [...((shares.get(arn)?.tags ?? []) as Fields[]), ...(json.tags as Fields[])]
      const newest = new Map(tags.map((tag) => [tag.key, tag]))
      Object.assign(shares.get(arn) ?? {}, { tags: [...newest.values()] })
      return {}
    }
    case 'deleteresourceshare':
      shares.delete(arn)
      return { returnValue: true }
    case 'listresourcesharepermissions':
      return { permissions: [] }
    case 'associateresourceshare':
    case 'disassociateresourceshare': {
      const of = (associationType: string, list: unknown) =>
        ((list ?? []) as string[]).map((associatedEntity) => ({
          resourceShareArn: arn,
          associationType,
          associatedEntity,
          ...times,
        }))
      const asked = [...of('RESOURCE', json.resourceArns), ...of('PRINCIPAL', json.principals)]
      const ends = path.startsWith('/dis')
      const resourceShareAssociations = asked.map((one) => {
        const link = { ...one, status: ends ? 'DISASSOCIATED' : 'ASSOCIATED' }
        if (ends) links.delete(`${arn} ${one.associatedEntity}`)
        else links.set(`${arn} ${one.associatedEntity}`, link)
        return link
      })
      return { resourceShareAssociations }
    }
    case 'getresourceshareassociations': {
      const wanted = json.resourceShareArns as string[] | undefined
      const entity = json.principal ?? json.resourceArn
      const found = [...links.values()].filter(
        (link) =>
          link.associationType === json.associationType &&
          (!wanted || wanted.includes(String(link.resourceShareArn))) &&
          (!entity || link.associatedEntity === entity),
      )
      return { resourceShareAssociations: found }
    }
  }
  return null
}

// --- Identity Center ---

const tagsOf = new Map<string, Map<unknown, Fields>>()
const attached = new Map<string, string[]>()
const boundaries = new Map<string, unknown>()
const memberships = new Map<string, Fields>()

function identityCenter({ action, json }: Call): Fields | null {
  const tags = tagsOf.get(String(json.ResourceArn)) ?? new Map<unknown, Fields>()
  tagsOf.set(String(json.ResourceArn), tags)
  const set = String(json.PermissionSetArn)
  const policies = attached.get(set) ?? []
  switch (action) {
    case 'TagResource':
      for (const tag of json.Tags as Fields[]) tags.set(tag.Key, tag)
      return {}
    case 'UntagResource':
      for (const key of json.TagKeys as string[]) tags.delete(key)
      return {}
    case 'ListTagsForResource':
      return { Tags: [...tags.values()] }
    case 'ProvisionPermissionSet':
    case 'DescribePermissionSetProvisioningStatus':
      return { PermissionSetProvisioningStatus: { RequestId: randomUUID(), Status: 'SUCCEEDED' } }
    case 'AttachManagedPolicyToPermissionSet':
      attached.set(set, [...policies, String(json.ManagedPolicyArn)])
      return {}
    case 'DetachManagedPolicyFromPermissionSet':
      attached.set(
        set,
        policies.filter((one) => one !== json.ManagedPolicyArn),
      )
      return {}
    case 'ListManagedPoliciesInPermissionSet':
      return { AttachedManagedPolicies: policies.map((Arn) => ({ Arn, Name: Arn.split('/').at(-1) })) }
    case 'PutPermissionsBoundaryToPermissionSet':
      boundaries.set(set, json.PermissionsBoundary)
      return {}
    case 'GetPermissionsBoundaryForPermissionSet':
      if (!boundaries.has(set)) throw new Refused('ResourceNotFoundException', 'no boundary')
      return { PermissionsBoundary: boundaries.get(set) }
    case 'DeletePermissionsBoundaryFromPermissionSet':
      boundaries.delete(set)
      return {}
  }
  return null
}

function identityStore({ action, json }: Call): Fields | null {
  const id = String(json.MembershipId)
  if (action === 'DeleteGroupMembership') memberships.delete(id)
  if (action !== 'DescribeGroupMembership') return null
  const found = memberships.get(id)
  if (!found) throw new Refused('ResourceNotFoundException', 'MEMBERSHIP not found')
  return found
}

/** @returns null where moto answers */
export async function answer(call: Call): Promise<Fields | null> {
  if (call.service === 'guardduty') return guardDuty(call)
  if (call.service === 'organizations') return organizations(call)
  if (call.service === 'cloudformation') return stackSets(call)
  if (call.service === 'ram') return resourceShares(call)
  if (call.service === 'sso') return identityCenter(call)
  if (call.service === 'identitystore') return identityStore(call)
  return null
}

/** The destination options of flow logs, which moto forgets. */
const options = new Map<string, [string, string][]>()
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** What to send instead, and what to make of moto's answer. */
export function corrected(call: Call): { sent?: string; receive?: (text: string) => string } {
  const { service, action, json, form } = call
  // moto looks for the trail by its name.
  if (service === 'cloudtrail' && /^(Start|Stop)Logging$/.test(action))
    return { sent: JSON.stringify({ Name: String(json.Name).split('/').at(-1) }) }
  if (service === 'sso' && action === 'CreatePermissionSet')
    return {
      receive(text) {
        const { PermissionSet } = JSON.parse(text) as { PermissionSet: { PermissionSetArn: string } }
        const tags = (json.Tags ?? []) as Fields[]
        tagsOf.set(PermissionSet.PermissionSetArn, new Map(tags.map((tag) => [tag.Key, tag])))
        return text
      },
    }
  if (service === 'identitystore' && action === 'CreateGroupMembership')
    return {
      receive(text) {
        const { MembershipId } = JSON.parse(text) as { MembershipId: string }
        memberships.set(MembershipId, { ...json, MembershipId })
        return text
      },
    }
  if (action === 'CreateFlowLogs')
    return {
      receive(text) {
        const given = [...form].filter(([key]) => key.startsWith('DestinationOptions.'))
        for (const [, id = ''] of text.matchAll(/<item>(fl-\w+)<\/item>/g)) options.set(id, given)
        return text
      },
    }
  if (action === 'DescribeFlowLogs')
    return {
      receive: (text) =>
        text.replaceAll(/<flowLogId>(fl-\w+)<\/flowLogId>/g, (found, id: string) => {
          const inner = (options.get(id) ?? []).map(([key, value]) => {
            const name = lowerFirst(key.split('.')[1] ?? '')
            return `<${name}>${value}</${name}>`
          })
          return `${found}<destinationOptions>${inner.join('')}</destinationOptions>`
        }),
    }
  return {}
}
