import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import type { EnvResult } from '../server/config/env.ts'
import { readEnv } from '../server/config/env.ts'
import { printable } from './format.ts'

/** The input and output of the command line. Tests pass in their own. */
export interface Io {
  env(): EnvResult
  /** Writes text and a line feed. */
  out(text: string): void
  /** Whether the output was closed by its reader, such as `head`. */
  isClosed?(): boolean
  /** Writes to the error output. */
  error(text: string): void
  /** Asks the person at the terminal; null if there is no terminal. */
  ask: ((question: string) => Promise<string>) | null
  /** Marks a heading, if the terminal has colors. */
  heading?(text: string): string
  /** Marks a failure. */
  failure?(text: string): string
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

export const terminal: Io = {
  env: readEnv,
  out: (text) => process.stdout.write(`${text}\n`),
  isClosed: () => process.stdout.errored !== null,
  error: (text) => process.stderr.write(`${text}\n`),
  ask: process.stdin.isTTY ? ask : null,
  // Node returns the text unchanged if there is no terminal or if NO_COLOR is set (https://no-color.org).
  heading: (text) => styleText('bold', text, { stream: process.stdout }),
  failure: (text) => styleText('red', text, { stream: process.stderr }),
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
  const answer = await io.ask(`${printable(question)} [y/N] `)
  if (/^y(es)?$/i.test(answer.trim())) return true
  io.error('Nothing was changed.')
  return false
}
