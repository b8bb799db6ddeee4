// `npm test -- kit-terraform`: runs the kit's own tests on a copy that fits the provider of this machine, and compares what the
// examples make with facts.json. With --write-facts, it writes that file.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Counts, facts, hashOf } from '../../facts.ts'
import { accountsOf } from '../../organization.ts'
import { readKit } from '../../read-kit.ts'
import { fitProvider } from './fit.ts'
import { copyKit, finds, type Machine, requireMachine } from './machine.ts'

type Copy = ReturnType<typeof copyKit>

class Failed extends Error {}

function run(program: string, words: string[], { kit, environment }: Copy, shows = true): string {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd: kit,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', shows ? 'inherit' : 'pipe', shows ? 'inherit' : 'pipe'],
  })
  if (status !== 0)
    throw new Failed(`${program} ${words.join(' ')} failed\n${`${stdout ?? ''}${stderr ?? ''}`.slice(-6000)}`)
  return stdout
}

/** The cases of each folder: its values, and what each case changes in them. */
const cases: Record<string, { values: string; runs: Record<string, string> }> = {
  organization: {
    values: 'terraform.tfvars.example',
    runs: {
      accounts: 'plan_options {\n    target = [aws_organizations_account.this]\n  }',
      organization: '',
    },
  },
  'iam-identity-center': { values: 'terraform.tfvars.example', runs: { 'iam-identity-center': '' } },
  networking: {
    values: 'terraform.tfvars.example',
    runs: {
      networking: '',
      per_vpc_zones: 'variables {\n    nat_per_zone = true\n  }',
      shared: 'variables {\n    egress = "shared"\n  }',
      shared_zones: 'variables {\n    egress       = "shared"\n    nat_per_zone = true\n  }',
      none: 'variables {\n    egress = "none"\n  }',
      endpoint: 'variables {\n    interface_endpoints = ["logs"]\n  }',
    },
  },
  'team-infrastructure/environments': { values: 'dev.tfvars', runs: { team: '' } },
}

/** What a plan of each case adds: all resources, and those that AWS bills. */
async function count(program: string, copy: Copy): Promise<Record<string, Counts>> {
  const accounts = accountsOf(await readKit())
  const ids = accounts.map(({ name }, index) => `${name} = "${222233330000 + index}"`).join(', ')
  const counted: Record<string, Counts> = {}
  for (const [folder, { values, runs }] of Object.entries(cases)) {
    const test = path.join(copy.kit, folder, `${path.basename(folder)}.tftest.hcl`)
    // The stand-ins for AWS are those of the kit's own tests.
    const [mocks = ''] = readFileSync(test, 'utf8').split(/^(?:override_data|variables) \{$/m)
    const layers = `override_data {
  target = data.terraform_remote_state.organization
  values = { outputs = { account_ids = { ${ids} }, identity_account = "identity", log_buckets = { flow = "arn:aws:s3:::flow" }, management_role = "role" } }
}\n`
    const blocks = Object.entries(runs).map(
      ([name, changes]) => `run "${name}" {\n  command = plan\n\n  ${changes}\n}\n`,
    )
    const readsLayers = folder === 'networking' || folder === 'iam-identity-center'
    writeFileSync(
      path.join(copy.kit, folder, 'facts.tftest.hcl'),
      [mocks, ...(readsLayers ? [layers] : []), ...blocks].join('\n'),
    )
    const words = ['test', '-filter=facts.tftest.hcl', `-var-file=${values}`, '-json', '-verbose']
    const output = run(program, [`-chdir=${folder}`, ...words], copy, false)
    for (const line of output.split('\n').filter((text) => text.includes('"test_plan"'))) {
      const { '@testrun': name, test_plan: plan } = JSON.parse(line)
      counted[name] = countsIn(plan.resource_changes)
    }
  }
  return counted
}

const billed =
  /^aws_(?:cloudwatch_metric_alarm|ec2_transit_gateway_vpc_attachment|eip|kms_key|lb|nat_gateway|route53_zone|ssm_parameter|vpc_endpoint\.interface)\b/

function countsIn(
  changes: { mode: string; type: string; name: string; change: { actions: string[] } }[],
): Counts {
  const counts: Counts = { all: 0 }
  for (const { mode, type, name, change } of changes) {
    if (mode !== 'managed' || change.actions.join() !== 'create') continue
    counts.all++
    const resource = `${type}.${name}`
    if (billed.test(resource)) counts[resource] = (counts[resource] ?? 0) + 1
  }
  return counts
}

async function main({ program, version, provider }: Machine, writes: boolean): Promise<void> {
  console.log(`${version}, AWS provider ${provider.version}`)
  const copy = copyKit({ program, version, provider })
  try {
    run(program, ['fmt', '-check', '-recursive'], copy)
    for (const change of fitProvider(copy.kit, provider.version)) console.log(`- ${change}`)
    run(program, ['fmt', '-recursive'], copy, false)
    const lint = finds('tflint') ? [] : ['TFLINT=true']
    if (lint.length > 0) console.log('- tflint is not installed')
    run('make', ['check', 'test', `TERRAFORM=${program}`, ...lint], copy)
    const counted = await count(program, copy)
    if (writes) {
      const date = new Date().toISOString().slice(0, 10)
      const hash = hashOf(await readKit())
      const text = JSON.stringify(
        { date, run: `${version}, AWS provider ${provider.version}`, hash, counts: counted },
        null,
        2,
      )
      writeFileSync(path.join(import.meta.dirname, '../../facts.json'), `${text}\n`)
    } else if (JSON.stringify(counted) !== JSON.stringify(facts.counts))
      throw new Failed(
        `facts.json has other counts: run npm test -- kit-terraform --write-facts\n${JSON.stringify(counted)}`,
      )
    console.log(
      `What the examples make: ${Object.entries(counted)
        .map(([name, { all }]) => `${name} ${all}`)
        .join(', ')}`,
    )
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    console.error(error.message)
    process.exitCode = 1
  } finally {
    copy.remove()
  }
}

await main(requireMachine(['make']), process.argv.includes('--write-facts'))
