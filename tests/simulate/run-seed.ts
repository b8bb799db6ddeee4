import { catalog } from '../../content/catalog.ts'
import { seeded } from '../harness/random.ts'
import { compare } from './compare.ts'
import { clear, type Ground, PostOffice, startLife } from './life.ts'
import { Market } from './market.ts'
import { Model } from './model.ts'
import { nextStep } from './next-step.ts'
import { settle } from './settle.ts'
import type { World } from './world.ts'

const firstMoment = Date.UTC(2026, 10, 20, 12)

/** Derives the shop's ids and pauses from the seed, too. */
function injectRandomness(seed: number): void {
  const random = seeded(`${seed}/ids`)
  const hex = (digits: number) => Array.from({ length: digits }, () => random.below(16).toString(16)).join('')
  const randomUUID = () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}` as const
  Object.defineProperty(globalThis.crypto, 'randomUUID', {
    value: randomUUID,
    configurable: true,
    writable: true,
  })
  Math.random = () => random.next()
}

export interface SeedResult {
  steps: number
  crashes: number
  /** Empty if the seed succeeded. Otherwise all steps, and the problems after the last one. */
  report: string[]
}

/** Runs one seed from an empty shop to its end, and checks everything after each step. */
export async function runSeed(ground: Ground, seed: number): Promise<SeedResult> {
  await clear(ground)
  injectRandomness(seed)
  const random = seeded(`${seed}/steps`)
  ground.clock.now = firstMoment
  catalog.earlyBirdSeats = random.pick([0, 1, 2, 3])
  catalog.saleLimit = random.chance(0.3) ? random.pick([2, 4]) : null
  const { priceCents: early, listPriceCents: list, earlyBirdSeats: seats, saleLimit: limit } = catalog
  const market = new Market(() => ground.clock.now)
  const post = new PostOffice()
  const life = startLife(ground, market, post)
  const model = new Model({ early, list, seats, limit })
  const world: World = {
    random,
    ground,
    market,
    model,
    post,
    life,
    given: new Set(),
    stored: new Set(),
    problems: [],
  }
  const report = [
    `${seats} early-bird seats, ${limit === null ? 'no limit of sales' : `at most ${limit} sales`}`,
  ]
  let crashes = 0
  const steps = 15 + random.below(40)
  for (let number = 1; number <= steps && world.problems.length === 0; number++) {
    const step = nextStep(world)
    const moment = random.chance(0.15) ? random.below(14) : null
    // With two requests at once, Postgres decides which one a power cut hits. Such a run could not be repeated.
    const cut = step.isConcurrent ? null : moment
    world.life.power.cutAfter(cut)
    await step.run(world)
    const crashed = world.life.power.isOff
    report.push(`${number}. ${step.text}${crashed ? `; the power is cut after ${cut} marks` : ''}`)
    if (crashed) {
      crashes++
      world.life = startLife(ground, market, post)
    }
    world.life.power.cutAfter(null)
    await compare(world, crashed)
  }
  if (world.problems.length === 0) {
    report.push('then everything settles')
    await settle(world)
  }
  return { steps, crashes, report: world.problems.length > 0 ? [...report, ...world.problems] : [] }
}
