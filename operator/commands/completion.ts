import { Argument, type Command } from 'commander'
import type { Io } from '../io.ts'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** The name of the seller's command in the shell. docs/command-line.md defines it as a shell function. */
const name = 'shop'

/** What can follow a word: some words, the name of a file, or both. */
interface Next {
  words: string[]
  files: boolean
}

const takesFile = (placeholder: string) => /^<?(file|folder)>?$/.test(placeholder)

/** What can follow each command, and each of its options that take a value. */
function nextOf(program: Command): { path: string[]; next: Next; options: { long: string; next: Next }[] }[] {
  const lists: ReturnType<typeof nextOf> = []
  const visit = (command: Command, path: string[]) => {
    const subcommands = command.commands.filter((subcommand) => subcommand.name() !== 'help')
    const names = subcommands.map((subcommand) => subcommand.name())
    const values = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
    const longs = command.options.flatMap(({ long }) => long ?? [])
    const words = [...new Set([...names, ...values, ...longs, '--help', '--json', '--wide'])]
    const files = command.registeredArguments.some((argument) => takesFile(argument.name()))
    const options = command.options
      .filter((option) => option.required)
      .map(({ long, flags, argChoices }) => ({
        long: long ?? '',
        next: { words: argChoices ?? [], files: takesFile(flags.split(' ').at(-1) ?? '') },
      }))
    lists.push({ path, next: { words, files }, options })
    for (const subcommand of subcommands) visit(subcommand, [...path, subcommand.name()])
  }
  visit(program, [])
  return lists
}

/** A case for each command, the longest path first, with the cases of its options before it. Options are not part of the path. */
function bash(program: Command): string {
  const answer = ({ words, files }: Next) => `words="${words.join(' ')}" files="${files ? '-f' : ''}" ;;`
  const cases = nextOf(program)
    .sort((a, b) => b.path.length - a.path.length)
    .flatMap(({ path, next, options }) => {
      const start = `    "${path.join(' ')}${path.length ? ' ' : ''}"*`
      return [
        ...options.map(({ long, next: value }) => `${start}"${long}") ${answer(value)}`),
        `${start}) ${answer(next)}`,
      ]
    })
  return `_${name}() {
  local path="" word words="" files="" current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) path+="$word " ;; esac
  done
  case "$path\${COMP_WORDS[COMP_CWORD-1]}" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" $files -- "$current"))
}
complete -o filenames -F _${name} ${name}`
}

/** zsh runs the completion of bash. */
const zsh = (program: Command): string => `autoload -Uz bashcompinit compinit
compinit
bashcompinit
${bash(program)}`

function fish(program: Command): string {
  const lines = nextOf(program).flatMap(({ path, next, options }) => {
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
    const start = `complete -c ${name} -n '${path.length === 0 ? '__fish_use_subcommand' : seen}'`
    const files = (one: Next) => (one.files ? '-F' : '-f')
    return [
      `${start} ${files(next)} -a '${next.words.join(' ')}'`,
      ...options.map(
        ({ long, next: value }) =>
          `${start} ${files(value)} -r -l ${long.slice(2)} -a '${value.words.join(' ')}'`,
      ),
    ]
  })
  return lines.join('\n')
}

const scripts: Record<Shell, (program: Command) => string> = { bash, zsh, fish }

export function addCompletionCommand(program: Command, io: Io): void {
  program
    .command('completion')
    .description('print a script that completes the commands of `shop` in your shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText(
      'after',
      '\nExample, for a shell in which `shop` is defined:\n  eval "$(shop completion bash)"',
    )
    .action((shell: Shell) => io.out(scripts[shell](program)))
}
