import {
  egressModes,
  homeRegions,
  type KitModel,
  most,
  type Organization,
  plansOf,
  regions,
  unitsOf,
} from 'kit-reader/draw'

/** Mulberry32: the same seed gives the same numbers. */
function numbersFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** An organization that the kit accepts, and that the page could be asked to draw. */
export function randomOrganization(seed: number, kit: KitModel): Organization {
  const random = numbersFrom(seed)
  const upTo = (limit: number) => Math.floor(random() * (limit + 1))
  const pick = <One>(from: readonly One[]) => from[upTo(from.length - 1)] as One
  const some = <One>(from: readonly One[]) => from.filter(() => random() < 0.4)
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  const word = (limit: number) => Array.from({ length: limit }, () => pick([...letters])).join('')
  const team = () => `${pick([...'abcdefg'])}${word(1 + upTo(13))}`
  const teams = [...new Set(Array.from({ length: upTo(most.names) }, team))]
  const environments = ['dev', 'staging', 'prod'].filter(() => random() < 0.7)
  const home = pick(homeRegions)
  return {
    prefix: word(2 + upTo(19)),
    domain: `${word(1 + upTo(10))}.${pick(['com', 'example.org', 'io'])}`,
    home,
    regions: [...new Set([home, 'us-east-1', ...some(Object.keys(regions))])],
    environments,
    teams,
    separate: teams.length * environments.length <= 16 && random() < 0.5,
    further: Object.fromEntries(
      unitsOf(kit).map((unit) => [
        unit,
        Array.from({ length: upTo(most.names) }, () => word(1 + upTo(most.letters - 1))),
      ]),
    ),
    egress: pick(egressModes),
    perZone: random() < 0.5,
    retention: 90 + upTo(4000),
    plans: some(plansOf(kit)),
  }
}
