import { injectRandomness, type Random } from '../harness/random.ts'
import { compare } from './compare.ts'
import { openMarket } from './market.ts'
import { Model } from './model.ts'
import { nextStep } from './next-step.ts'
import { settle } from './settle.ts'
import { clear, PostOffice, startShopProcess, type TestBed } from './shop-process.ts'
import type { World } from './world.ts'

const firstMoment = Date.UTC(2026, 10, 20, 12)

export interface StoryResult {
  steps: number
  crashes: number
  /** Empty if the story succeeded. Otherwise all steps, and the problems after the last one. */
  report: string[]
}

/** Runs one story from an empty shop to its end, and checks everything after each step. */
export async function runStory(testBed: TestBed, random: Random): Promise<StoryResult> {
  await clear(testBed)
  injectRandomness(random.below(2 ** 31))
  testBed.clock.now = firstMoment
  const { prices } = testBed.shop
  prices.earlyBirdSeats = random.pick([0, 1, 2, 3])
  const { priceCents: early, listPriceCents: list, earlyBirdSeats: seats } = prices
  const market = openMarket(() => testBed.clock.now)
  const post = new PostOffice()
  const shopProcess = startShopProcess(testBed, market, post)
  const model = new Model({ early, list, seats }, () => testBed.clock.now)
  const world: World = {
    random,
    testBed,
    market,
    model,
    post,
    shopProcess,
    shownSessions: new Set(),
    storedEvents: new Set(),
    backup: null,
    remadeOrders: new Set(),
    problems: [],
  }
  const report = [`${seats} early-bird seats`]
  let crashes = 0
  const steps = 1 + random.below(70)
  for (let number = 1; number <= steps && world.problems.length === 0; number++) {
    const step = nextStep(world)
    const moment = random.chance(0.15) ? random.below(14) : null
    // With two requests at once, Postgres decides which one a power cut hits. Such a run could not be repeated.
    const cut = step.isConcurrent ? null : moment
    world.shopProcess.power.cutAfter(cut)
    await step.run(world)
    const crashed = world.shopProcess.power.isOff
    report.push(`${number}. ${step.text}${crashed ? `; the power is cut after ${cut} marks` : ''}`)
    if (crashed) {
      crashes++
      world.shopProcess = startShopProcess(testBed, market, post)
    }
    world.shopProcess.power.cutAfter(null)
    await compare(world, crashed)
  }
  if (world.problems.length === 0) {
    report.push('then all faults end')
    await settle(world)
  }
  return { steps, crashes, report: world.problems.length > 0 ? [...report, ...world.problems] : [] }
}
