// An organization that a visitor draws, and the query of an address that names it. What the visitor does not choose is as in the
// kit's examples. kit-inputs.ts turns it into values for the kit's variables.
import type { Value } from '../terraform/expression.ts'
import { defaultOf, type Inputs, localOf, type Modules } from '../terraform/module.ts'
import { homeRegions, regions } from './regions.ts'

/** What the page knows about the kit. */
export interface KitModel {
  version: string
  modules: Modules
  /** The values of the examples: of the core folders, and of a team in each environment. */
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
  /** Whether each team has accounts of its own. Otherwise teams share the account of an environment. */
  separate: boolean
  /** Further accounts by unit. */
  further: Record<string, string[]>
  /** A value of `var.egress`. */
  egress: string
  /** A NAT gateway in each zone. */
  perZone: boolean
  /** Days. */
  retention: number
  /** Protection plans of GuardDuty. */
  plans: string[]
}

/** How much a query may ask for. What is longer is cut, so an address makes little work. */
export const most = { names: 12, letters: 24, list: 400, text: 40, days: 36_500 } as const

export type Fields = Record<string, Value>
/** The fields of an object. A value that the kit does not have has none. */
export const fields = (value: Value | undefined) => (value ?? {}) as Fields
const texts = (value: Value | undefined) => Object.values(value ?? []).map(String)

/** Units that may have accounts. Nobody can work in the others. */
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
  const other = (name: string) => defaultOf(kit.modules[folders.organization], name)
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
    retention: Number(other('log_retention_days')),
    plans: texts(other('guardduty_features')),
  }
}

/**
 * Names in a text, and whether something is left out. Commas, semicolons and white space separate names. A name that has other signs than a
 * label of a domain is left out whole: a part of it would be another name.
 */
function readNames(text: string): { names: string[]; isCut: boolean } {
  const plain = text.slice(0, most.list).normalize('NFKD').replace(/\p{M}/gu, '')
  const found = plain.split(/[\s,;]+/).filter(Boolean)
  const labels = found.filter((name) => /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(name))
  const names = [...new Set(labels.map((name) => name.slice(0, most.letters)))].slice(0, most.names)
  return { names, isCut: !found.every((name) => names.includes(name)) || text.length > most.list }
}
const namesIn = (text: string) => readNames(text).names

/** The keys of a query whose values are not drawn as they are written. */
export function cutKeys(query: URLSearchParams, kit: KitModel): string[] {
  const { domain, retention } = fromQuery(query, kit)
  const isOther: Record<string, (text: string) => boolean> = {
    // A dot at its end is the same domain.
    domain: (text) => text.trim().toLowerCase().replace(/\.$/, '') !== domain,
    retention: (text) => Number(text) !== retention,
  }
  return ['environments', 'teams', ...unitsOf(kit), 'domain', 'retention'].filter((key) => {
    const text = query.get(key)
    return text !== null && (isOther[key]?.(text) ?? readNames(text).isCut)
  })
}

const chosen = (text: string, from: readonly string[]) => from.filter((one) => text.split(',').includes(one))

/** Reads an organization from a query. What the query does not name is as in the example. */
export function fromQuery(query: URLSearchParams, kit: KitModel): Organization {
  const example = exampleOrganization(kit)
  const read = <T>(key: string, parse: (text: string) => T, otherwise: T): T => {
    const text = query.get(key)
    return text === null ? otherwise : parse(text.slice(0, 600))
  }
  const days = (text: string) => Math.min(most.days, Math.max(0, Math.floor(Number(text)) || 0))
  const one = (from: readonly string[], otherwise: string) => (text: string) =>
    from.includes(text) ? text : otherwise
  return {
    prefix: read('prefix', (text) => text.slice(0, most.text), example.prefix),
    domain: read('domain', (text) => domainIn(text) || example.domain, example.domain),
    home: read('home', one(homeRegions, example.home), example.home),
    regions: read('regions', (text) => chosen(text, Object.keys(regions)), example.regions),
    environments: read('environments', namesIn, example.environments),
    teams: read('teams', namesIn, example.teams),
    separate: read('accounts', (text) => text === 'separate', example.separate),
    further: Object.fromEntries(unitsOf(kit).map((unit) => [unit, read(unit, namesIn, [])])),
    egress: read('egress', one(egressModes, example.egress), example.egress),
    perZone: read('gateways', (text) => text === 'zones', example.perZone),
    retention: read('retention', days, example.retention),
    plans: read('guardduty', (text) => chosen(text, plansOf(kit)), example.plans),
  }
}

export const egressModes = ['per_vpc', 'shared', 'none'] as const

/** The labels of a domain that a text holds. */
const domainIn = (text: string): string =>
  (text.toLowerCase().match(/[a-z0-9][a-z0-9-]*/g) ?? [])
    .join('.')
    .slice(0, most.text)
    .replace(/[.-]+$/, '')

/** The query of an organization. It names only what differs from the example, so its link is short. */
export function toQuery(organization: Organization, kit: KitModel): URLSearchParams {
  const written = ({ further, ...one }: Organization): Record<string, string> => ({
    prefix: one.prefix,
    domain: one.domain,
    home: one.home,
    regions: one.regions.toSorted().join(),
    environments: one.environments.join(),
    teams: one.teams.join(),
    accounts: one.separate ? 'separate' : 'shared',
    ...Object.fromEntries(Object.entries(further).map(([unit, names]) => [unit, names.join()])),
    egress: one.egress,
    gateways: one.perZone ? 'zones' : 'one',
    retention: String(one.retention),
    guardduty: one.plans.toSorted().join(),
  })
  const example = written(exampleOrganization(kit))
  return new URLSearchParams(
    Object.entries(written(organization)).filter(([key, value]) => value !== example[key]),
  )
}
