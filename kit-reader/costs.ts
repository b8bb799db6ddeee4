// Computes the table in kit/docs/costs.md from prices.json. Those prices are US dollars an hour, or a month if the name says
// so. `node kit-reader/costs.ts` writes the table, and the check compares it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { KitCosts } from 'virtual:kit'
import { kitFolder } from './kit-folder.ts'
import type { KitFile, Problem } from './read-kit.ts'

const prices = JSON.parse(readFileSync(path.join(import.meta.dirname, 'prices.json'), 'utf8'))
const environmentNames = ['dev', 'staging', 'prod'] as const
const environments = environmentNames.length
const zones = 3

const gateway = (prices.natGateway + prices.publicAddress) * prices.hours
const attachments = prices.transitGatewayAttachment * prices.hours * (environments + 1)
const balancer = (prices.loadBalancer + prices.publicAddress * zones) * prices.hours
const task = (processors: number, gigabytes: number) =>
  (processors * prices.fargateArmProcessor + gigabytes * prices.fargateArmGigabyte) * prices.hours

/** US dollars a month, by the mode of var.egress. */
const egressCosts = {
  per_vpc: gateway * environments,
  per_vpc_zones: gateway * environments * zones,
  shared: gateway + attachments,
  shared_zones: gateway * zones + attachments,
}

const core = prices.keyMonth + prices.advancedParameterMonth * environments + prices.zoneMonth * environments

const team = balancer + prices.zoneMonth + prices.alarmMonth * zones

/** The cost of one task in an environment, and how many tasks run at least: `api_size` in its tfvars file. */
function tasksIn(environment: string): { one: number; least: number } {
  const file = path.join(kitFolder, `team-infrastructure/environments/${environment}.tfvars`)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [, cpu = 0, memory = 0, least = 0] = (
    /api_size *= *\{ cpu = (\d+), memory = (\d+), min = (\d+)/.exec(text) ?? []
  ).map(Number)
  return { one: task(cpu / 1024, memory / 1024), least }
}

/** One service of a team in all environments, with as few tasks as it may have. */
const teamTasks = environmentNames.map(tasksIn).reduce((sum, { one, least }) => sum + one * least, 0)

/** What two teams with one service each add. The amounts of the page are whole dollars, and its sum is the sum of these. */
const twoTeams = { balancers: Math.round(2 * environments * team), tasks: Math.round(2 * teamTasks) }

/** What the page says about the costs. */
export const kitCosts: KitCosts = {
  core,
  total: core + egressCosts.per_vpc,
  egress: egressCosts,
  team,
  twoTeams,
  date: prices.date,
}

const rows: [item: string, cost: number][] = [
  ['key of the trail, three shared parameters, three zones', core],
  ['`egress = "per_vpc"`: a NAT gateway in each VPC (**the default**)', egressCosts.per_vpc],
  ['`egress = "per_vpc"`, `nat_per_zone = true`: nine NAT gateways', egressCosts.per_vpc_zones],
  ['`egress = "shared"`: one NAT gateway, four transit gateway attachments', egressCosts.shared],
  [
    '`egress = "shared"`, `nat_per_zone = true`: three NAT gateways, four attachments',
    egressCosts.shared_zones,
  ],
  ['`egress = "none"`', 0],
  [
    'an entry of `interface_endpoints`, in three VPCs',
    prices.endpointInZone * prices.hours * zones * environments,
  ],
  ['a team, in one environment: load balancer with three addresses, zone, three alarms', team],
  ['a task of the size in `dev.tfvars`', tasksIn('dev').one],
  ['a task of the size in `prod.tfvars`', tasksIn('prod').one],
  ['the tasks of a service in three environments, as few as `min` says', teamTasks],
]

const dollars = (amount: number) => `$${amount.toFixed(2)}`

function costsTable(): string {
  const lines = rows.map(([item, cost]) => `| ${item} | ${dollars(cost)} |`)
  const withTwoTeams = kitCosts.total + 2 * (environments * team + teamTasks)
  const sum = `As shipped, without a team: **${dollars(kitCosts.total)} a month**, plus the services that are billed by use. With two teams of\none service each: **${dollars(withTwoTeams)} a month**.`
  return `Prices of ${prices.date}.\n\n| what | a month |\n| --- | --- |\n${lines.join('\n')}\n\n${sum}\n`
}

const marked = /(<!-- costs: [^>]*-->\n)[\s\S]*?(<!-- \/costs -->)/
const withTable = (text: string) =>
  text.replace(marked, (_, open, close) => `${open}\n${costsTable()}\n${close}`)

export function checkCosts(files: KitFile[]): Problem[] {
  const problems: Problem[] = []
  const costs = files.find((file) => file.path === 'docs/costs.md')
  if (costs && withTable(costs.text) !== costs.text)
    problems.push({
      file: costs.path,
      line: 0,
      message: 'has an outdated table: run node kit-reader/costs.ts',
    })
  const variables = files.find((file) => file.path === 'networking/variables.tf')
  for (const [mode, cost] of Object.entries(egressCosts)) {
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
  const file = path.join(import.meta.dirname, '../kit/docs/costs.md')
  writeFileSync(file, withTable(readFileSync(file, 'utf8')))
}
