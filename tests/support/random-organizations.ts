import fc from 'fast-check'
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
import { choicesOf } from '../harness/random.ts'

/** An organization that the kit accepts, and that the page could be asked to draw. The same seed gives the same one. */
export function randomOrganization(seed: number, kit: KitModel): Organization {
  const [draw] = fc.sample(fc.gen(), { seed, numRuns: 1 })
  if (!draw) throw new Error('fast-check made no choices.')
  const { below, chance, pick } = choicesOf(draw)
  const upTo = (limit: number) => below(limit + 1)
  const some = <One>(from: readonly One[]) => from.filter(() => chance(0.4))
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  const word = (limit: number) => Array.from({ length: limit }, () => pick([...letters])).join('')
  const team = () => `${pick([...'abcdefg'])}${word(1 + upTo(13))}`
  const teams = [...new Set(Array.from({ length: upTo(most.names) }, team))]
  const environments = ['dev', 'staging', 'prod'].filter(() => chance(0.7))
  const home = pick(homeRegions)
  return {
    prefix: word(2 + upTo(19)),
    domain: `${word(1 + upTo(10))}.${pick(['com', 'example.org', 'io'])}`,
    home,
    regions: [...new Set([home, 'us-east-1', ...some(Object.keys(regions))])],
    environments,
    teams,
    separate: teams.length * environments.length <= 16 && chance(0.5),
    further: Object.fromEntries(
      unitsOf(kit).map((unit) => [
        unit,
        Array.from({ length: upTo(most.names) }, () => word(1 + upTo(most.letters - 1))),
      ]),
    ),
    egress: pick(egressModes),
    perZone: chance(0.5),
    retention: 90 + upTo(4000),
    plans: some(plansOf(kit)),
  }
}
