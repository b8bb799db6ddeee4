// Checks the commands in documents and comments: known programs, Terraform's commands, and commands of the AWS CLI with their
// options.
import type { KitFile, Problem } from '../read-kit.ts'
import { commandsIn, custom, globalOptions, listed } from './aws-cli.ts'

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

export function checkCommands(files: KitFile[]): Problem[] {
  const problems: Problem[] = []
  for (const { file, name, options } of commandsIn(files)) {
    const report = (message: string) => problems.push({ file, line: 0, message })
    const known = custom[name] ?? listed.commands[name]
    if (!known) {
      report(
        `names "aws ${name}", which is not in aws-options.json: run packages/kit-reader/checks/extract-options.ts`,
      )
      continue
    }
    for (const option of options)
      if (![...known.required, ...known.optional, ...globalOptions].includes(option))
        report(`"aws ${name}" has no option --${option}`)
    // A sentence may name a command without its options.
    const lacking =
      options.length > 0 ? known.required.find((option) => !options.includes(option)) : undefined
    if (lacking) report(`"aws ${name}" needs --${lacking}`)
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
