import type { Random } from '../harness/random.ts'
import type { Ground, Life, PostOffice } from './life.ts'
import type { Market } from './market.ts'
import type { Model } from './model.ts'

/** Everything of one seed. */
export interface World {
  random: Random
  ground: Ground
  market: Market
  model: Model
  post: PostOffice
  life: Life
  /** Payment pages that buyers were given. */
  given: Set<string>
  /** Events that the shop has stored: delivered once more, they change nothing, whatever has happened since. */
  stored: Set<string>
  /** What is wrong, in words; empty while the shop does as it should. */
  problems: string[]
}

let visits = 0

/** A network address of its own for each request, so that no client's limit answers for the shop. */
export function nextClient(): string {
  visits = (visits + 1) % 2 ** 24
  return `10.${visits >> 16}.${(visits >> 8) & 255}.${visits & 255}`
}
