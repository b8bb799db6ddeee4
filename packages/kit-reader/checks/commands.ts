// Checks the commands in documents and comments: known programs, Terraform's commands, and operations of AWS. An operation of
// the AWS CLI has the name of an API, which nearly always has the name of an IAM action.
import { knownActions } from '../known-actions.ts'
import type { KitFile, Problem } from '../read-kit.ts'

const programs = new Set([
  ...['aws', 'cd', 'cp', 'curl', 'dig', 'export', 'gh', 'git', 'jq', 'make', 'sed', 'terraform', 'unzip'],
])
const terraform = new Set([
  ...[
    'apply',
    'console',
    'destroy',
    'fmt',
    'force-unlock',
    'init',
    'output',
    'plan',
    'providers',
    'show',
    'state',
    'test',
  ],
  'untaint',
  'validate',
])

/** Commands of the CLI with another service's prefix in IAM (https://docs.aws.amazon.com/cli/latest/reference/). */
const prefixes: Record<string, string> = { s3api: 's3', 'sso-admin': 'sso' }
/** Commands that are no operation, or whose action has another name. */
const otherCommands = new Set([
  ...['cloudformation deploy', 'cloudtrail validate-logs', 'configure sso', 'logs tail'],
  // s3:ListBucketVersions and identitystore:GetUserId.
  ...['s3api list-object-versions', 'sts get-caller-identity'],
])

/** @returns each command of the AWS CLI, as service and operation */
function awsCommandsIn(files: KitFile[]): { file: string; service: string; operation: string }[] {
  return files
    .filter(({ path }) => !path.endsWith('.json'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/(?:^|[`"# ])aws ([a-z0-9-]+) ([a-z][a-z0-9-]+)/gm)].map(
        ([, service = '', operation = '']) => ({ file: path, service, operation }),
      ),
    )
}
const prefixOf = (service: string) => prefixes[service] ?? service

const pascal = (operation: string) =>
  operation.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase())

export function checkCommands(files: KitFile[]): Problem[] {
  const problems: Problem[] = []
  for (const { file, service, operation } of awsCommandsIn(files)) {
    if (otherCommands.has(`${service} ${operation}`)) continue
    const known = knownActions.services[prefixOf(service)] ?? []
    if (!known.some((action) => action.toLowerCase() === pascal(operation).toLowerCase()))
      problems.push({
        file,
        line: 0,
        message: `names "aws ${service} ${operation}", which AWS does not have`,
      })
  }
  for (const { path, text } of files.filter((one) => one.path.endsWith('.md'))) {
    const report = (message: string) => problems.push({ file: path, line: 0, message })
    for (const [, indent = '', code = ''] of text.matchAll(/^( *)```bash\n([\s\S]*?)^ *```/gm)) {
      // A command goes on in the next line after a backslash, or inside of quotes.
      const lines = code.replaceAll(/\\\n/g, ' ').split('\n')
      for (const line of lines.filter((one) => one.startsWith(indent) && one.trim())) {
        const [program = '', ...words] = line.trim().split(/\s+/)
        if (!programs.has(program))
          report(`has the command "${program}", which no reader was told to install`)
        const verb = program === 'terraform' && words.find((word) => !word.startsWith('-'))
        if (verb && !terraform.has(verb)) report(`names "terraform ${verb}", which Terraform does not have`)
      }
    }
  }
  return problems
}
