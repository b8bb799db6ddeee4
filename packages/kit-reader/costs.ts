// What the kit's resources cost a month, from facts.json and AWS's prices. The table in kit/docs/costs.md and the pages use this file.
// `node packages/kit-reader/costs.ts` writes the table, and a check compares it.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Counts, facts } from './facts.ts'
import { attributeOf } from './hcl.ts'
import type { KitCosts } from './kit-facts.ts'
import { kitFolder } from './kit-folder.ts'
import prices from './prices.json' with { type: 'json' }
import { type KitFile, type Problem, readKit } from './read-kit.ts'

/** Every network has three availability zones. */
const zones = 3

/** Rounds off the error of binary fractions. Otherwise, $328.50 would be $328.49999999999994. */
const exact = (dollars: number) => Math.round(dollars * 1e6) / 1e6
/** Rounds a line of a bill to cents, so that the bill's lines add up to its total. */
const toCents = (dollars: number) => Math.round(exact(dollars * 100)) / 100

const countsOf = (name: string): Counts => facts.counts[name] ?? { all: 0 }
const total = (counts: Counts, type: string) =>
  Object.entries(counts).reduce(
    (sum, [address, count]) => sum + (address.startsWith(`${type}.`) ? count : 0),
    0,
  )

/** US dollars a month for the trail's key, and for the network's parameters and zones. */
const coreCost = (organization: Counts, networking: Counts) =>
  exact(
    total(organization, 'aws_kms_key') * prices.keyMonth +
      total(networking, 'aws_ssm_parameter') * prices.advancedParameterMonth +
      total(networking, 'aws_route53_zone') * prices.zoneMonth,
  )

/** US dollars a month for internet access: NAT gateways with their addresses, and transit gateway attachments. */
const egressCost = (counts: Counts) =>
  exact(
    (total(counts, 'aws_nat_gateway') * prices.natGateway +
      total(counts, 'aws_eip') * prices.publicAddress +
      total(counts, 'aws_ec2_transit_gateway_vpc_attachment') * prices.transitGatewayAttachment) *
      prices.hours,
  )

/** US dollars a month for interface endpoints in every zone. */
const endpointCost = (counts: Counts) =>
  exact((counts['aws_vpc_endpoint.interface'] ?? 0) * zones * prices.endpointInZone * prices.hours)

/** US dollars a month for a team: its load balancer with addresses, its alarms, and the zone that bootstrap.yaml creates. */
const teamCost = (counts: Counts) =>
  exact(
    total(counts, 'aws_lb') *
      ((prices.loadBalancer + prices.publicAddress * zones) * prices.hours + prices.zoneMonth) +
      total(counts, 'aws_cloudwatch_metric_alarm') * prices.alarmMonth,
  )

/** `cpu` is in 1/1024 vCPU, `memory` in MiB, and `min` the least number of tasks. */
type Size = Record<'cpu' | 'memory' | 'min', number>

/** US dollars a month for a task. */
const taskCost = ({ cpu, memory }: Size) =>
  exact(
    ((cpu / 1024) * prices.fargateArmProcessor + (memory / 1024) * prices.fargateArmGigabyte) * prices.hours,
  )

/** The size of the service in an environment's example. */
function sizeIn(files: readonly KitFile[], environment: string): Size {
  const file = files.find(
    ({ path: name }) => name === `team-infrastructure/environments/${environment}.tfvars`,
  )
  const size = attributeOf(file?.hcl ?? [], 'api_size')?.expression ?? ''
  const part = (name: string) => Number(new RegExp(`\\b${name}\\s*=\\s*(\\d+)`).exec(size)?.[1] ?? 0)
  return { cpu: part('cpu'), memory: part('memory'), min: part('min') }
}

/** The costs of the examples, and of the other values of `egress`. */
export function kitCosts(files: readonly KitFile[]): KitCosts {
  const networking = countsOf('networking')
  const core = coreCost(countsOf('organization'), networking)
  const egress = {
    per_vpc: egressCost(networking),
    per_vpc_zones: egressCost(countsOf('per_vpc_zones')),
    shared: egressCost(countsOf('shared')),
    shared_zones: egressCost(countsOf('shared_zones')),
  }
  const sizes = ['dev', 'staging', 'prod'].map((environment) => sizeIn(files, environment))
  const team = {
    environment: teamCost(countsOf('team')),
    balancers: toCents(sizes.length * teamCost(countsOf('team'))),
    tasks: toCents(sizes.reduce((sum, size) => sum + size.min * taskCost(size), 0)),
  }
  const noTeam = exact(core + egress.per_vpc)
  const withTeams = (teams: number, network: number) =>
    exact(core + network + teams * (team.balancers + team.tasks))
  return {
    core,
    egress,
    team,
    bills: {
      noTeam,
      oneTeam: withTeams(1, egress.per_vpc),
      twoTeams: withTeams(2, egress.per_vpc),
      twoTeamsShared: withTeams(2, egress.shared),
    },
    date: prices.date,
  }
}

const dollars = (amount: number) => `$${amount.toFixed(2)}`

const marked = /(<!-- costs: [^>]*-->\n)[\s\S]*?(<!-- \/costs -->)/

function withTable(text: string, files: readonly KitFile[]): string {
  const { core, egress, team, bills, date } = kitCosts(files)
  const rows: [item: string, cost: number][] = [
    ['key of the trail, three shared parameters, three zones', core],
    ['`egress = "per_vpc"`: a NAT gateway in each VPC (**the default**)', egress.per_vpc],
    ['`egress = "per_vpc"`, `nat_per_zone = true`: nine NAT gateways', egress.per_vpc_zones],
    ['`egress = "shared"`: one NAT gateway, four transit gateway attachments', egress.shared],
    ['`egress = "shared"`, `nat_per_zone = true`: three NAT gateways, four attachments', egress.shared_zones],
    ['`egress = "none"`', egressCost(countsOf('none'))],
    ['an entry of `interface_endpoints`, in three VPCs', endpointCost(countsOf('endpoint'))],
    ['a team, in one environment: load balancer with three addresses, zone, three alarms', team.environment],
    ['a task of the size in `dev.tfvars`', taskCost(sizeIn(files, 'dev'))],
    ['a task of the size in `prod.tfvars`', taskCost(sizeIn(files, 'prod'))],
    ['the tasks of a service in three environments, as few as `min` says', team.tasks],
  ]
  const lines = rows.map(([item, cost]) => `| ${item} | ${dollars(cost)} |`)
  const sum = `As shipped, without a team: **${dollars(bills.noTeam)} a month**, plus the services that are billed by use. Together, two\nteams of one service each add ${dollars(2 * team.balancers)}, and ${dollars(2 * team.tasks)} for tasks: **${dollars(bills.twoTeams)} a month**.`
  const table = `Prices of ${date}.\n\n| what | a month |\n| --- | --- |\n${lines.join('\n')}\n\n${sum}\n`
  return text.replace(marked, (_, open, close) => `${open}\n${table}\n${close}`)
}

export function checkCosts(files: KitFile[]): Problem[] {
  const problems: Problem[] = []
  const document = files.find((file) => file.path === 'docs/costs.md')
  if (document && withTable(document.text, files) !== document.text)
    problems.push({
      file: document.path,
      line: 0,
      message: 'has an outdated table: run node packages/kit-reader/costs.ts',
    })
  const variables = files.find((file) => file.path === 'networking/variables.tf')
  for (const [mode, cost] of Object.entries(kitCosts(files).egress)) {
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
  const file = path.join(kitFolder, 'docs/costs.md')
  writeFileSync(file, withTable(readFileSync(file, 'utf8'), await readKit()))
}
