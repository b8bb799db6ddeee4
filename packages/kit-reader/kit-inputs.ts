// Values for the kit's variables, from the organization that a visitor draws. What the visitor does not choose is as in the kit's
// examples.
import type { Value } from '../terraform/expression.ts'
import { defaultOf, type Inputs } from '../terraform/module.ts'
import { type Fields, fields, folders, type KitModel, type Organization } from './organization.ts'
import { regions } from './regions.ts'

/** An account with a network, and whose it is. */
interface Workload {
  account: string
  environment: string
  /** All of them share the account. */
  teams: string[]
}

function workloadsOf({ separate, teams, environments }: Organization): Workload[] {
  if (!separate || teams.length === 0)
    return environments.map((environment) => ({ account: environment, environment, teams }))
  return teams.flatMap((team) =>
    environments.map((environment) => ({ account: `${team}-${environment}`, environment, teams: [team] })),
  )
}

/** By the key of a query, the names that another account has already. Each account is made once. */
export function takenNames(organization: Organization, { examples }: KitModel): Record<string, string[]> {
  const accounts = Object.keys(fields(examples.organization.accounts))
  const all = new Set(
    accounts.filter((name) => !Object.hasOwn(fields(examples.networking.environments), name)),
  )
  const isTaken = (name: string) => all.size === all.add(name).size
  const environments = workloadsOf(organization).map(({ account }) => account)
  return Object.fromEntries(
    Object.entries({ environments, ...organization.further }).map(([key, names]) => [
      key,
      names.filter(isTaken),
    ]),
  )
}

/** Values for the variables of the core folders, and for each team in each environment. */
export interface KitInputs {
  organization: Inputs
  identity: Inputs
  networking: Inputs
  teams: { team: string; workload: Workload; inputs: Inputs }[]
}

export function inputsOf(organization: Organization, kit: KitModel): KitInputs {
  const { examples, modules } = kit
  const { home, domain, teams } = organization
  const workloads = workloadsOf(organization)
  const exampleDomain = String(examples.networking.domain)
  /** Puts the domain into the addresses of an example. */
  const ours = (value: Value): Value => {
    if (typeof value === 'string') return value.replaceAll(exampleDomain, () => domain)
    if (Array.isArray(value)) return value.map(ours)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [String(ours(key)), ours(one)]))
  }
  /** The environment of the examples that a name resembles. Fewer people may do less in `staging` than in `dev`. */
  const like = (environment: string) =>
    Object.hasOwn(examples.teams, environment)
      ? environment
      : environment.startsWith('prod')
        ? 'prod'
        : 'staging'
  /** The example with other values. A value that is the default needs no line. */
  const changed = (folder: string, example: Inputs, values: Inputs): Inputs => {
    const isDefault = ([name, value]: [string, Value]) =>
      !Object.hasOwn(example, name) &&
      JSON.stringify(value) === JSON.stringify(defaultOf(modules[folder], name))
    const needed = Object.entries(values).filter((one) => !isDefault(one))
    return { ...(ours(example) as Inputs), ...Object.fromEntries(needed) }
  }
  const isWorkload = (name: string) => Object.hasOwn(fields(examples.networking.environments), name)

  const exampleAccounts = fields(examples.organization.accounts)
  const accounts = new Map<string, Value>()
  const add = (name: string, unit: string, monthly?: Value) => {
    const account: Value = {
      email: `aws+${name}@${domain}`,
      unit,
      ...(monthly !== undefined && { monthly_usd: monthly }),
    }
    if (!accounts.has(name)) accounts.set(name, account)
  }
  for (const [name, account] of Object.entries(exampleAccounts))
    if (!isWorkload(name)) accounts.set(name, ours(account))
  for (const { account, environment } of workloads)
    add(account, 'workloads', fields(exampleAccounts[like(environment)]).monthly_usd)
  for (const [unit, names] of Object.entries(organization.further)) for (const name of names) add(name, unit)

  const access = Object.entries(fields(examples.identity.access)).map(([group, value]): [string, Fields] => {
    const sets = fields(value)
    const given = workloads
      .map(({ account, environment }): [string, Value | undefined] => [account, sets[like(environment)]])
      .filter((one): one is [string, Value] => one[1] !== undefined)
    const others = Object.entries(sets).filter(([account]) => !isWorkload(account))
    return [group, Object.fromEntries([...given, ...others])]
  })

  // What GitHub calls the company is not known. The prefix is a good guess.
  const company = organization.prefix.replace(/[^A-Za-z0-9-]/g, '') || 'acme'
  return {
    organization: changed(folders.organization, examples.organization, {
      home_region: home,
      regions: organization.regions,
      prefix: organization.prefix,
      accounts: Object.fromEntries(accounts),
      log_retention_days: organization.retention,
      guardduty_features: organization.plans,
      image_repositories: Object.fromEntries(teams.map((team) => [`${team}/api`, `${company}/${team}`])),
    }),
    identity: changed(folders.identity, examples.identity, {
      home_region: home,
      alarm_regions: organization.regions,
      access: Object.fromEntries(access.filter(([, sets]) => Object.keys(sets).length > 0)),
    }),
    networking: changed(folders.networking, examples.networking, {
      home_region: home,
      zone_ids: regions[home] ?? [],
      environments: Object.fromEntries(workloads.map(({ account }, index) => [account, index])),
      egress: organization.egress,
      nat_per_zone: organization.perZone,
      domain,
    }),
    teams: workloads.flatMap((workload) =>
      workload.teams.map((team) => {
        const { account, environment } = workload
        const example = examples.teams[like(environment)] ?? {}
        const ids = (name: string) => /\d{12}/.exec(String(example[name]))?.[0] ?? ''
        const inputs: Inputs = {
          ...example,
          environment,
          team,
          home_region: home,
          network_parameter_arn: `arn:aws:ssm:${home}:${ids('network_parameter_arn')}:parameter/network/${account}`,
          zone_name: `${team}.${account}.${domain}`,
          alarm_email: `${
            String(example.alarm_email)
              .replace(String(example.team), () => team)
              .split('@')[0]
          }@${domain}`,
          api_image: `${ids('api_image')}.dkr.ecr.${home}.amazonaws.com/${team}/api@${String(example.api_image).split('@')[1]}`,
        }
        return { team, workload, inputs }
      }),
    ),
  }
}
