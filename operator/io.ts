import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { type EnvResult, readEnv } from '../server/config/env.ts'
import { printable, printableJson } from './format.ts'

/** The input and output of the command line. Tests pass in their own. */
export interface Io {
  env(): EnvResult
  /** The absolute form of a path that was typed. It begins in the folder where the command was typed. */
  path(typed: string): string
  /** Writes text and a line feed. */
  out(text: string): void
  /** Writes to the error output. */
  error(text: string): void
  /** Asks the person at the terminal; null if there is no terminal. */
  ask: ((question: string) => Promise<string>) | null
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
  // npm and deploy/shop start the command in the project's folder, and say here where it was typed.
  path: (typed) => path.resolve(process.env.INIT_CWD ?? '.', typed),
  out: (text) => process.stdout.write(`${text}\n`),
  error: (text) => process.stderr.write(`${text}\n`),
  ask: process.stdin.isTTY ? ask : null,
}

/** Prints text for people, or JSON with `--json`. */
export function print(io: Io, command: Command, data: unknown, text: string): void {
  const { json } = command.optsWithGlobals<{ json?: boolean }>()
  io.out(json ? printableJson(data) : text)
}

/** A command was called with wrong arguments. */
export class UsageError extends Error {}

/**
 * Asks before an action that cannot be undone. Only yes counts as consent.
 * @param yes the caller passed --yes
 * @returns whether to continue
 * @throws UsageError if there is no terminal
 */
export async function confirm(io: Io, question: string, yes: boolean): Promise<boolean> {
  if (yes) return true
  if (!io.ask)
    throw new UsageError(
      `${printable(question)} There is no terminal to answer. To skip the question, add --yes.`,
    )
  const answer = await io.ask(`${printable(question)} [y/N] `)
  if (/^y(es)?$/i.test(answer.trim())) return true
  io.error('Nothing was changed.')
  return false
}
