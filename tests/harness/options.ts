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

/**
 * Reads the arguments of a harness.
 * @param name of the amount of work, such as `stories`
 * @throws for an unknown argument, or a number that is none
 */
export function readOptions(name: 'stories' | 'requests', fallback: number): Options {
  const option = { type: 'string' } as const
  const options = { [name]: option, seed: option, only: option, database: option }
  const values: Record<string, unknown> = parseArgs({ options }).values
  const read = (option: string): number | null => {
    const text = values[option]
    if (text === undefined) return null
    if (!/^\d{1,9}$/.test(String(text))) throw new Error(`--${option} takes a whole number, not "${text}".`)
    return Number(text)
  }
  const all: DatabaseKind[] = ['sqlite', 'postgres']
  const databases = all.filter((kind) => (values.database ?? kind) === kind)
  if (databases.length === 0)
    throw new Error(`--database takes sqlite or postgres, not "${values.database}".`)
  return {
    count: read(name) ?? fallback,
    seed: read('seed') ?? randomInt(1_000_000),
    only: read('only'),
    databases,
  }
}
