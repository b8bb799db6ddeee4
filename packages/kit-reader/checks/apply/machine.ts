// Terraform or OpenTofu and the AWS provider of this machine.
import { spawnSync } from 'node:child_process'
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
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { kitFolder } from '../../kit-folder.ts'

/** The exit code of a step that has nothing to run: counted as neither passed nor failed. */
const skipped = 77

export const finds = (program: string): boolean =>
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

/**
 * The folder of providers, and the newest version of the AWS provider in it. `KIT_PROVIDERS` names a folder as "terraform providers
 * mirror" makes it; otherwise, it is the filesystem_mirror of the CLI configuration.
 */
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

export interface Machine {
  /** `KIT_TERRAFORM`, by name or path; otherwise terraform or tofu on PATH. */
  program: string
  /** Such as `Terraform v1.11.4`. */
  version: string
  provider: { mirror: string; version: string }
}

/** Ends the process if this machine lacks a program. @param others programs that the step needs, too */
export function requireMachine(others: readonly string[]): Machine {
  const program = [process.env.KIT_TERRAFORM ?? ['terraform', 'tofu']].flat().find(finds)
  const provider = findProvider()
  const missing = [
    ...(program ? [] : [process.env.KIT_TERRAFORM ?? 'terraform or tofu']),
    ...others.filter((other) => !finds(other)),
    ...(provider ? [] : ['the AWS provider: name its folder in KIT_PROVIDERS']),
  ]
  if (!program || !provider || missing.length > 0) {
    console.log(`Skipped, because this machine lacks ${missing.join(', and ')}.`)
    process.exit(skipped)
  }
  const version = spawnSync(program, ['version'], { encoding: 'utf8' }).stdout.split('\n')[0] ?? ''
  return { program, version, provider }
}

/** A copy of the kit in a folder of its own, and the environment in which Terraform finds the provider. */
export function copyKit({ provider }: Machine): {
  kit: string
  environment: NodeJS.ProcessEnv
  remove: () => void
} {
  const home = mkdtempSync(path.join(tmpdir(), 'kit-copy-'))
  const kit = path.join(home, 'kit')
  cpSync(kitFolder, kit, { recursive: true })
  const configuration = path.join(home, 'terraformrc')
  const providers = path.join(home, 'providers')
  writeFileSync(configuration, `provider_installation {\n  filesystem_mirror { path = "${providers}" }\n}\n`)
  for (const registry of ['registry.terraform.io', 'registry.opentofu.org'])
    linkProvider(path.resolve(provider.mirror, awsProvider), path.join(providers, registry, 'hashicorp/aws'))
  const { AWS_PROFILE: _, AWS_SESSION_TOKEN: __, ...inherited } = process.env
  return {
    kit,
    environment: {
      ...inherited,
      TF_CLI_CONFIG_FILE: configuration,
      TF_CLI_ARGS: '-no-color',
      CHECKPOINT_DISABLE: '1',
      TF_IN_AUTOMATION: '1',
      TF_INPUT: '0',
      TF_VAR_state_bucket: 'none',
      TF_VAR_state_region: 'us-east-1',
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
