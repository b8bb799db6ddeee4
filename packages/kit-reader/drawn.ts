// Everything that the page says about an organization, from the functions that check the kit.

import { EvaluationError } from '../terraform/expression.ts'
import { countInstances, type Inputs, localOf, refusedValues, total } from '../terraform/module.ts'
import { writeTfvars } from '../terraform/write-tfvars.ts'
import { coreCost, egressCost, taskCost, teamCost } from './costs.ts'
import { inputsOf, type KitInputs } from './kit-inputs.ts'
import { folders, type KitModel, type Organization } from './organization.ts'

/** A value that the kit refuses, with the kit's words. */
export interface Refused {
  folder: string
  variable: string
  message: string
}

/** US dollars a month, and of how many things. */
interface Line {
  name: 'core' | 'egress' | 'teams' | 'tasks'
  amount: number
  counts: Record<string, number>
}

/** A quota of AWS that is smaller than what the organization needs. */
interface Quota {
  name: keyof typeof quotas
  /** The account and the region that it is raised in. */
  account: string
  region: string
  needed: number
}

/**
 * What a new account may have, and who says so. Each can be raised in the console Service Quotas.
 * VPCs and addresses: https://docs.aws.amazon.com/vpc/latest/userguide/amazon-vpc-limits.html
 * Endpoints: https://docs.aws.amazon.com/vpc/latest/privatelink/vpc-limits-endpoints.html
 * Accounts: https://docs.aws.amazon.com/organizations/latest/userguide/orgs_reference_limits.html
 * Processors: https://docs.aws.amazon.com/AmazonECS/latest/developerguide/service-quotas.html
 */
export const quotas = {
  accounts: 10,
  vpcs: 5,
  addresses: 5,
  gateways: 5,
  endpoints: 20,
  processors: 6,
} as const

export interface AddressPlan {
  environment: string
  cidr: string
  /** The ranges of the zones by tier. */
  tiers: Record<string, string[]>
}

export interface Drawn {
  accounts: { name: string; unit: string }[]
  /** Names of service control policies by target: `root` or a unit. */
  attachments: Record<string, string[]>
  refused: Refused[]
  /** Resources that the first apply adds, by folder. Null if refused values make them unknown. */
  resources: Record<'organization' | 'identity' | 'networking' | 'team', number> | null
  bill: Line[] | null
  /** Null if they are not counted, as the resources. */
  quotas: Quota[] | null
  addresses: AddressPlan[]
  files: { path: string; text: string }[]
}

/** Null if Terraform would refuse the values. */
function ifPossible<Result>(make: () => Result): Result | null {
  try {
    return make()
  } catch (error) {
    if (error instanceof EvaluationError) return null
    throw error
  }
}

type Size = { cpu: number; memory: number; min: number; max: number }
const sizeOf = (inputs: Inputs) => inputs.api_size as unknown as Size
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

function countsOf({ modules }: KitModel, inputs: KitInputs) {
  const count = (folder: string, values: Inputs) => countInstances(modules, folder, values)
  return {
    organization: count(folders.organization, inputs.organization),
    identity: count(folders.identity, inputs.identity),
    networking: count(folders.networking, inputs.networking),
    teams: inputs.teams.map((team) => count(folders.team, team.inputs)),
  }
}
type Counts = ReturnType<typeof countsOf>

function billOf(counts: Counts, { teams }: KitInputs): Line[] {
  const core = { ...counts.organization, ...counts.networking }
  const tasks = teams.map(({ inputs }) => sizeOf(inputs))
  return [
    {
      name: 'core',
      amount: coreCost(core),
      counts: { parameters: total(core, 'aws_ssm_parameter'), zones: total(core, 'aws_route53_zone') },
    },
    {
      name: 'egress',
      amount: egressCost(counts.networking),
      counts: {
        gateways: total(counts.networking, 'aws_nat_gateway'),
        attachments: total(counts.networking, 'aws_ec2_transit_gateway_vpc_attachment'),
      },
    },
    {
      name: 'teams',
      amount: sum(counts.teams.map(teamCost)),
      counts: { balancers: sum(counts.teams.map((one) => total(one, 'aws_lb'))) },
    },
    {
      name: 'tasks',
      amount: sum(tasks.map((size) => size.min * taskCost(size))),
      counts: { tasks: sum(tasks.map(({ min }) => min)) },
    },
  ]
}

function quotasOf(counts: Counts, inputs: KitInputs): Quota[] {
  const { networking, organization, teams } = inputs
  const region = String(networking.home_region)
  const inNetwork = (name: Quota['name'], needed: number): Quota => ({
    name,
    account: 'network',
    region,
    needed,
  })
  const gateways = total(counts.networking, 'aws_nat_gateway')
  const processors = Object.groupBy(teams, ({ workload }) => workload.account)
  const all: Quota[] = [
    {
      name: 'accounts',
      account: 'management',
      region: 'us-east-1',
      needed: Object.keys(organization.accounts ?? {}).length + 1,
    },
    // Every account has a default VPC in each region.
    inNetwork('vpcs', total(counts.networking, 'aws_vpc') + 1),
    inNetwork('addresses', total(counts.networking, 'aws_eip')),
    inNetwork('gateways', networking.nat_per_zone === true ? gateways / 3 : gateways),
    inNetwork('endpoints', total(counts.networking, 'aws_vpc_endpoint.gateway')),
    ...Object.entries(processors).map(
      ([account, sharing = []]): Quota => ({
        name: 'processors',
        account,
        region,
        needed: sum(sharing.map(({ inputs: one }) => (sizeOf(one).max * sizeOf(one).cpu) / 1024)),
      }),
    ),
  ]
  return all.filter(({ name, needed }) => needed > quotas[name])
}

function addressesOf({ modules }: KitModel, { networking }: KitInputs): AddressPlan[] {
  const module = modules[folders.networking]
  if (!module) return []
  const cidrs = localOf(module, networking, 'vpc_cidrs') as Record<string, string>
  const subnets = Object.values(
    localOf(module, networking, 'subnets') as Record<string, Record<string, string>>,
  )
  return Object.keys(networking.environments ?? {}).map((environment) => {
    const own = subnets.filter((subnet) => subnet.environment === environment)
    const tiers = Object.groupBy(own, ({ tier = '' }) => tier) as Record<string, Record<string, string>[]>
    return {
      environment,
      cidr: cidrs[environment] ?? '',
      tiers: Object.fromEntries(
        Object.entries(tiers).map(([tier, ranges]) => [tier, ranges.map(({ cidr = '' }) => cidr)]),
      ),
    }
  })
}

function refusedOf({ modules }: KitModel, inputs: KitInputs): Refused[] {
  const sets: [folder: string, values: Inputs][] = [
    [folders.organization, inputs.organization],
    [folders.identity, inputs.identity],
    [folders.networking, inputs.networking],
    ...inputs.teams.map((team): [string, Inputs] => [folders.team, team.inputs]),
  ]
  const all = sets.flatMap(([folder, values]) => {
    const module = modules[folder]
    return module ? refusedValues(module, values).map((one) => ({ folder, ...one })) : []
  })
  // Several teams may have the same mistake.
  const byText = new Map(all.map((one) => [`${one.folder} ${one.variable} ${one.message}`, one]))
  return [...byText.values()]
}

function filesOf(inputs: KitInputs, comment: string): Drawn['files'] {
  const core = (['organization', 'identity', 'networking'] as const).map((layer) => ({
    path: `${folders[layer]}/terraform.tfvars`,
    text: writeTfvars(inputs[layer], comment),
  }))
  const teams = inputs.teams.map(({ team, workload, inputs: values }) => ({
    path: `team-${team}/environments/${workload.environment}.tfvars`,
    text: writeTfvars(values, comment),
  }))
  return [...core, ...teams]
}

/** @param comment begins each file */
export function draw(organization: Organization, kit: KitModel, comment: string): Drawn {
  const inputs = inputsOf(organization, kit)
  const module = kit.modules[folders.organization]
  const counts = ifPossible(() => countsOf(kit, inputs))
  const accounts = Object.entries((inputs.organization.accounts ?? {}) as Record<string, { unit: string }>)
  return {
    accounts: accounts.map(([name, { unit }]) => ({ name, unit })),
    attachments: module
      ? (localOf(module, inputs.organization, 'attachments') as unknown as Record<string, string[]>)
      : {},
    refused: refusedOf(kit, inputs),
    resources: counts && {
      organization: total(counts.organization),
      identity: total(counts.identity),
      networking: total(counts.networking),
      team: sum(counts.teams.map((one) => total(one))),
    },
    bill: counts && billOf(counts, inputs),
    quotas: counts && quotasOf(counts, inputs),
    addresses: ifPossible(() => addressesOf(kit, inputs)) ?? [],
    files: filesOf(inputs, comment),
  }
}
