import { Command, CommanderError } from 'commander'
import { isThisMachine } from '../server/config/env.ts'
import { ShopError } from '../server/errors.ts'
import { withoutSecrets } from '../server/log/redact.ts'
import { ProviderError } from '../server/payments/provider.ts'
import { addActCommands } from './commands/acts.ts'
import { addAnnounceCommand } from './commands/announce.ts'
import { addBackupCommands } from './commands/backup.ts'
import { addEraseCommand } from './commands/erase.ts'
import { addOrdersCommands } from './commands/orders.ts'
import { addReconcileCommand } from './commands/reconcile.ts'
import { addWebhookCommand } from './commands/webhook.ts'
import { addDoctorCommand } from './doctor/doctor.ts'
import { type Io, UsageError } from './io.ts'

/** The exit codes. */
const exitCodes = { ok: 0, failed: 1, usage: 2 } as const

/** npm prints lines of its own. On a server, no npm is in between. */
function aboutNpm(io: Io): string {
  const env = io.env()
  if (env.ok && !isThisMachine(env.config.publicUrl)) return ''
  return '\nIf a program reads the output: npm run -s shop -- orders list --json'
}

/** All commands. @param failed called by a command that has printed a result that is a failure */
export function createProgram(io: Io, failed: () => void): Command {
  const program = new Command('npm run shop --')
    .description("The seller's commands. They are safe to use while the server runs.")
    .option('--json', 'print JSON, for programs')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => io.error(text.trimEnd()),
    })
    .exitOverride()
    .showHelpAfterError('Run with --help for usage.')
    .addHelpText(
      'after',
      `
The commands read the same variables as the server. DATA_DIR or DATABASE_URL
selects the shop.${aboutNpm(io)}
Exit codes: 0 success, 1 failed, 2 usage error.`,
    )
  program.commandsGroup('Orders:')
  addOrdersCommands(program, io)
  addActCommands(program, io)
  addEraseCommand(program, io)
  program.commandsGroup('The shop:')
  addAnnounceCommand(program, io)
  addReconcileCommand(program, io)
  addBackupCommands(program, io)
  addWebhookCommand(program, io)
  addDoctorCommand(program, io, failed)
  program.helpCommand('help [command]', 'describe a command')
  return program
}

/**
 * The arguments, without `--help` if they name no command. Commander would print the help of the whole program for it, and the caller
 * would take a misspelled command for one that exists.
 */
function withoutHelpOfUnknown(program: Command, args: string[]): string[] {
  let command = program
  for (const word of args.filter((arg) => !arg.startsWith('-'))) {
    if (command.commands.length === 0 || word === 'help') return args
    const next = command.commands.find((one) => one.name() === word)
    if (!next) return args.filter((arg) => arg !== '--help' && arg !== '-h')
    command = next
  }
  return args
}

function reportError(io: Io, error: unknown): number {
  if (error instanceof CommanderError) {
    // Commander has already printed its message, or the help.
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  }
  if (error instanceof UsageError) {
    io.error(error.message)
    return exitCodes.usage
  }
  if (error instanceof ShopError) io.error([error.message, error.remedy].filter(Boolean).join('\n'))
  else if (error instanceof ProviderError) io.error(`The payment provider failed: ${error.message}`)
  else io.error(withoutSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error)))
  return exitCodes.failed
}

/**
 * Runs one command.
 * @param args as typed after the program's name
 * @returns the exit code
 */
export async function run(args: string[], io: Io): Promise<number> {
  let code: number = exitCodes.ok
  const failed = () => {
    code = exitCodes.failed
  }
  try {
    const program = createProgram(io, failed)
    await program.parseAsync(withoutHelpOfUnknown(program, args), { from: 'user' })
    return code
  } catch (error) {
    return reportError(io, error)
  }
}
