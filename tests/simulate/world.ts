import type { Random } from '../harness/random.ts'
import type { Ground, Life, PostOffice } from './life.ts'
import type { Market } from './market.ts'
import type { Model } from './model.ts'

/** The whole state of one seed. */
export interface World {
  random: Random
  ground: Ground
  market: Market
  model: Model
  post: PostOffice
  life: Life
  /** Ids of the sessions whose payment pages buyers got. */
  given: Set<string>
  /** Events that the shop has stored. A second delivery must change nothing. */
  stored: Set<string>
  /** The problems found, as sentences. */
  problems: string[]
}

let visits = 0

/** A separate network address for each request, so that no limit for one client answers instead of the shop. */
export function nextClient(): string {
  visits = (visits + 1) % 2 ** 24
  return `10.${visits >> 16}.${(visits >> 8) & 255}.${visits & 255}`
}
