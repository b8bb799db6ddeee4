// The table of costs in kit/docs/costs.md, from the values of the kit's examples. `node packages/kit-reader/costs-table.ts` writes
// it, and a check compares it.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compileModules, exampleOf } from 'terraform/compile'
import { countInstances, type Inputs } from 'terraform/module'
import { coreCost, egressCost, endpointCost, pricesFrom, taskCost, teamCost } from './costs.ts'
import type { Kit, KitCosts } from './kit-facts.ts'
import { folders } from './organization.ts'
import { type KitFile, type Problem, readKit } from './read-kit.ts'

type Size = { cpu: number; memory: number; min: number }
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** The costs of the examples, and of the other values of `egress`. */
async function costsOf(files: readonly KitFile[]) {
  const modules = await compileModules(files)
  const example = {
    organization: await exampleOf(files, 'organization/terraform.tfvars.example'),
    networking: await exampleOf(files, 'networking/terraform.tfvars.example'),
    dev: await exampleOf(files, `${folders.team}/dev.tfvars`),
    staging: await exampleOf(files, `${folders.team}/staging.tfvars`),
    prod: await exampleOf(files, `${folders.team}/prod.tfvars`),
  }
  const network = (inputs: Inputs) =>
    countInstances(modules, 'networking', { ...example.networking, ...inputs })
  const egress = (mode: string, perZone: boolean) =>
    egressCost(network({ egress: mode, nat_per_zone: perZone }))
  const egresses = {
    per_vpc: egress('per_vpc', false),
    per_vpc_zones: egress('per_vpc', true),
    shared: egress('shared', false),
    shared_zones: egress('shared', true),
  }
  const core = coreCost({ ...countInstances(modules, 'organization', example.organization), ...network({}) })
  const size = (inputs: Inputs) => (inputs.api_size ?? { cpu: 0, memory: 0, min: 0 }) as unknown as Size
  const environments = [example.dev, example.staging, example.prod]
  // One service in all environments: its load balancers, and the fewest tasks that it may have.
  const balancers = sum(environments.map((inputs) => teamCost(countInstances(modules, folders.team, inputs))))
  const tasks = sum(environments.map((inputs) => size(inputs).min * taskCost(size(inputs))))
  const costs: KitCosts = {
    core,
    total: core + egressCost(network({})),
    egress: egresses,
    team: teamCost(countInstances(modules, folders.team, example.dev)),
    twoTeams: { balancers: 2 * balancers, tasks: 2 * tasks },
    date: pricesFrom,
  }
  const rows: [item: string, cost: number][] = [
    ['key of the trail, three shared parameters, three zones', core],
    ['`egress = "per_vpc"`: a NAT gateway in each VPC (**the default**)', egresses.per_vpc],
    ['`egress = "per_vpc"`, `nat_per_zone = true`: nine NAT gateways', egresses.per_vpc_zones],
    ['`egress = "shared"`: one NAT gateway, four transit gateway attachments', egresses.shared],
    [
      '`egress = "shared"`, `nat_per_zone = true`: three NAT gateways, four attachments',
      egresses.shared_zones,
    ],
    ['`egress = "none"`', egress('none', false)],
    [
      'an entry of `interface_endpoints`, in three VPCs',
      endpointCost(network({ interface_endpoints: ['logs'] })),
    ],
    ['a team, in one environment: load balancer with three addresses, zone, three alarms', costs.team],
    ['a task of the size in `dev.tfvars`', taskCost(size(example.dev))],
    ['a task of the size in `prod.tfvars`', taskCost(size(example.prod))],
    ['the tasks of a service in three environments, as few as `min` says', tasks],
  ]
  return { costs, rows, withTwoTeams: costs.total + 2 * (balancers + tasks) }
}

/** The costs of the kit, in US dollars a month. */
export const kitCosts = async (files: readonly KitFile[]): Promise<KitCosts> => (await costsOf(files)).costs

/** The rows of the table "By use" in docs/costs.md, without its Markdown. */
export function byUse(files: readonly KitFile[]): Kit['byUse'] {
  const text = files.find((file) => file.path === 'docs/costs.md')?.text ?? ''
  const [, table = ''] = text.split('## By use')
  return [...table.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)].slice(2).map(([, what = '', price = '']) => ({
    what: what.replaceAll('`', ''),
    price: price.replaceAll('`', ''),
  }))
}

const dollars = (amount: number) => `$${amount.toFixed(2)}`

const marked = /(<!-- costs: [^>]*-->\n)[\s\S]*?(<!-- \/costs -->)/

function withTable(text: string, { costs, rows, withTwoTeams }: Awaited<ReturnType<typeof costsOf>>): string {
  const lines = rows.map(([item, cost]) => `| ${item} | ${dollars(cost)} |`)
  const sum = `As shipped, without a team: **${dollars(costs.total)} a month**, plus the services that are billed by use. Together, two\nteams of one service each add ${dollars(costs.twoTeams.balancers)}, and ${dollars(costs.twoTeams.tasks)} for tasks: **${dollars(withTwoTeams)} a month**.`
  const table = `Prices of ${costs.date}.\n\n| what | a month |\n| --- | --- |\n${lines.join('\n')}\n\n${sum}\n`
  return text.replace(marked, (_, open, close) => `${open}\n${table}\n${close}`)
}

export async function checkCosts(files: KitFile[]): Promise<Problem[]> {
  const problems: Problem[] = []
  const current = await costsOf(files)
  const document = files.find((file) => file.path === 'docs/costs.md')
  if (document && withTable(document.text, current) !== document.text)
    problems.push({
      file: document.path,
      line: 0,
      message: 'has an outdated table: run node packages/kit-reader/costs-table.ts',
    })
  const variables = files.find((file) => file.path === 'networking/variables.tf')
  for (const [mode, cost] of Object.entries(current.costs.egress)) {
    const sum = `$${Math.round(cost)}`
    if (variables && !variables.text.includes(sum))
      problems.push({
        file: variables.path,
        line: 0,
        message: `var.egress does not say that ${mode} costs ${sum}`,
      })
  }
  return problems
}

if (import.meta.main) {
  const file = path.join(import.meta.dirname, '../../kit/docs/costs.md')
  writeFileSync(file, withTable(readFileSync(file, 'utf8'), await costsOf(await readKit())))
}
