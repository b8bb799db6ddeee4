import { Argument, type Command } from 'commander'
import type { Io } from '../io.ts'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** The name of the seller's command in the shell. docs/command-line.md defines it as a shell function. */
const name = 'shop'

/** The words that can follow each command: its subcommands and its options. */
function wordsOf(program: Command): { path: string[]; words: string[] }[] {
  const lists: { path: string[]; words: string[] }[] = []
  const visit = (command: Command, path: string[]) => {
    const subcommands = command.commands.filter((subcommand) => subcommand.name() !== 'help')
    const names = subcommands.map((subcommand) => subcommand.name())
    const options = command.options.flatMap(({ long }) => long ?? [])
    lists.push({ path, words: [...names, ...options, '--help', '--json', '--wide'] })
    for (const subcommand of subcommands) visit(subcommand, [...path, subcommand.name()])
  }
  visit(program, [])
  return lists.map(({ path, words }) => ({ path, words: [...new Set(words)] }))
}

/** A case for each command, the longest path first. Options are not part of the path. */
function bash(program: Command): string {
  const cases = wordsOf(program)
    .sort((a, b) => b.path.length - a.path.length)
    .map(
      ({ path, words }) => `    "${path.join(' ')}${path.length ? ' ' : ''}"*) words="${words.join(' ')}" ;;`,
    )
  return `_${name}() {
  local path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in -*) ;; *) path+="$word " ;; esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _${name} ${name}`
}

/** zsh runs the completion of bash. */
const zsh = (program: Command): string => `autoload -Uz bashcompinit compinit
compinit
bashcompinit
${bash(program)}`

function fish(program: Command): string {
  const lines = wordsOf(program).map(({ path, words }) => {
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
    const condition = path.length === 0 ? '__fish_use_subcommand' : seen
    return `complete -c ${name} -f -n '${condition}' -a '${words.join(' ')}'`
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
