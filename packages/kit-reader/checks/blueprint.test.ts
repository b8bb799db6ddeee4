import { parse } from '@cdktn/hcl2json'
import { exampleOf } from 'terraform/compile'
import type { Value } from 'terraform/expression'
import { type Inputs, refusedValues } from 'terraform/module'
import { beforeAll, expect, test } from 'vitest'
import { randomOrganization } from '../../../tests/support/random-organizations.ts'
import { type Blueprint, blueprintOf } from '../blueprint.ts'
import { inputsOf, takenNames } from '../kit-inputs.ts'
import { kitModel } from '../kit-model.ts'
import {
  changedKeys,
  exampleOrganization,
  folders,
  fromQuery,
  type KitModel,
  most,
  type Organization,
  toQuery,
} from '../organization.ts'
import { type KitFile, parseFile, readKit } from '../read-kit.ts'
import { checkReferences } from './references.ts'

let files: KitFile[]
let kit: KitModel
beforeAll(async () => {
  files = await readKit()
  const model = await kitModel(files)
  if (!model) throw new Error('the kit has no model')
  // A page gets it as JSON.
  kit = JSON.parse(JSON.stringify(model))
})

const asked = (query: string) => fromQuery(new URLSearchParams(query), kit)
const blueprint = (query: string): Blueprint => blueprintOf(asked(query), kit, 'comment')
const refusals = ({ refused }: Blueprint) => refused.map(({ variable, message }) => `${variable}: ${message}`)
const cents = (amount: number) => `$${amount.toFixed(2)}`
const amounts = ({ bill }: Blueprint) =>
  Object.fromEntries((bill ?? []).map(({ name, amount }) => [name, amount]))
const plain = <Values>(values: Values): Values => JSON.parse(JSON.stringify(values))

test('the example is the one of the kit, in the order of its files', async () => {
  const inputs = inputsOf(exampleOrganization(kit), kit)
  for (const [folder, values] of Object.entries({
    organization: inputs.organization,
    'iam-identity-center': inputs.identity,
    networking: inputs.networking,
  }))
    expect(plain(values)).toEqual(plain(await exampleOf(files, `${folder}/terraform.tfvars.example`)))
  expect(inputs.teams.map(({ workload }) => workload.environment)).toEqual(['dev', 'staging', 'prod'])
  for (const { workload, inputs: team } of inputs.teams)
    expect(plain(team)).toEqual(
      plain(await exampleOf(files, `${folders.team}/${workload.environment}.tfvars`)),
    )
})

test('the bill of the example is the one of docs/costs.md', () => {
  const costs = files.find(({ path }) => path === 'docs/costs.md')?.text ?? ''
  const row = (text: string) => new RegExp(`^\\| ${text}[^|]*\\| (\\$[\\d.]+) \\|$`, 'm').exec(costs)?.[1]
  const { core = 0, egress = 0, teams = 0 } = amounts(blueprint(''))
  expect(costs).toContain(`As shipped, without a team: **${cents(core + egress)} a month**`)
  expect(cents(core)).toBe(row('key of the trail'))
  expect(cents(egress)).toBe(row('`egress = "per_vpc"`: a NAT'))
  expect(cents(teams / 3)).toBe(row('a team, in one environment'))
  const tasks = (query: string) => amounts(blueprint(query)).tasks ?? 0
  expect(cents(tasks('environments=dev'))).toBe(row('a task of the size in `dev.tfvars`'))
  expect(cents(Number((tasks('environments=prod') / 3).toFixed(6)))).toBe(
    row('a task of the size in `prod.tfvars`'),
  )
  for (const [query, text] of [
    ['gateways=zones', '`egress = "per_vpc"`, `nat_per_zone'],
    ['egress=shared', '`egress = "shared"`: one'],
    ['egress=shared&gateways=zones', '`egress = "shared"`, `nat_per_zone'],
    ['egress=none', '`egress = "none"`'],
  ] as const)
    expect(cents(amounts(blueprint(query)).egress ?? 0), query).toBe(row(text))
})

test('the resources of the example are those that the home page counts', () => {
  expect(blueprint('').resources).toMatchObject({ organization: 219, identity: 64 })
})

test('values are refused in the words of the kit', () => {
  expect(refusals(blueprint(''))).toEqual([])
  expect(refusals(blueprint('prefix=Acme+Inc'))).toEqual([
    'prefix: Use 2 to 21 lower-case letters, digits and hyphens.',
  ])
  expect(refusals(blueprint('teams=payments-and-invoices'))).toContain(
    'team: Use 2 to 15 lower-case letters, digits and hyphens, with a letter first.',
  )
  expect(refusals(blueprint('environments=dev,qa'))).toEqual(['environment: Use dev, staging or prod.'])
  expect(refusals(blueprint('retention=30'))).toEqual(['log_retention_days: Keep logs for 90 days at least.'])
  expect(refusals(blueprint('regions=eu-central-1')).join()).toContain('regions: Keep us-east-1.')
  expect(refusals(blueprint('workloads=Audit')).join()).toContain('Two accounts share an email address.')
})

test('up to 12 names are read, and what is left out is known', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`).join(', ')
  const read = (teams: string) => {
    const query = new URLSearchParams({ teams })
    return [fromQuery(query, kit).teams, changedKeys(query, kit)]
  }
  expect(read(names(12))).toEqual([names(12).split(', '), []])
  expect(read(names(100))).toEqual([names(12).split(', '), ['teams']])
  expect(read('équipe, équipe; b c')).toEqual([['equipe', 'b', 'c'], []])
  expect(read(`チーム, ${'a'.repeat(60)}`)).toEqual([['a'.repeat(24)], ['teams']])
  expect(read('<b>, ok')).toEqual([['ok'], ['teams']])
  expect(read('data_platform, web.api, ok')).toEqual([['ok'], ['teams']])
})

test('a domain or a retention that the page changes is reported', () => {
  const changed = (query: string) => changedKeys(new URLSearchParams(query), kit)
  for (const domain of ['exämple.com', '', 'http://user@evil.com/path', `${'a'.repeat(50)}.com`, 'a b.com'])
    expect(changed(`domain=${domain}`), domain).toEqual(['domain'])
  for (const domain of ['acme.com', 'ACME.com', 'acme.com.', ' acme.com'])
    expect(changed(`domain=${domain}`), domain).toEqual([])
  for (const days of ['99999', '-1', '400.5', 'many', '9e999'])
    expect(changed(`retention=${days}`), days).toEqual(['retention'])
  expect([changed('retention=400'), changed('retention='), changed('')]).toEqual([[], [], []])
})

test('names that another account has are named', () => {
  const taken = (query: string) =>
    Object.entries(takenNames(asked(query), kit)).filter(([, names]) => names.length > 0)
  expect(taken('')).toEqual([])
  expect(taken('security=dev,audit&shared=x&access=y&workloads=x')).toEqual([
    ['security', ['dev', 'audit']],
    ['workloads', ['x']],
  ])
  expect(taken('environments=network,dev&teams=')).toEqual([['environments', ['network']]])
  expect(taken('environments=archive&teams=log&accounts=separate')).toEqual([
    ['environments', ['log-archive']],
  ])
})

test('more networks than the plan has numbers for are refused, and not counted', () => {
  const many = blueprint('teams=aa,bb,cc,dd,ee,ff&accounts=separate')
  expect(refusals(many)).toEqual(['environments: The numbers go from 0 to 15.'])
  expect([many.resources, many.bill, many.addresses, many.quotas]).toEqual([null, null, [], null])
  expect(many.accounts).toHaveLength(5 + 18)
})

test('a quota is named when the organization needs more', () => {
  const named = (query: string) =>
    blueprint(query).quotas?.map(({ name, account, needed }) => `${name} ${account} ${needed}`)
  expect(named('teams=')).toEqual([])
  expect(named('')).toEqual(['processors prod 12'])
  expect(named('teams=&workloads=a')).toEqual([])
  expect(named('teams=&workloads=a,b')).toEqual(['accounts management 11'])
  expect(named('teams=&gateways=zones')).toEqual(['addresses network 9'])
  expect(named('teams=&environments=a,b,c,d')).toEqual([])
  expect(named('teams=&environments=a,b,c,d,e')).toEqual(['accounts management 11', 'vpcs network 6'])
})

test('an address shows the organization again, and names only what differs from the example', () => {
  expect(String(toQuery(exampleOrganization(kit), kit))).toBe('')
  expect(String(toQuery(asked('egress=none&prefix=acme'), kit))).toBe('egress=none')
  expect(asked('guardduty=').plans).toEqual([])
  for (let seed = 1; seed <= 500; seed++) {
    const organization = randomOrganization(seed, kit)
    const shown = fromQuery(new URLSearchParams(String(toQuery(organization, kit))), kit)
    const sorted = (one: Organization) => ({
      ...one,
      regions: one.regions.toSorted(),
      plans: one.plans.toSorted(),
      further: Object.fromEntries(
        Object.entries(one.further).map(([unit, names]) => [unit, [...new Set(names)]]),
      ),
    })
    expect(sorted(shown)).toEqual(sorted(organization))
  }
})

test('a hostile address makes little work, and its text stays text', () => {
  const long = 'a,'.repeat(100_000)
  const keys = [
    'prefix',
    'domain',
    'home',
    'regions',
    'environments',
    'teams',
    'accounts',
    'security',
    'shared',
    'access',
    'workloads',
    'egress',
    'gateways',
    'retention',
    'guardduty',
  ]
  const texts = [
    long,
    '"${file("/etc/passwd")}\n%{ if true }',
    '__proto__,constructor,toString,this',
    '<script>alert(1)</script>',
    '9e999',
    '-1',
    '\u0000\ud800',
    'NaN',
  ]
  for (const text of texts) {
    const query = new URLSearchParams(keys.map((key) => [key, text]))
    const organization = fromQuery(query, kit)
    expect(JSON.stringify(organization).length).toBeLessThan(3000)
    for (const names of [
      organization.teams,
      organization.environments,
      ...Object.values(organization.further),
    ]) {
      expect(names.length).toBeLessThanOrEqual(most.names)
      for (const name of names) expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9-]{0,23}$/)
    }
    const { files: made } = blueprintOf(organization, kit, 'comment')
    expect(made.length).toBeLessThanOrEqual(3 + most.names ** 2)
    expect(made.map(({ text: written }) => written).join()).not.toMatch(/[^$]\$\{file|[^%]%\{ if/)
  }
})

const layerOf = (path: string) =>
  path.startsWith('team-') && !path.startsWith('team-infrastructure/')
    ? folders.team
    : (path.split('/')[0] ?? '')

test.each([
  [50, ''],
  [500, ' @long'],
])(
  'the files of %i random organizations hold their values, and the kit accepts them%s',
  async (count) => {
    const made: KitFile[] = []
    for (let seed = 1; seed <= count; seed++) {
      const organization = randomOrganization(seed, kit)
      const inputs = inputsOf(organization, kit)
      const { files: written, refused, resources, bill } = blueprintOf(organization, kit, `seed ${seed}`)
      expect(refused, `seed ${seed}`).toEqual([])
      expect(resources && bill, `seed ${seed}`).not.toBeNull()
      const expected: Inputs[] = [
        inputs.organization,
        inputs.identity,
        inputs.networking,
        ...inputs.teams.map((team) => team.inputs),
      ]
      for (const [index, { path, text }] of written.entries()) {
        const layer = layerOf(path)
        const file = await parseFile(`${layer}/${seed}-${index}.tfvars`, text)
        expect(file.broken, `seed ${seed} ${path}`).toBeUndefined()
        const read: Inputs = await parse(file.path, text)
        expect(plain(read), `seed ${seed} ${path}`).toEqual(plain(expected[index]))
        const module = kit.modules[layer]
        expect(module && refusedValues(module, read), `seed ${seed} ${path}`).toEqual([])
        made.push(file)
      }
      checkNames(inputs.organization, inputs.identity, inputs.networking)
    }
    expect(checkReferences([...files, ...made])).toEqual([])
  },
  300_000,
)

/** What the preconditions of the kit demand: every name is one of the accounts. */
function checkNames(organization: Inputs, identity: Inputs, networking: Inputs) {
  const keys = (value: Value | undefined) => Object.keys(value ?? {})
  const accounts = keys(organization.accounts)
  for (const name of keys(networking.environments)) expect(accounts).toContain(name)
  for (const group of Object.values((identity.access ?? {}) as Record<string, Record<string, string[]>>))
    for (const name of keys(group)) expect(accounts).toContain(name)
}
