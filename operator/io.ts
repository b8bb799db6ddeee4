import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import { type EnvResult, readEnv } from '../server/config/env.ts'
import { withLocalCommands } from '../server/config/local-commands.ts'
import { printable, type Tone } from './format.ts'

/** The input and output of the command line. Tests pass in their own. */
export interface Io {
  env(): EnvResult
  /** The absolute form of a path that was typed. It begins in the folder where the command was typed. */
  path(typed: string): string
  /** Writes text and a line feed. */
  out(text: string): void
  /** Whether the output was closed by its reader, such as `head`. */
  isClosed(): boolean
  /** Writes to the error output. */
  error(text: string): void
  /** Asks the person at the terminal; null if there is no terminal. */
  ask: ((question: string) => Promise<string>) | null
  /** How many columns the terminal has; undefined if the output is not a terminal. */
  columns(): number | undefined
  /** Marks a word on the output, if it is a terminal with colors. */
  paint(tone: Tone, text: string): string
  /** Marks a failure on the error output. */
  failure(text: string): string
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question(question)
  } catch (error) {
    // Ctrl-C and Ctrl-D are answers, too.
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
    process.stderr.write('\n')
    return ''
  } finally {
    lines.close()
  }
}

const colors = {
  heading: 'bold',
  good: 'green',
  attention: 'yellow',
  bad: 'red',
  past: 'gray',
} as const satisfies Record<Tone, Parameters<typeof styleText>[0]>

export const terminal: Io = {
  env: readEnv,
  // npm and deploy/shop start the command in the project's folder, and say here where it was typed.
  path: (typed) => path.resolve(process.env.INIT_CWD ?? '.', typed),
  out: (text) => process.stdout.write(`${text}\n`),
  isClosed: () => process.stdout.errored !== null,
  error: (text) => process.stderr.write(`${text}\n`),
  ask: process.stdin.isTTY ? ask : null,
  columns: () => (process.stdout.isTTY ? process.stdout.columns : undefined),
  // Node returns the text unchanged without a terminal, unless FORCE_COLOR is set, and with NO_COLOR (https://no-color.org).
  paint: (tone, text) => styleText(colors[tone], text, { stream: process.stdout }),
  failure: (text) => styleText('red', text, { stream: process.stderr }),
}

/** A text with the commands as one types them on this machine. If the variables are wrong, nobody knows which machine it is. */
export function localText(io: Io, text: string): string {
  const env = io.env()
  return env.ok ? withLocalCommands(text, env.config.publicUrl) : text
}

/** A command was called with wrong arguments. */
export class UsageError extends Error {}

/**
 * Asks before an action that cannot be undone. Only yes counts as consent.
 * @param yes the caller passed `flags`
 * @returns whether to continue
 * @throws UsageError if there is no terminal
 */
export async function confirm(io: Io, question: string, yes: boolean, flags = '--yes'): Promise<boolean> {
  if (yes) return true
  if (!io.ask)
    throw new UsageError(
      `${printable(question)} There is no terminal to answer. To skip the question, add ${flags}.`,
    )
  const answer = await io.ask(`${localText(io, printable(question))} [y/N] `)
  if (/^y(es)?$/i.test(answer.trim())) return true
  io.error('Nothing was changed.')
  return false
}
