// What the kit makes of an organization: its accounts, refused values, resources, bill, quotas, addresses and files. The same
// functions check the kit.

import { EvaluationError } from 'terraform/expression'
import { countInstances, type Inputs, localOf, refusedValues, total } from 'terraform/module'
import { writeTfvars } from 'terraform/tfvars'
import { coreCost, egressCost, taskCost, teamCost } from './costs.ts'
import { inputsOf, type KitInputs } from './kit-inputs.ts'
import { folders, type KitModel, type Organization } from './organization.ts'

/** A value that a validation of the kit refuses, with its error message. */
export interface Refused {
  folder: string
  variable: string
  message: string
}

/** A line of the bill. */
interface Line {
  name: 'core' | 'egress' | 'teams' | 'tasks'
  /** US dollars a month. */
  amount: number
  /** How many things the amount is for. */
  counts: Record<string, number>
}

/** An AWS quota that the organization exceeds. */
interface Quota {
  name: keyof typeof quotas
  /** The account and the region in which to raise it. */
  account: string
  region: string
  needed: number
}

/**
 * The quotas of a new account. Each can be raised in the Service Quotas console.
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
  /** The CIDR ranges of the zones by tier. */
  tiers: Record<string, string[]>
}

/** What the kit makes of an organization. */
export interface Blueprint {
  accounts: { name: string; unit: string }[]
  /** Names of service control policies by target: `root` or a unit. */
  attachments: Record<string, string[]>
  refused: Refused[]
  /** How many resources the first apply adds, by folder. Null if a value is refused. */
  resources: Record<'organization' | 'identity' | 'networking' | 'team', number> | null
  /** Null like `resources`. */
  bill: Line[] | null
  /** Null like `resources`. */
  quotas: Quota[] | null
  addresses: AddressPlan[]
  files: { path: string; text: string }[]
}

/** Null if Terraform would refuse the values. */
function ifPossible<Result>(compute: () => Result): Result | null {
  try {
    return compute()
  } catch (error) {
    if (error instanceof EvaluationError) return null
    throw error
  }
}

type Size = { cpu: number; memory: number; min: number; max: number }
const sizeOf = (inputs: Inputs) => inputs.api_size as unknown as Size
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

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
      counts: { balancers: sum(counts.teams.map((team) => total(team, 'aws_lb'))) },
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
  const teamsByAccount = Object.groupBy(teams, ({ workload }) => workload.account)
  const needs: Quota[] = [
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
    ...Object.entries(teamsByAccount).map(
      ([account, sharing = []]): Quota => ({
        name: 'processors',
        account,
        region,
        needed: sum(sharing.map((team) => (sizeOf(team.inputs).max * sizeOf(team.inputs).cpu) / 1024)),
      }),
    ),
  ]
  return needs.filter(({ name, needed }) => needed > quotas[name])
}

function addressesOf({ modules }: KitModel, { networking }: KitInputs): AddressPlan[] {
  const module = modules[folders.networking]
  if (!module) return []
  const cidrs = localOf(module, networking, 'vpc_cidrs') as Record<string, string>
  const subnets = Object.values(
    localOf(module, networking, 'subnets') as Record<string, Record<string, string>>,
  )
  return Object.keys(networking.environments ?? {}).map((environment) => {
    const inEnvironment = subnets.filter((subnet) => subnet.environment === environment)
    const tiers = Object.groupBy(inEnvironment, ({ tier = '' }) => tier) as Record<
      string,
      Record<string, string>[]
    >
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
  const refused = sets.flatMap(([folder, values]) => {
    const module = modules[folder]
    return module ? refusedValues(module, values).map((refusal) => ({ folder, ...refusal })) : []
  })
  // Several teams may have the same mistake.
  const unique = new Map(
    refused.map((refusal) => [`${refusal.folder} ${refusal.variable} ${refusal.message}`, refusal]),
  )
  return [...unique.values()]
}

function filesOf(inputs: KitInputs, comment: string): Blueprint['files'] {
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

/** @param comment the first lines of each file, without `#` */
export function blueprintOf(organization: Organization, kit: KitModel, comment: string): Blueprint {
  const inputs = inputsOf(organization, kit)
  const module = kit.modules[folders.organization]
  const refused = refusedOf(kit, inputs)
  const counts = refused.length > 0 ? null : ifPossible(() => countsOf(kit, inputs))
  const accounts = Object.entries((inputs.organization.accounts ?? {}) as Record<string, { unit: string }>)
  return {
    accounts: accounts.map(([name, { unit }]) => ({ name, unit })),
    attachments: module
      ? (localOf(module, inputs.organization, 'attachments') as unknown as Record<string, string[]>)
      : {},
    refused,
    resources: counts && {
      organization: total(counts.organization),
      identity: total(counts.identity),
      networking: total(counts.networking),
      team: sum(counts.teams.map((team) => total(team))),
    },
    bill: counts && billOf(counts, inputs),
    quotas: counts && quotasOf(counts, inputs),
    addresses: ifPossible(() => addressesOf(kit, inputs)) ?? [],
    files: filesOf(inputs, comment),
  }
}
