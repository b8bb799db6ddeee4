import { functions } from '../../contract/paths.ts'
import { catchUp } from '../../server/orders/catch-up.ts'
import { noteReturn, sweepOnce } from '../../server/orders/sweep.ts'
import { runOnce } from '../../server/outbox/worker.ts'
import { ProviderError } from '../../server/payments/provider.ts'
import { hearCalls, hearEvent } from './hear.ts'
import { type MarketEvent, type MarketSession, type Trouble, troubles } from './market.ts'
import { nextClient, type World } from './world.ts'

/** One thing that happens, chosen in full before it does: the same seed gives the same steps. */
export interface Step {
  text: string
  /** Parts of it happen at once. */
  isConcurrent?: boolean
  run(world: World): Promise<void>
}

const people = [
  'ada@example.com',
  'grace@example.com',
  'joan@example.com',
  'mary@example.com',
  'hedy@example.com',
]
const minute = 60_000
const hour = 60 * minute

const post = (world: World, path: string, body: string, headers: Record<string, string>) =>
  world.life.app.request(path, {
    method: 'POST',
    headers: { 'x-forwarded-for': nextClient(), ...headers },
    body,
  })

function checkout({ random }: World): Step {
  const person = random.pick(people)
  const typed = random.chance(0.2) ? person.toUpperCase() : person
  const clicks = random.chance(0.25) ? 2 : 1
  const planned = Array.from({ length: 3 }, () => (random.chance(0.25) ? random.pick(troubles) : null))
  const trouble = planned.every((one) => one === null) ? '' : `, the provider: ${planned.join()}`
  return {
    text: `${typed} asks for a checkout${clicks > 1 ? ' twice at once' : ''}${trouble}`,
    isConcurrent: clicks > 1,
    async run(world) {
      const { market, model, problems, given, life } = world
      market.createTroubles = planned.map((one): Trouble | null => one)
      const before = model.reusable(person, world.ground.clock.now)
      const body = JSON.stringify({ name: 'A Buyer', email: typed })
      const ask = () => post(world, functions.createCheckout, body, { 'content-type': 'application/json' })
      const answers = await Promise.all(Array.from({ length: clicks }, ask))
      market.createTroubles = []
      const failed = market.calls.some(({ kind }) => kind === 'not created')
      hearCalls(world, person)
      if (life.power.isOff) return
      for (const answer of answers) {
        const { url, error } = (await answer.json()) as { url?: string; error?: string }
        const session = url ? market.sessions.get(url.split('/').at(-1) ?? '') : undefined
        if (answer.status === 200 && session) {
          if (session.email.toLowerCase() !== person)
            problems.push(`${person} was given somebody else's page`)
          if (before?.sessionId && before.sessionId !== session.id)
            problems.push(`${person} was given another page than that of the open order`)
          given.add(session.id)
        } else if (answer.status === 409) {
          if (model.price()) problems.push(`${person} was told that nothing is left, and there is`)
        } else if (!(answer.status === 502 && failed))
          problems.push(`the checkout is ${answer.status} ${error}`)
      }
    },
  }
}

async function deliverOnce(world: World, event: MarketEvent): Promise<number> {
  const { body, signature } = world.market.signed(event)
  return (await post(world, functions.paymentWebhook, body, { 'stripe-signature': signature })).status
}

function deliver({ random, market }: World): Step {
  const event = random.pick(market.events)
  const how = random.pick(['once', 'once', 'once', 'twice at once', 'with its answer lost'] as const)
  const isSilent = random.chance(0.1)
  return {
    text: `${event.id} ${event.type} of ${event.sessionId} is delivered ${how}${isSilent ? ', the provider may be silent' : ''}`,
    isConcurrent: how === 'twice at once',
    async run(world) {
      world.market.otherTroubles = isSilent ? ['lost-before'] : []
      const times = how === 'twice at once' ? 2 : 1
      const statuses = await Promise.all(Array.from({ length: times }, () => deliverOnce(world, event)))
      world.market.otherTroubles = []
      const wasTaken = statuses.includes(200)
      if (wasTaken || world.life.power.isOff) hearEvent(world, event)
      if (wasTaken && how !== 'with its answer lost' && !world.life.power.isOff)
        world.market.events.splice(world.market.events.indexOf(event), 1)
      const odd = statuses.filter((status) => status !== 200 && !(isSilent && status === 503))
      if (odd.length > 0 && !world.life.power.isOff) world.problems.push(`the webhook is ${odd}`)
    },
  }
}

/** It never comes; the shop has to ask. */
function lose({ random, market }: World): Step {
  const event = random.pick(market.events)
  return {
    text: `${event.id} ${event.type} of ${event.sessionId} is lost`,
    async run(world) {
      world.market.events.splice(world.market.events.indexOf(event), 1)
    },
  }
}

/** Something at the provider that the shop does not notice yet. */
const outside = (text: string, run: (world: World) => void): Step => ({
  text,
  run: async (world) => run(world),
})

function sweep({ random }: World): Step {
  const creates = Array.from({ length: 2 }, () => (random.chance(0.2) ? random.pick(troubles) : null))
  const others = Array.from({ length: 3 }, () =>
    random.chance(0.2) ? random.pick(['lost-before', 'lost-after'] as const) : null,
  )
  return {
    text: `the sweep looks at the open orders, the provider: ${[...creates, ...others].map((one) => one ?? 'ok').join()}`,
    async run(world) {
      world.market.createTroubles = [...creates]
      world.market.otherTroubles = [...others]
      await sweepOnce(world.life.deps).catch((error) => expectCut(world, error))
      world.market.createTroubles = []
      world.market.otherTroubles = []
      hearCalls(world, null)
    },
  }
}

function readList({ random }: World): Step {
  const others = Array.from({ length: 3 }, () => (random.chance(0.2) ? ('lost-before' as const) : null))
  return {
    text: `the shop reads the provider's list of events, the provider: ${others.map((one) => one ?? 'ok').join()}`,
    async run(world) {
      world.market.otherTroubles = [...others]
      await catchUp(world.life.deps).catch((error) => {
        if (!(error instanceof ProviderError)) expectCut(world, error)
      })
      world.market.otherTroubles = []
      hearCalls(world, null)
    },
  }
}

function expectCut(world: World, error: unknown): void {
  if (!world.life.power.isOff) world.problems.push(`it failed: ${(error as Error).stack}`)
}

function comeBack({ random, given }: World): Step {
  const id = random.pick([...given])
  return {
    text: `the buyer of ${id} opens the success page`,
    async run(world) {
      await noteReturn(world.life.deps, id)
      hearCalls(world, null)
    },
  }
}

function mail({ random }: World): Step {
  const planned = Array.from({ length: 4 }, () =>
    random.chance(0.3) ? random.pick(['later', 'never', 'silent'] as const) : null,
  )
  const count = 1 + random.below(6)
  return {
    text: `${count} mails may leave, the mail server: ${planned.map((one) => one ?? 'ok').join()}`,
    async run(world) {
      world.post.troubles = [...planned]
      for (let sent = 0; sent < count && !world.life.power.isOff; sent++)
        await runOnce(world.life.deps, 'worker').catch((error) => expectCut(world, error))
      world.post.troubles = []
    },
  }
}

function moveClock({ random }: World): Step {
  const [text, ms] = random.pick([
    ['20 seconds on', 20_000],
    ['3 minutes on', 3 * minute],
    ['17 minutes on', 17 * minute],
    ['50 minutes on', 50 * minute],
    ['2 hours on', 2 * hour],
    ['a day on', 24 * hour],
    ['10 minutes back', -10 * minute],
    ['an hour back', -hour],
    ['a day back', -24 * hour],
  ] as const)
  return outside(`the clock moves ${text}`, ({ ground, market }) => {
    ground.clock.now += ms
    // Back, it is set; on, time goes by.
    market.elapsed += Math.max(0, ms)
    market.tick()
  })
}

function forged({ random, market }: World): Step {
  const event = random.pick(market.events)
  return {
    text: `somebody else sends ${event.id} ${event.type}`,
    async run(world) {
      const { body, signature } = world.market.signed(event, 'whsec_of_somebody_else')
      const { status } = await post(world, functions.paymentWebhook, body, { 'stripe-signature': signature })
      if (status !== 400 && !world.life.power.isOff)
        world.problems.push(`a forged event is answered ${status}`)
    },
  }
}

function foreign({ random, model }: World): Step {
  const order = random.pick([...model.orders.values()].filter(({ sessionId }) => sessionId !== null))
  const number = random.below(1_000_000)
  return {
    text: `another product's payment page names the order ${order.id}`,
    async run(world) {
      const id = `cs_foreign_${number}`
      const object = {
        id,
        mode: 'payment',
        payment_status: 'paid',
        client_reference_id: order.id,
        amount_total: 1,
      }
      const event = {
        id: `evt_foreign_${number}`,
        createdAt: 0,
        type: 'checkout.session.completed',
        sessionId: id,
        object,
      }
      const status = await deliverOnce(world, event)
      if (status !== 200 && !world.life.power.isOff)
        world.problems.push(`a foreign event is answered ${status}`)
    },
  }
}

/** What may happen now, each kind as often as it is likely. */
function choices(world: World): ((world: World) => Step)[] {
  const { market, given, model, random } = world
  const all = [...market.sessions.values()]
  const open = all.filter(({ id, status }) => status === 'open' && given.has(id))
  const waiting = all.filter(({ payment }) => payment === 'waiting')
  const paid = all.filter(({ payment }) => payment === 'paid')
  const left = (session: MarketSession) => session.cents - market.refunded(session)
  const refundable = paid.filter((session) => left(session) > 0)
  const list: ((world: World) => Step)[] = [
    checkout,
    checkout,
    checkout,
    sweep,
    sweep,
    mail,
    mail,
    moveClock,
    moveClock,
  ]
  const add = (times: number, isPossible: boolean, step: (world: World) => Step) => {
    if (isPossible) for (let time = 0; time < times; time++) list.push(step)
  }
  const on =
    (sessions: MarketSession[], text: string, run: (world: World, session: MarketSession) => void) => () => {
      const session = random.pick(sessions)
      return outside(`${text} ${session.id}`, (current) => run(current, session))
    }
  add(
    4,
    open.length > 0,
    on(open, 'the buyer pays', ({ market }, session) => market.pay(session, false)),
  )
  add(
    2,
    open.length > 0,
    on(open, 'the buyer pays by transfer', ({ market }, session) => market.pay(session, true)),
  )
  add(
    1,
    waiting.length > 0,
    on(waiting, 'the bank confirms', ({ market }, one) => market.bankAnswers(one, true)),
  )
  add(
    1,
    waiting.length > 0,
    on(waiting, 'the bank refuses', ({ market }, one) => market.bankAnswers(one, false)),
  )
  add(
    1,
    refundable.length > 0,
    on(refundable, 'all that is left is given back of', ({ market }, one) => market.refund(one, left(one))),
  )
  add(
    1,
    refundable.length > 0,
    on(refundable, 'a part is given back of', ({ market }, one) =>
      market.refund(one, Math.min(10_000, left(one))),
    ),
  )
  const refunded = paid.filter((session) => market.refunded(session) > 0)
  add(
    1,
    refunded.length > 0,
    on(refunded, 'the last refund fails of', ({ market }, one) => market.failRefund(one)),
  )
  const quiet = paid.filter(
    ({ disputes }) => disputes.length < 2 && disputes.every(({ state }) => state === 'won'),
  )
  add(
    1,
    quiet.length > 0,
    on(quiet, 'the payer disputes', ({ market }, one) => market.openDispute(one)),
  )
  const disputed = paid.filter(({ disputes }) => disputes.some(({ state }) => state === 'open'))
  add(
    1,
    disputed.length > 0,
    on(disputed, 'the seller wins the dispute of', ({ market }, one) => market.closeDispute(one, 'won')),
  )
  add(
    1,
    disputed.length > 0,
    on(disputed, 'the seller loses the dispute of', ({ market }, one) => market.closeDispute(one, 'lost')),
  )
  const unwarned = paid.filter(({ warned }) => !warned)
  add(
    1,
    unwarned.length > 0,
    on(unwarned, 'a fraud warning comes for', ({ market }, one) => market.warn(one)),
  )
  add(8, market.events.length > 0, deliver)
  add(1, market.events.length > 0, forged)
  add(2, market.events.length > 0, lose)
  add(1, market.history.length > 0, readList)
  add(1, given.size > 0, comeBack)
  add(
    1,
    [...model.orders.values()].some(({ sessionId }) => sessionId !== null),
    foreign,
  )
  return list
}

export function nextStep(world: World): Step {
  return world.random.pick(choices(world))(world)
}

/** Delivers an event without trouble. */
export async function deliverCalmly(world: World, event: MarketEvent): Promise<void> {
  const status = await deliverOnce(world, event)
  if (status !== 200) world.problems.push(`the webhook is ${status}`)
  hearEvent(world, event)
  world.market.events.splice(world.market.events.indexOf(event), 1)
}
