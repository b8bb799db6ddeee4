import { createHash } from 'node:crypto'
import fc, { type GeneratorValue } from 'fast-check'

/** Random choices. fast-check makes them, so that it can repeat them from a seed and shrink them. */
export interface Random {
  /** A whole number, at least 0 and below `limit`. It shrinks to 0. */
  below(limit: number): number
  /** It shrinks to false. */
  chance(probability: number): boolean
  /** It shrinks to the first of the list. */
  pick<T>(list: readonly T[]): T
}

const millionth = 1e6

/** Every number is as likely as another. fast-check prefers small and large ones otherwise, so rare choices would be common. */
const evenly = (max: number) => fc.noBias(fc.nat(max))

/** Choices as they are needed, from `fc.gen()`. */
export function choicesOf(draw: GeneratorValue): Random {
  const below = (limit: number) => draw(evenly, limit - 1)
  return {
    below,
    chance: (probability) => below(millionth) >= (1 - probability) * millionth,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('The list is empty.')
      return list[below(list.length)] as T
    },
  }
}

/**
 * Makes the random ids and pauses of this process depend only on a seed. They are not choices: they must stay unique when
 * fast-check shrinks.
 */
export function injectRandomness(seed: number): void {
  let count = 0
  const next = () => createHash('sha256').update(`${seed}/${count++}`).digest()
  const randomUUID = () => {
    const hex = next().toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}` as const
  }
  Object.defineProperty(globalThis.crypto, 'randomUUID', {
    value: randomUUID,
    configurable: true,
    writable: true,
  })
  Math.random = () => next().readUInt32LE() / 2 ** 32
}
