import { createHash } from 'node:crypto'

/** Random choices from a seed. The same seed gives the same choices on every machine. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** A whole number, at least 0 and below `limit`. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
}

/**
 * Creates a generator. Each part of a harness uses a separate name, so its choices do not change those of other parts.
 * @param name the seed and the purpose, such as `42/request 17`
 */
export function seeded(name: string): Random {
  let state = createHash('sha256').update(name).digest().readUInt32LE()
  // mulberry32 (public domain): 32 bits of state, enough for choices in tests.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('The list is empty.')
      return list[below(list.length)] as T
    },
    shuffle<T>(list: readonly T[]): T[] {
      const rest = [...list]
      return Array.from({ length: rest.length }, () => rest.splice(below(rest.length), 1)[0] as T)
    },
  }
}
