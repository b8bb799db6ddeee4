// Values for the kit's variables, from an organization as a visitor describes it. Everything that the visitor does not choose comes
// from the kit's examples.
import type { Value } from 'terraform/expression'
import { defaultOf, type Inputs } from 'terraform/module'
import { type Fields, fields, folders, type KitModel, type Organization } from './organization.ts'
import { regions } from './regions.ts'

/** An account with a network, and the teams that use it. */
interface Workload {
  account: string
  environment: string
  teams: string[]
}

function workloadsOf({ separate, teams, environments }: Organization): Workload[] {
  if (!separate || teams.length === 0)
    return environments.map((environment) => ({ account: environment, environment, teams }))
  return teams.flatMap((team) =>
    environments.map((environment) => ({ account: `${team}-${environment}`, environment, teams: [team] })),
  )
}

/** The names that another account has already, by query key. Each of these accounts is made only once. */
export function takenNames(organization: Organization, { examples }: KitModel): Record<string, string[]> {
  const accounts = Object.keys(fields(examples.organization.accounts))
  const names = new Set(
    accounts.filter((name) => !Object.hasOwn(fields(examples.networking.environments), name)),
  )
  const isTaken = (name: string) => names.size === names.add(name).size
  const environments = workloadsOf(organization).map(({ account }) => account)
  return Object.fromEntries(
    Object.entries({ environments, ...organization.further }).map(([key, chosen]) => [
      key,
      chosen.filter(isTaken),
    ]),
  )
}

/** Values for the variables of each core folder, and of each team in each environment. */
export interface KitInputs {
  organization: Inputs
  identity: Inputs
  networking: Inputs
  teams: { team: string; workload: Workload; inputs: Inputs }[]
}

/** What the values of every folder depend on. */
interface Choices {
  organization: Organization
  workloads: Workload[]
  kit: KitModel
}

/** Replaces the domain of the examples in a value and in its keys. */
function withDomain(value: Value, { organization, kit }: Choices): Value {
  const exampleDomain = String(kit.examples.networking.domain)
  const replace = (inner: Value): Value => {
    if (typeof inner === 'string') return inner.replaceAll(exampleDomain, () => organization.domain)
    if (Array.isArray(inner)) return inner.map(replace)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(
      Object.entries(inner).map(([key, field]) => [String(replace(key)), replace(field)]),
    )
  }
  return replace(value)
}

/**
 * The example with other values. A value that equals the variable's default needs no line, unless the example has one.
 * @param example the values of the folder's example file
 */
function override(folder: string, example: Inputs, values: Inputs, choices: Choices): Inputs {
  const module = choices.kit.modules[folder]
  const needed = Object.entries(values).filter(
    ([name, value]) =>
      Object.hasOwn(example, name) || JSON.stringify(value) !== JSON.stringify(defaultOf(module, name)),
  )
  return { ...(withDomain(example, choices) as Inputs), ...Object.fromEntries(needed) }
}

/** The example's environment that is most like this one. People may do less in `staging` than in `dev`, so it is the fallback. */
const similarEnvironment = (environment: string, { examples }: KitModel): string =>
  Object.hasOwn(examples.teams, environment)
    ? environment
    : environment.startsWith('prod')
      ? 'prod'
      : 'staging'

/** Whether the account of the example belongs to an environment. The visitor's accounts replace these. */
const isWorkload = (account: string, { examples }: KitModel): boolean =>
  Object.hasOwn(fields(examples.networking.environments), account)

/** The accounts of the example that stay, then those of the environments, then the visitor's additional ones. */
function accountsOf(choices: Choices): Inputs {
  const { organization, workloads, kit } = choices
  const exampleAccounts = fields(kit.examples.organization.accounts)
  const accounts = new Map<string, Value>()
  for (const [name, account] of Object.entries(exampleAccounts))
    if (!isWorkload(name, kit)) accounts.set(name, withDomain(account, choices))
  const add = (name: string, unit: string, budget?: Value) => {
    const account = { email: `aws+${name}@${organization.domain}`, unit }
    if (!accounts.has(name))
      accounts.set(name, budget === undefined ? account : { ...account, monthly_usd: budget })
  }
  for (const { account, environment } of workloads)
    add(account, 'workloads', fields(exampleAccounts[similarEnvironment(environment, kit)]).monthly_usd)
  for (const [unit, names] of Object.entries(organization.further)) for (const name of names) add(name, unit)
  return Object.fromEntries(accounts)
}

function organizationInputs(choices: Choices): Inputs {
  const { organization, kit } = choices
  // The prefix is a good guess for the company's name on GitHub.
  const company = organization.prefix.replace(/[^A-Za-z0-9-]/g, '') || 'acme'
  const values = {
    home_region: organization.home,
    regions: organization.regions,
    prefix: organization.prefix,
    accounts: accountsOf(choices),
    log_retention_days: organization.retention,
    guardduty_features: organization.plans,
    image_repositories: Object.fromEntries(
      organization.teams.map((team) => [`${team}/api`, `${company}/${team}`]),
    ),
  }
  return override(folders.organization, kit.examples.organization, values, choices)
}

/** Gives each group the same permission sets as in the example, in the visitor's accounts. */
function identityInputs(choices: Choices): Inputs {
  const { organization, workloads, kit } = choices
  const access: Fields = {}
  for (const [group, value] of Object.entries(fields(kit.examples.identity.access))) {
    const byAccount = fields(value)
    const granted: Record<string, Value> = {}
    for (const { account, environment } of workloads) {
      const sets = byAccount[similarEnvironment(environment, kit)]
      if (sets !== undefined) granted[account] = sets
    }
    for (const [account, sets] of Object.entries(byAccount))
      if (!isWorkload(account, kit)) granted[account] = sets
    if (Object.keys(granted).length > 0) access[group] = granted
  }
  const values = { home_region: organization.home, alarm_regions: organization.regions, access }
  return override(folders.identity, kit.examples.identity, values, choices)
}

function networkingInputs(choices: Choices): Inputs {
  const { organization, workloads, kit } = choices
  const values = {
    home_region: organization.home,
    zone_ids: regions[organization.home] ?? [],
    environments: Object.fromEntries(workloads.map(({ account }, index) => [account, index])),
    egress: organization.egress,
    nat_per_zone: organization.perZone,
    domain: organization.domain,
  }
  return override(folders.networking, kit.examples.networking, values, choices)
}

function teamInputs(
  team: string,
  { account, environment }: Workload,
  { organization, kit }: Choices,
): Inputs {
  const { home, domain } = organization
  const example = kit.examples.teams[similarEnvironment(environment, kit)] ?? {}
  const accountIdIn = (name: string) => /\d{12}/.exec(String(example[name]))?.[0] ?? ''
  const networkId = accountIdIn('network_parameter_arn')
  const mailbox = String(example.alarm_email)
    .replace(String(example.team), () => team)
    .split('@')[0]
  const digest = String(example.api_image).split('@')[1]
  return {
    ...example,
    environment,
    team,
    home_region: home,
    network_parameter_arn: `arn:aws:ssm:${home}:${networkId}:parameter/network/${account}`,
    zone_name: `${team}.${account}.${domain}`,
    alarm_email: `${mailbox}@${domain}`,
    api_image: `${accountIdIn('api_image')}.dkr.ecr.${home}.amazonaws.com/${team}/api@${digest}`,
  }
}

/** The values for each folder of the kit. */
export function inputsOf(organization: Organization, kit: KitModel): KitInputs {
  const workloads = workloadsOf(organization)
  const choices = { organization, workloads, kit }
  return {
    organization: organizationInputs(choices),
    identity: identityInputs(choices),
    networking: networkingInputs(choices),
    teams: workloads.flatMap((workload) =>
      workload.teams.map((team) => ({ team, workload, inputs: teamInputs(team, workload, choices) })),
    ),
  }
}
