// `npm test -- kit-apply`: makes the templates as stacks in moto, applies the folder networking there with Terraform, plans again and
// demands nothing to do, changes what a customer changes, and removes everything.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fitMoto, fitProvider } from './fit.ts'
import { copyKit, finds, type Machine, requireMachine } from './machine.ts'

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
  readonly program: string
  readonly kit: string
  readonly environment: NodeJS.ProcessEnv
  readonly endpoint: string
  constructor(program: string, { kit, environment }: ReturnType<typeof copyKit>, endpoint: string) {
    this.program = program
    this.kit = kit
    this.endpoint = endpoint
    this.environment = {
      ...environment,
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_REGION: 'us-east-1',
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_MAX_ATTEMPTS: '2',
    }
  }

  /** Runs Terraform in the folder networking. @returns the code and what it printed */
  terraform(...words: string[]): Promise<{ code: number; output: string }> {
    const child = spawn(this.program, ['-chdir=networking', ...words], {
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

  async must(...words: string[]): Promise<string> {
    const { code, output } = await this.terraform(...words)
    if (code !== 0) throw new Failed(`${words.join(' ')} failed\n${output.slice(-6000)}`)
    return output
  }

  async apply(...words: string[]): Promise<void> {
    const output = await this.must('apply', '-auto-approve', ...words)
    console.log(/^(Apply complete|Destroy complete).*$/m.exec(output)?.[0])
  }

  /** Demands that a plan has nothing to do. */
  async nothingToDo(): Promise<void> {
    const { code, output } = await this.terraform('plan', '-detailed-exitcode')
    if (code !== 0) throw new Failed(`The plan after the apply is not empty\n${output.slice(-6000)}`)
    console.log('no changes')
  }

  /** Demands that a plan only adds, or only changes in place. */
  async only(change: 'to add' | 'to change'): Promise<void> {
    const output = await this.must('plan')
    const counts = /^Plan: (\d+) to add, (\d+) to change, (\d+) to destroy/m.exec(output)
    const [, add, changed, destroy] = counts ?? []
    const other = change === 'to add' ? changed : add
    if (other !== '0' || destroy !== '0')
      throw new Failed(`The plan does more than expected\n${output.slice(-6000)}`)
    console.log(counts?.[0])
  }

  /** Demands that a plan of another way out moves each route of a private subnet in place. */
  async movesRoutes(egress: string): Promise<void> {
    const output = await this.must('plan', `-var=egress=${egress}`)
    const routes = [...output.matchAll(/^ {2}# aws_route\.private\[.*\] (.*)$/gm)].map(([, what]) => what)
    if (routes.length === 0 || routes.some((what) => what !== 'will be updated in-place'))
      throw new Failed(`With egress ${egress}, a private subnet loses its route\n${output.slice(-6000)}`)
    console.log(`with egress ${egress}, ${routes.length} routes are updated in place`)
  }

  /** Makes a stack of a template in the emulator. */
  async stack(StackName: string, template: string, parameters: Record<string, string>): Promise<void> {
    const ask = async (values: Record<string, string>) => {
      const response = await fetch(`${this.endpoint}/`, {
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
    const made = await ask({
      Action: 'CreateStack',
      TemplateBody: readFileSync(path.join(this.kit, template), 'utf8'),
      'Capabilities.member.1': 'CAPABILITY_NAMED_IAM',
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

async function applyKit(run: Run): Promise<void> {
  console.log('\nThe templates')
  if (finds('cfn-lint')) {
    const templates = ['core-pipeline.yaml', 'organization/account-baseline.yaml', 'state-bucket.yaml']
    const all = [...templates, 'team-infrastructure/environments/bootstrap.yaml']
    const { status, stdout } = spawnSync('cfn-lint', all, { cwd: run.kit, encoding: 'utf8' })
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

  console.log('\nThe example of networking')
  await run.must('init')
  await run.apply()
  await run.nothingToDo()
  await run.movesRoutes('shared')

  console.log('\nOne more environment')
  run.edit('networking/terraform.tfvars', /^ {2}prod +=.*$/m, '$&\n  sandbox = 3')
  run.edit('organization.tfstate', /"network":"123456789012"/, '$&,"sandbox":"555566667777"')
  run.edit('organization.tfstate', /"network":"string"/, '$&,"sandbox":"string"')
  await run.only('to add')
  await run.apply()
  await run.nothingToDo()

  console.log('\nThe next version of the kit')
  run.edit('VERSION', /^.*$/m, '99.0.0')
  await run.only('to change')

  console.log('\nRemoval')
  await run.apply('-destroy')
}

/** Waits until moto answers. */
async function ready(endpoint: string, moto: ChildProcess): Promise<void> {
  while (moto.exitCode === null) {
    const answers = await fetch(endpoint).then(
      () => true,
      () => false,
    )
    if (answers) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Failed('moto_server ended')
}

async function main(machine: Machine): Promise<void> {
  console.log(`${machine.version}, AWS provider ${machine.provider.version}`)
  const copy = copyKit(machine)
  const port = await freePort()
  const moto = spawn('moto_server', ['-H', '127.0.0.1', '-p', `${port}`], { stdio: 'ignore' })
  const endpoint = `http://127.0.0.1:${port}`
  try {
    for (const change of fitProvider(copy.kit, machine.provider.version)) console.log(`- ${change}`)
    fitMoto(copy.kit)
    await ready(endpoint, moto)
    await applyKit(new Run(machine.program, copy, endpoint))
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    console.error(error.message)
    process.exitCode = 1
  } finally {
    moto.kill()
    copy.remove()
  }
}

await main(requireMachine(['moto_server']))
