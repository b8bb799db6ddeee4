// An organization as a visitor describes it, and the query of the address that stores it. Everything that the visitor does not
// choose comes from the kit's examples. kit-inputs.ts turns an organization into values for the kit's variables.
import type { Value } from 'terraform/expression'
import { defaultOf, type Inputs, localOf, type Modules } from 'terraform/module'
import { homeRegions, regions } from './regions.ts'

/** The parts of the kit that the page computes with. */
export interface KitModel {
  version: string
  modules: Modules
  /** The values of the example files: for each core folder, and for a team in each environment. */
  examples: {
    organization: Inputs
    identity: Inputs
    networking: Inputs
    teams: Record<string, Inputs>
  }
}

export const folders = {
  organization: 'organization',
  identity: 'iam-identity-center',
  networking: 'networking',
  team: 'team-infrastructure/environments',
} as const

export interface Organization {
  prefix: string
  domain: string
  home: string
  regions: string[]
  environments: string[]
  teams: string[]
  /** Whether each team has its own accounts. Otherwise, all teams share one account for each environment. */
  separate: boolean
  /** Names of additional accounts by unit. */
  further: Record<string, string[]>
  /** A value of `var.egress`. */
  egress: string
  /** Whether each zone has a NAT gateway. */
  perZone: boolean
  /** Days. */
  retention: number
  /** Protection plans of GuardDuty. */
  plans: string[]
}

/** Limits of a query. Longer values are shortened, so that no address makes much work. */
export const most = { names: 12, letters: 24, list: 400, text: 40, days: 36_500 } as const

export type Fields = Record<string, Value>
/** The fields of an object value. Empty if the kit lacks the value. */
export const fields = (value: Value | undefined) => (value ?? {}) as Fields
const texts = (value: Value | undefined) => Object.values(value ?? []).map(String)

/** The units that may have accounts. The others deny every request. */
export function unitsOf({ modules, examples }: KitModel): string[] {
  const module = modules[folders.organization]
  const units = module ? fields(localOf(module, examples.organization, 'units')) : {}
  return Object.keys(units).filter((unit) => fields(units[unit]).baseline === true)
}

/** The protection plans that GuardDuty has. */
export function plansOf({ modules, examples }: KitModel): string[] {
  const module = modules[folders.organization]
  return module ? texts(localOf(module, examples.organization, 'guardduty_plans')) : []
}

/** The organization of the kit's examples. */
export function exampleOrganization(kit: KitModel): Organization {
  const { organization, networking } = kit.examples
  const defaultFor = (name: string) => defaultOf(kit.modules[folders.organization], name)
  return {
    prefix: String(organization.prefix),
    domain: String(networking.domain),
    home: String(organization.home_region),
    regions: texts(organization.regions),
    environments: Object.keys(fields(networking.environments)),
    teams: Object.keys(fields(organization.image_repositories)).map((name) => name.split('/')[0] ?? ''),
    separate: false,
    further: Object.fromEntries(unitsOf(kit).map((unit) => [unit, []])),
    egress: String(networking.egress),
    perZone: false,
    retention: Number(defaultFor('log_retention_days')),
    plans: texts(defaultFor('guardduty_features')),
  }
}

/**
 * Reads names that commas, semicolons or white space separate. Drops a name with characters that no domain label has, because
 * a part of it would be another name.
 * @returns the names, and whether any of them was dropped or shortened
 */
function readNames(text: string): { names: string[]; isShortened: boolean } {
  const plain = text.slice(0, most.list).normalize('NFKD').replace(/\p{M}/gu, '')
  const words = plain.split(/[\s,;]+/).filter(Boolean)
  const labels = words.filter((name) => /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(name))
  const names = [...new Set(labels.map((name) => name.slice(0, most.letters)))].slice(0, most.names)
  return { names, isShortened: !words.every((word) => names.includes(word)) || text.length > most.list }
}
const namesIn = (text: string) => readNames(text).names

/** The query keys whose values were shortened or rejected. */
export function changedKeys(query: URLSearchParams, kit: KitModel): string[] {
  const { domain, retention } = fromQuery(query, kit)
  const isChanged: Record<string, (text: string) => boolean> = {
    // A trailing dot does not change a domain.
    domain: (text) => text.trim().toLowerCase().replace(/\.$/, '') !== domain,
    retention: (text) => Number(text) !== retention,
  }
  return ['environments', 'teams', ...unitsOf(kit), 'domain', 'retention'].filter((key) => {
    const text = query.get(key)
    return text !== null && (isChanged[key]?.(text) ?? readNames(text).isShortened)
  })
}

const chosenIn = (text: string, options: readonly string[]) =>
  options.filter((option) => text.split(',').includes(option))

/** Reads an organization from a query. Keys that the query lacks have the example's values. */
export function fromQuery(query: URLSearchParams, kit: KitModel): Organization {
  const example = exampleOrganization(kit)
  const read = <T>(key: string, parse: (text: string) => T, fallback: T): T => {
    const text = query.get(key)
    return text === null ? fallback : parse(text.slice(0, 600))
  }
  const days = (text: string) => Math.min(most.days, Math.max(0, Math.floor(Number(text)) || 0))
  const oneOf = (options: readonly string[], fallback: string) => (text: string) =>
    options.includes(text) ? text : fallback
  return {
    prefix: read('prefix', (text) => text.slice(0, most.text), example.prefix),
    domain: read('domain', (text) => domainIn(text) || example.domain, example.domain),
    home: read('home', oneOf(homeRegions, example.home), example.home),
    regions: read('regions', (text) => chosenIn(text, Object.keys(regions)), example.regions),
    environments: read('environments', namesIn, example.environments),
    teams: read('teams', namesIn, example.teams),
    separate: read('accounts', (text) => text === 'separate', example.separate),
    further: Object.fromEntries(unitsOf(kit).map((unit) => [unit, read(unit, namesIn, [])])),
    egress: read('egress', oneOf(egressModes, example.egress), example.egress),
    perZone: read('gateways', (text) => text === 'zones', example.perZone),
    retention: read('retention', days, example.retention),
    plans: read('guardduty', (text) => chosenIn(text, plansOf(kit)), example.plans),
  }
}

/** Each account of an environment has a network, and `var.environments` numbers at most this many. */
export const mostNetworks = 16
export const networksOf = ({ separate, teams, environments }: Organization): number =>
  environments.length * (separate ? teams.length : 1)

export const egressModes = ['per_vpc', 'shared', 'none'] as const

/** Joins everything in the text that can be a label of a domain. */
const domainIn = (text: string): string =>
  (text.toLowerCase().match(/[a-z0-9][a-z0-9-]*/g) ?? [])
    .join('.')
    .slice(0, most.text)
    .replace(/[.-]+$/, '')

/** The query of an organization. It has only what differs from the example, so links stay short. */
export function toQuery(organization: Organization, kit: KitModel): URLSearchParams {
  const written = ({ further, ...rest }: Organization): Record<string, string> => ({
    prefix: rest.prefix,
    domain: rest.domain,
    home: rest.home,
    regions: rest.regions.toSorted().join(),
    environments: rest.environments.join(),
    teams: rest.teams.join(),
    accounts: rest.separate ? 'separate' : 'shared',
    ...Object.fromEntries(Object.entries(further).map(([unit, names]) => [unit, names.join()])),
    egress: rest.egress,
    gateways: rest.perZone ? 'zones' : 'one',
    retention: String(rest.retention),
    guardduty: rest.plans.toSorted().join(),
  })
  const example = written(exampleOrganization(kit))
  return new URLSearchParams(
    Object.entries(written(organization)).filter(([key, value]) => value !== example[key]),
  )
}
