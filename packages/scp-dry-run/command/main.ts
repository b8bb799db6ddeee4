#!/usr/bin/env node
// The command scp-dry-run. Exit codes: 0; 1 for --fail-on and for a failed check; 2 for a wrong use; 130 after Ctrl-C.
import { readArguments, UsageError } from './arguments.ts'
import { runAsk } from './ask.ts'
import { runCheck } from './check.ts'
import { helpFor } from './help.ts'
import { runJudge } from './judge.ts'
import { readVersion } from './version.ts'

// The reader of the output has what it wants, as in `| head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

/** @returns the exit code */
async function run(args: readonly string[]): Promise<number> {
  const command = readArguments(args)
  switch (command.name) {
    case 'help':
      process.stdout.write(helpFor(command.of))
      return 0
    case 'version':
      process.stdout.write(`${readVersion()}\n`)
      return 0
    case 'judge':
      return runJudge(command)
    case 'ask':
      return runAsk(command)
    case 'check':
      return runCheck(command)
  }
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`scp-dry-run: ${error.message}\n`)
  process.exitCode = 2
}
