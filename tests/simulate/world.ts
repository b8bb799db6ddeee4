import type { Random } from '../harness/random.ts'
import type { Backup } from './backup-steps.ts'
import type { Market } from './market.ts'
import type { Model } from './model.ts'
import type { PostOffice, ShopProcess, TestBed } from './shop-process.ts'

/** The whole state of a simulation. */
export interface World {
  random: Random
  testBed: TestBed
  market: Market
  model: Model
  post: PostOffice
  shopProcess: ShopProcess
  /** Ids of the sessions whose payment pages the shop has shown to buyers. */
  shownSessions: Set<string>
  /** Ids of the events that the shop has stored. A second delivery must change nothing. */
  storedEvents: Set<string>
  backup: Backup | null
  /** Orders that this step may have made again, because a restored backup lacks them. */
  remadeOrders: Set<string>
  /** The problems found, as sentences. */
  problems: string[]
}

let visits = 0

/** Returns another network address for each request. Otherwise, the rate limits for one client would apply. */
export function nextClient(): string {
  visits = (visits + 1) % 2 ** 24
  return `10.${visits >> 16}.${(visits >> 8) & 255}.${visits & 255}`
}

/**
 * Returns an address in a network, such as 0 for the first person's home. The shop recognizes the buyer of an open order by the
 * /48.
 */
export function nextAddressAt(network: number): string {
  visits = (visits + 1) % 2 ** 24
  return `2001:db8:${network.toString(16)}:${(visits % 2 ** 16).toString(16)}::1`
}
