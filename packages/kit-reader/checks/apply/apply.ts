// `npm test -- kit-apply`: applies the kit's examples to an emulator with Terraform, plans again and demands nothing to do, changes
// what a customer changes, plans the next version, and removes everything as docs/removing.md says. It needs Terraform or OpenTofu,
// the AWS provider and moto on the machine, and says which is missing.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { takeNoArguments } from '../take-no-arguments.ts'
import { fitKit } from './fit.ts'
import { startFront } from './front.ts'

const help = `npm test -- kit-apply    applies kit/ to moto on loopback, with Terraform and the AWS provider of this machine

KIT_PROVIDERS    a folder with registry.terraform.io/hashicorp/aws/VERSION, as "terraform providers mirror" makes it;
                 otherwise the filesystem_mirror of the CLI configuration
KIT_TERRAFORM    terraform or tofu, by name or path; otherwise the first of them on PATH`

/** Nothing to run: counted as neither passed nor failed. */
const skipped = 77

const finds = (program: string) =>
  path.isAbsolute(program)
    ? existsSync(program)
    : (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)))

const awsProvider = 'registry.terraform.io/hashicorp/aws'

/**
 * Offers the provider of a mirror under another registry: OpenTofu asks its own for the same provider. Terraform follows links to the
 * folder of a platform, and to nothing else.
 */
function linkProvider(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    mkdirSync(entry.isDirectory() ? target : to, { recursive: true })
    if (entry.isDirectory())
      for (const platform of readdirSync(source))
        symlinkSync(path.join(source, platform), path.join(target, platform))
    else if (entry.name.endsWith('.zip')) copyFileSync(source, target)
  }
}

/** The folder of providers, and the newest version of the AWS provider in it. */
function findProvider(): { mirror: string; version: string } | null {
  const configuration = process.env.TF_CLI_CONFIG_FILE ?? path.join(homedir(), '.terraformrc')
  const text = existsSync(configuration) ? readFileSync(configuration, 'utf8') : ''
  const mirror =
    process.env.KIT_PROVIDERS ?? /filesystem_mirror\s*\{[^}]*path\s*=\s*"([^"]+)"/.exec(text)?.[1]
  const folder = mirror && path.join(mirror, awsProvider)
  if (!mirror || !folder || !existsSync(folder)) return null
  // Unpacked, a version is a folder. Packed, as "terraform providers mirror" leaves it, it is a part of a file's name.
  const version = readdirSync(folder)
    .flatMap((name) => /^(?:terraform-provider-aws_)?(\d+\.\d+\.\d+)(?:_\w+\.zip)?$/.exec(name)?.[1] ?? [])
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1)
  return version ? { mirror, version } : null
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

class Failed extends Error {}

/** A copy of the kit that is applied to the emulator. */
class Run {
  readonly home = mkdtempSync(path.join(tmpdir(), 'kit-apply-'))
  readonly kit = path.join(this.home, 'kit')
  readonly program: string
  readonly environment: NodeJS.ProcessEnv
  constructor(program: string, mirror: string, endpoint: string) {
    this.program = program
    const configuration = path.join(this.home, 'terraformrc')
    const providers = path.join(this.home, 'providers')
    writeFileSync(
      configuration,
      `provider_installation {\n  filesystem_mirror { path = "${providers}" }\n}\n`,
    )
    for (const registry of ['registry.terraform.io', 'registry.opentofu.org'])
      linkProvider(path.resolve(mirror, awsProvider), path.join(providers, registry, 'hashicorp/aws'))
    const { AWS_PROFILE: _, AWS_SESSION_TOKEN: __, ...inherited } = process.env
    this.environment = {
      ...inherited,
      TF_CLI_CONFIG_FILE: configuration,
      CHECKPOINT_DISABLE: '1',
      TF_IN_AUTOMATION: '1',
      TF_INPUT: '0',
      TF_VAR_state_bucket: 'none',
      TF_VAR_state_region: 'us-east-1',
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_REGION: 'us-east-1',
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_MAX_ATTEMPTS: '2',
    }
  }

  /** @returns the code and what it printed */
  terraform(layer: string, ...words: string[]): Promise<{ code: number; output: string }> {
    const child = spawn(this.program, [`-chdir=${layer}`, ...words, '-no-color'], {
      cwd: this.kit,
      env: this.environment,
    })
    let output = ''
    for (const from of [child.stdout, child.stderr])
      from.setEncoding('utf8').on('data', (text) => (output += text))
    // An operation that moto lacks is tried again for a long time.
    const limit = setTimeout(() => child.kill('SIGINT'), 1_800_000)
    return new Promise((resolve) =>
      child.on('close', (code) => {
        clearTimeout(limit)
        resolve({ code: code ?? 1, output })
      }),
    )
  }

  async must(layer: string, ...words: string[]): Promise<string> {
    const { code, output } = await this.terraform(layer, ...words)
    if (code !== 0) throw new Failed(`${layer}: ${words.join(' ')} failed\n${output.slice(-6000)}`)
    return output
  }

  async apply(layer: string, ...words: string[]): Promise<void> {
    const output = await this.must(layer, 'apply', '-auto-approve', ...words)
    console.log(`${layer}: ${/^(Apply complete|Destroy complete).*$/m.exec(output)?.[0]}`)
  }

  /** Demands that a plan has nothing to do. */
  async nothingToDo(layer: string): Promise<void> {
    const { code, output } = await this.terraform(layer, 'plan', '-detailed-exitcode')
    if (code !== 0)
      throw new Failed(`${layer}: the plan after the apply is not empty\n${output.slice(-6000)}`)
    console.log(`${layer}: no changes`)
  }

  /** Demands that a plan only adds, or only changes in place. */
  async only(change: 'to add' | 'to change', layer: string): Promise<void> {
    const output = await this.must(layer, 'plan')
    const counts = /^Plan: (\d+) to add, (\d+) to change, (\d+) to destroy/m.exec(output)
    const [, add, changed, destroy] = counts ?? []
    const other = change === 'to add' ? changed : add
    if (other !== '0' || destroy !== '0')
      throw new Failed(`${layer}: the plan does more than expected\n${output.slice(-6000)}`)
    console.log(`${layer}: ${counts?.[0]}`)
  }

  /** Demands that a plan of another way out moves each route of a private subnet in place. */
  async movesRoutes(egress: string): Promise<void> {
    const output = await this.must('networking', 'plan', `-var=egress=${egress}`)
    const routes = [...output.matchAll(/^ {2}# aws_route\.private\[.*\] (.*)$/gm)].map(([, what]) => what)
    if (routes.length === 0 || routes.some((what) => what !== 'will be updated in-place'))
      throw new Failed(
        `networking: with egress ${egress}, a private subnet loses its route\n${output.slice(-6000)}`,
      )
    console.log(`networking: with egress ${egress}, ${routes.length} routes are updated in place`)
  }

  /** Makes a stack of a template in the emulator. */
  async stack(StackName: string, template: string, parameters: Record<string, string>): Promise<void> {
    const ask = async (values: Record<string, string>) => {
      const response = await fetch(`${this.environment.AWS_ENDPOINT_URL}/`, {
        method: 'POST',
        headers: {
          authorization:
            'AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/cloudformation/aws4_request, SignedHeaders=host, Signature=0',
        },
        body: new URLSearchParams({ Version: '2010-05-15', StackName, ...values }),
      })
      return response.text()
    }
    const given = Object.entries(parameters).flatMap(([key, value], index) => [
      [`Parameters.member.${index + 1}.ParameterKey`, key],
      [`Parameters.member.${index + 1}.ParameterValue`, value],
    ])
    const TemplateBody = readFileSync(path.join(this.kit, template), 'utf8')
    const capability = { 'Capabilities.member.1': 'CAPABILITY_NAMED_IAM' }
    const made = await ask({
      Action: 'CreateStack',
      TemplateBody,
      ...capability,
      ...Object.fromEntries(given),
    })
    const status = /<StackStatus>(\w+)/.exec(await ask({ Action: 'DescribeStacks' }))?.[1]
    if (status !== 'CREATE_COMPLETE')
      throw new Failed(`${template}: the stack is ${status}\n${made.slice(0, 2000)}`)
    console.log(`${template}: ${status}`)
  }

  edit(file: string, pattern: RegExp, replacement: string): void {
    const full = path.join(this.kit, file)
    const text = readFileSync(full, 'utf8')
    if (!pattern.test(text)) throw new Failed(`${file} has no ${pattern}`)
    writeFileSync(full, text.replace(pattern, replacement))
  }
}

const layers = ['organization', 'iam-identity-center', 'networking']

async function applyKit(run: Run, provider: string): Promise<void> {
  cpSync(path.join(import.meta.dirname, '../../../../kit'), run.kit, { recursive: true })
  for (const change of fitKit(run.kit, provider)) console.log(`- ${change}`)

  console.log('\nThe templates')
  const templates = [
    'state-bucket.yaml',
    'core-pipeline.yaml',
    'organization/account-baseline.yaml',
    'team-infrastructure/environments/bootstrap.yaml',
  ]
  if (finds('cfn-lint')) {
    const { status, stdout } = spawnSync('cfn-lint', templates, { cwd: run.kit, encoding: 'utf8' })
    if (status !== 0) throw new Failed(`cfn-lint finds mistakes\n${stdout}`)
    console.log('cfn-lint: no mistakes')
  } else console.log('cfn-lint is not installed')
  await run.stack('terraform-state', 'state-bucket.yaml', { Prefix: 'acme' })
  await run.stack('core-pipeline', 'core-pipeline.yaml', {
    Repository: 'acme/infrastructure',
    StateBucket: 'acme-terraform-state-123456789012',
    IdentityAccountId: '111122223333',
    NetworkAccountId: '222233334444',
  })
  await run.stack('team-orders', 'team-infrastructure/environments/bootstrap.yaml', {
    Team: 'orders',
    Environment: 'dev',
    Repository: 'acme/orders',
    ZoneName: 'orders.dev.example.com',
  })

  console.log('\nThe examples')
  await run.must('organization', 'init')
  await run.apply('organization', '-target=aws_organizations_account.this')
  for (const layer of layers) {
    await run.must(layer, 'init')
    await run.apply(layer)
    await run.nothingToDo(layer)
  }

  console.log('\nAnother way out')
  await run.movesRoutes('shared')

  console.log(
    '\nAn adopted organization: held back, and turned on in the order of docs/existing-organization.md',
  )
  const values = path.join(run.kit, 'organization/terraform.tfvars')
  const example = readFileSync(values, 'utf8')
  const everyUnit = '["access", "security", "shared", "workloads"]'
  const phases: [title: string, held: string][] = [
    ['held back', 'attach = []\norganization_policies = []\ndetection = false\nbaseline_units = []'],
    [
      'a policy',
      'attach = ["root/deny-leave"]\norganization_policies = []\ndetection = false\nbaseline_units = []',
    ],
    [
      'the baseline',
      `attach = ["root/deny-leave"]\norganization_policies = ["tag-policy"]\ndetection = false\nbaseline_units = ${everyUnit}`,
    ],
    [
      'detection',
      `attach = ["root/deny-leave"]\norganization_policies = ["tag-policy"]\nbaseline_units = ${everyUnit}`,
    ],
    [
      'everything',
      'resource_control_policies = ["workloads/only-my-github", "workloads/only-my-organization"]\ngithub_owners = ["acme"]',
    ],
  ]
  for (const [title, held] of phases) {
    writeFileSync(values, `${example}\n${held}\n`)
    console.log(`- ${title}`)
    await run.apply('organization')
    await run.nothingToDo('organization')
  }
  writeFileSync(values, example)
  await run.apply('organization')
  await run.nothingToDo('organization')

  console.log('\nAn account, an image repository, a person, an environment')
  run.edit(
    'organization/terraform.tfvars',
    /^ {2}prod +=.*$/m,
    '  sandbox = { email = "aws+sandbox@example.com", unit = "workloads" }\n$&',
  )
  run.edit(
    'organization/terraform.tfvars',
    /^image_repositories = \{$/m,
    '$&\n  "billing/api" = "acme/billing"',
  )
  run.edit(
    'iam-identity-center/terraform.tfvars',
    /^access = \{$/m,
    '$&\n  guests = { sandbox = ["ReadOnly"] }',
  )
  run.edit(
    'iam-identity-center/terraform.tfvars',
    /^users = \{$/m,
    '$&\n  "bob@example.com" = { given_name = "Bob", family_name = "Example", email = "bob@example.com", groups = ["guests"] }',
  )
  run.edit('networking/terraform.tfvars', /^ {2}prod +=.*$/m, '$&\n  sandbox = 3')
  for (const layer of layers) {
    await run.only('to add', layer)
    await run.apply(layer)
    await run.nothingToDo(layer)
  }

  console.log('\nThe next version of the kit')
  run.edit('VERSION', /^.*$/m, '99.0.0')
  for (const layer of layers) await run.only('to change', layer)

  console.log('\nRemoval, as docs/removing.md says')
  const removing = readFileSync(path.join(run.kit, 'docs/removing.md'), 'utf8')
  const override = /```hcl\n([\s\S]*?)```/.exec(removing)?.[1] ?? ''
  for (const layer of ['networking', 'iam-identity-center']) await run.apply(layer, '-destroy')
  writeFileSync(path.join(run.kit, 'organization/destroy_override.tf'), override)
  await run.only('to change', 'organization')
  await run.apply('organization')
  // AWS and moto keep an organization, and its units, as long as closed accounts are in it.
  await run.terraform('organization', 'apply', '-auto-approve', '-destroy')
  const left = (await run.must('organization', 'state', 'list')).split('\n').filter(Boolean)
  const others = left.filter((one) => !/^aws_organizations_organization(al_unit)?\.this/.test(one))
  if (others.length > 0) throw new Failed(`organization: the removal leaves ${others.join(', ')}`)
  console.log('organization: removed, but for what has closed accounts')
}

/** Waits until moto answers. */
async function ready(port: number, moto: ChildProcess): Promise<void> {
  while (moto.exitCode === null) {
    if (
      await fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Failed('moto_server ended')
}

async function main(): Promise<number> {
  takeNoArguments(help)
  const program = [process.env.KIT_TERRAFORM ?? ['terraform', 'tofu']].flat().find(finds)
  const provider = findProvider()
  const missing = [
    ...(program ? [] : [process.env.KIT_TERRAFORM ?? 'terraform or tofu']),
    ...(finds('moto_server') ? [] : ['moto_server (pip install "moto[server]")']),
    ...(provider ? [] : ['the AWS provider: name its folder in KIT_PROVIDERS']),
  ]
  if (!program || !provider || missing.length > 0) {
    console.log(`Skipped, because this machine lacks ${missing.join(', and ')}. Nothing was applied.`)
    return skipped
  }
  const version = spawnSync(program, ['version'], { encoding: 'utf8' }).stdout.split('\n')[0]
  const asking = 'from importlib.metadata import version; print(version("moto"))'
  const motoVersion =
    spawnSync('python3', ['-c', asking], { encoding: 'utf8' }).stdout.trim() || 'of an unknown version'
  const other = ['terraform', 'tofu'].find((one) => one !== path.basename(program) && finds(one))
  if (other) console.log(`${other} is here, too: KIT_TERRAFORM=${other} runs the same with it.`)
  console.log(`${version}, AWS provider ${provider.version}, moto ${motoVersion}`)
  const port = await freePort()
  const moto = spawn('moto_server', ['-H', '127.0.0.1', '-p', `${port}`], {
    env: { ...process.env, MOTO_IAM_LOAD_MANAGED_POLICIES: 'true' },
    stdio: 'ignore',
  })
  const front = await startFront(port)
  const run = new Run(program, provider.mirror, `http://127.0.0.1:${(front.address() as AddressInfo).port}`)
  try {
    await ready(port, moto)
    await applyKit(run, provider.version)
    return 0
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    console.error(error.message)
    return 1
  } finally {
    moto.kill()
    front.close()
    rmSync(run.home, { recursive: true, force: true })
  }
}

process.exit(await main())
