import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

export type DatabaseKind = 'sqlite' | 'postgres'

export interface Options {
  /** How much is done: kills, seeds or requests. */
  count: number
  seed: number
  /** Whether the seed was given, so that a run is repeated. */
  seedGiven: boolean
  databases: DatabaseKind[]
}

const databaseChoices: Record<string, DatabaseKind[]> = {
  sqlite: ['sqlite'],
  postgres: ['postgres'],
  both: ['sqlite', 'postgres'],
}

/**
 * Reads the arguments of a harness; prints its help, or what is wrong with them, and ends the process.
 * @param about.count the name of the amount, `kills`, and what it is when it is not given
 */
export function readOptions(about: {
  count: { name: string; usual: number }
  help: string
  arguments?: string[]
}): Options {
  const { name, usual } = about.count
  const fail = (problem: string): never => {
    console.error(`${problem}\n\n${about.help}`)
    process.exit(2)
  }
  const read = () =>
    parseArgs({
      args: about.arguments ?? process.argv.slice(2),
      options: {
        [name]: { type: 'string' },
        seed: { type: 'string' },
        database: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values as Record<string, string | boolean | undefined>
  let values: ReturnType<typeof read> = {}
  try {
    values = read()
  } catch (error) {
    fail((error as Error).message)
  }
  if (values.help) {
    console.log(about.help)
    process.exit(0)
  }
  const whole = (option: string, fallback: number, least: number): number => {
    const text = values[option]
    if (text === undefined) return fallback
    if (!/^\d{1,9}$/.test(String(text)) || Number(text) < least)
      return fail(`--${option} takes a whole number from ${least} to 999999999, not "${text}".`)
    return Number(text)
  }
  const databases = databaseChoices[String(values.database ?? 'both')]
  return {
    count: whole(name, usual, 1),
    seed: whole('seed', randomInt(1_000_000), 0),
    seedGiven: values.seed !== undefined,
    databases: databases ?? fail(`--database takes sqlite, postgres or both, not "${values.database}".`),
  }
}
