import { runOnce } from '../../server/mail/worker.ts'
import { catchUp } from '../../server/orders/catch-up.ts'
import { checkReturningBuyer, sweepOnce } from '../../server/orders/sweep.ts'
import { ProviderError } from '../../server/payments/provider.ts'
import { applyCalls } from './apply-answers.ts'
import { faults } from './market.ts'
import { expectCut, type Step } from './step.ts'
import type { World } from './world.ts'

const minute = 60_000
const hour = 60 * minute

export function sweep({ random }: World): Step {
  const creates = Array.from({ length: 2 }, () => (random.chance(0.2) ? random.pick(faults) : null))
  const others = Array.from({ length: 3 }, () =>
    random.chance(0.2) ? random.pick(['lost', 'lost after'] as const) : null,
  )
  return {
    text: `the sweep checks the open orders, the provider: ${[...creates, ...others].map((one) => one ?? 'ok').join()}`,
    async run(world) {
      // A payment that this sweep finds ends the person's other checkout in the next one.
      const due = [...world.model.orders.values()].filter((order) => world.model.mustEnd(order))
      world.market.createFaults = [...creates]
      world.market.otherFaults = [...others]
      await sweepOnce(world.shopProcess.deps).catch((error) => expectCut(world, error))
      world.market.createFaults = []
      world.market.otherFaults = []
      applyCalls(world, null)
      if (others.some((fault) => fault !== null) || world.shopProcess.power.isOff) return
      for (const order of due)
        if (order.sessionId !== null && world.model.mustEnd(order))
          world.problems.push(`the sweep left ${order.sessionId} open, and its buyer has paid another order`)
    },
  }
}

export function readList({ random }: World): Step {
  const others = Array.from({ length: 3 }, () => (random.chance(0.2) ? ('lost' as const) : null))
  return {
    text: `the shop reads the provider's list of events, the provider: ${others.map((one) => one ?? 'ok').join()}`,
    async run(world) {
      world.market.otherFaults = [...others]
      await catchUp(world.shopProcess.deps).catch((error) => {
        if (!(error instanceof ProviderError)) expectCut(world, error)
      })
      world.market.otherFaults = []
      applyCalls(world, null)
    },
  }
}

export function returnToShop({ random, shownSessions }: World): Step {
  const id = random.pick([...shownSessions])
  return {
    text: `the buyer of ${id} opens the success page`,
    async run(world) {
      await checkReturningBuyer(world.shopProcess.deps, id)
      applyCalls(world, null)
    },
  }
}

export function mail({ random }: World): Step {
  const planned = Array.from({ length: 4 }, () =>
    random.chance(0.3) ? random.pick(['later', 'never', 'silent'] as const) : null,
  )
  const count = 1 + random.below(6)
  return {
    text: `the shop sends up to ${count} mails, the mail server: ${planned.map((one) => one ?? 'ok').join()}`,
    async run(world) {
      world.post.faults = [...planned]
      for (let sent = 0; sent < count && !world.shopProcess.power.isOff; sent++)
        await runOnce(world.shopProcess.deps, 'worker').catch((error) => expectCut(world, error))
      world.post.faults = []
    },
  }
}

export function moveClock({ random }: World): Step {
  const [text, ms] = random.pick([
    ['20 seconds on', 20_000],
    ['3 minutes on', 3 * minute],
    ['17 minutes on', 17 * minute],
    ['50 minutes on', 50 * minute],
    ['2 hours on', 2 * hour],
    ['a day on', 24 * hour],
  ] as const)
  return {
    text: `the clock moves ${text}`,
    run({ testBed, market }) {
      testBed.clock.now += ms
      return market.tick()
    },
  }
}
