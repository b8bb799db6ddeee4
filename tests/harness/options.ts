import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

export type DatabaseKind = 'sqlite' | 'postgres'

export interface Options {
  /** The amount of work: stories or requests. */
  count: number
  seed: number
  /** The number of the one piece of work to repeat, from 0, or null for all. */
  only: number | null
  databases: DatabaseKind[]
}

const databaseChoices: Record<string, DatabaseKind[]> = {
  sqlite: ['sqlite'],
  postgres: ['postgres'],
  both: ['sqlite', 'postgres'],
}

/**
 * Reads the arguments of a harness. For --help and for wrong arguments, it prints a message and ends the process.
 * @param about.count the name of the amount, such as `seeds`, and its default
 */
export function readOptions(about: {
  count: { name: string; default: number }
  help: string
  /** Whether the harness takes --only, the number of the one piece of work to repeat. */
  hasOnly?: boolean
}): Options {
  const { name } = about.count
  const fail = (problem: string): never => {
    console.error(`${problem}\n\n${about.help}`)
    process.exit(2)
  }
  const read = () =>
    parseArgs({
      options: {
        [name]: { type: 'string' },
        seed: { type: 'string' },
        ...(about.hasOnly && { only: { type: 'string' } }),
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
  const wholeNumber = (option: string, fallback: number, min: number): number => {
    const text = values[option]
    if (text === undefined) return fallback
    if (!/^\d{1,9}$/.test(String(text)) || Number(text) < min)
      return fail(`--${option} takes a whole number from ${min} to 999999999, not "${text}".`)
    return Number(text)
  }
  const databases = databaseChoices[String(values.database ?? 'both')]
  return {
    count: wholeNumber(name, about.count.default, 1),
    only: values.only === undefined ? null : wholeNumber('only', 0, 0),
    seed: wholeNumber('seed', randomInt(1_000_000), 0),
    databases: databases ?? fail(`--database takes sqlite, postgres or both, not "${values.database}".`),
  }
}
