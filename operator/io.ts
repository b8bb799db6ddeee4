import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import type { EnvResult } from '../server/config/env.ts'
import { readEnv } from '../server/config/env.ts'
import { printable } from './format.ts'

/** What the command line speaks through; tests hand in their own. */
export interface Io {
  env(): EnvResult
  /** Writes text and a line end. */
  out(text: string): void
  /** Whether nobody reads the output any more, as when `head` has enough. */
  isClosed?(): boolean
  /** The same, to where errors go. */
  error(text: string): void
  /** Asks the person at the terminal; null when there is none. */
  ask: ((question: string) => Promise<string>) | null
  /** Marks a heading, where the terminal has colors. */
  heading?(text: string): string
  /** Marks a failure. */
  failure?(text: string): string
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question(question)
  } catch (error) {
    // Ctrl-C and Ctrl-D are an answer, too.
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
  // Node leaves the text as it is without a terminal, and where NO_COLOR is set (https://no-color.org).
  heading: (text) => styleText('bold', text, { stream: process.stdout }),
  failure: (text) => styleText('red', text, { stream: process.stderr }),
}

/** A command that was called in a way that it does not take. */
export class UsageError extends Error {}

/**
 * Asks before what cannot be undone. Anything but yes is no.
 * @param yes the caller said so with `flags`
 * @returns whether to go on
 * @throws UsageError when nobody is there to ask
 */
export async function confirm(io: Io, question: string, yes: boolean, flags = '--yes'): Promise<boolean> {
  if (yes) return true
  if (!io.ask)
    throw new UsageError(
      `${printable(question)} Nobody is here to answer; add ${flags} to do it without asking.`,
    )
  const answer = await io.ask(`${printable(question)} [y/N] `)
  if (/^y(es)?$/i.test(answer.trim())) return true
  io.error('Nothing was changed.')
  return false
}
