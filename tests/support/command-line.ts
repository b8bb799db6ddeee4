import path from 'node:path'
import type { Io } from '../../operator/io.ts'
import { run } from '../../operator/program.ts'
import { parseEnv } from '../../server/config/env.ts'

/** A pipe that nobody reads, without somebody to ask. Tests replace what they look at. */
export const silentIo: Io = {
  env: () => parseEnv({}),
  path: (typed) => path.resolve(typed),
  out() {},
  error() {},
  ask: null,
}

/**
 * Runs one of the seller's commands in this process.
 * @param answer to every question; null: there is no terminal to ask in
 * @param here the folder where the command is typed
 * @returns `error`: the error output, with the questions
 */
export async function runCommand(
  args: string[],
  env: Record<string, string>,
  answer: string | null = null,
  here = '.',
): Promise<{ code: number; out: string; error: string }> {
  let [out, error] = ['', '']
  const ask = async (question: string) => {
    error += question
    return answer ?? ''
  }
  const code = await run(args, {
    ...silentIo,
    env: () => parseEnv(env),
    path: (typed) => path.resolve(here, typed),
    out: (text) => {
      out += `${text}\n`
    },
    error: (text) => {
      error += `${text}\n`
    },
    ask: answer === null ? null : ask,
  })
  return { code, out, error }
}
