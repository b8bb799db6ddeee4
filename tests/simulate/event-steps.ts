import { functions } from '../../contract/paths.ts'
import type { SandboxEvent } from '../../server/payments/sandbox/checkout.ts'
import { applyMarketEvent } from './apply-answers.ts'
import { sessionOf } from './market.ts'
import { post, type Step } from './step.ts'
import type { World } from './world.ts'

async function deliverOnce(world: World, event: object): Promise<number> {
  const { body, headers } = world.market.signed(event)
  return (await post(world, functions.paymentWebhook, body, headers)).status
}

export function deliver({ random, market }: World): Step {
  const event = random.pick(market.waiting())
  const delivery = random.pick([
    'once',
    'once',
    'once',
    'twice at the same time',
    'with a lost answer',
  ] as const)
  const isSilent = random.chance(0.1)
  return {
    text: `${event.id} ${event.type} of ${sessionOf(event)} is delivered ${delivery}${isSilent ? ', the provider may be silent' : ''}`,
    isConcurrent: delivery === 'twice at the same time',
    async run(world) {
      world.market.otherFaults = isSilent ? ['lost'] : []
      const times = delivery === 'twice at the same time' ? 2 : 1
      const statuses = await Promise.all(Array.from({ length: times }, () => deliverOnce(world, event)))
      world.market.otherFaults = []
      const wasAccepted = statuses.includes(200)
      if (wasAccepted || world.shopProcess.power.isOff) applyMarketEvent(world, event)
      if (wasAccepted && delivery !== 'with a lost answer' && !world.shopProcess.power.isOff)
        world.market.done.add(event.id)
      const unexpected = statuses.filter((status) => status !== 200 && !(isSilent && status === 503))
      if (unexpected.length > 0 && !world.shopProcess.power.isOff)
        world.problems.push(`the webhook answered ${unexpected}`)
    },
  }
}

/** The event never arrives, so the shop has to ask the provider. */
export function lose({ random, market }: World): Step {
  const event = random.pick(market.waiting())
  return {
    text: `${event.id} ${event.type} of ${sessionOf(event)} is lost`,
    async run(world) {
      world.market.done.add(event.id)
    },
  }
}

export function forged({ random, market }: World): Step {
  const event = random.pick(market.waiting())
  return {
    text: `somebody else sends ${event.id} ${event.type}`,
    async run(world) {
      const { body, headers } = world.market.signed(event, 'whsec_of_somebody_else')
      const { status } = await post(world, functions.paymentWebhook, body, headers)
      if (status !== 400 && !world.shopProcess.power.isOff)
        world.problems.push(`a forged event got status ${status}`)
    },
  }
}

export function foreign({ random, model }: World): Step {
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
        type: 'checkout.session.completed',
        created: 0,
        livemode: false,
        data: { object },
      }
      const status = await deliverOnce(world, event)
      if (status !== 200 && !world.shopProcess.power.isOff)
        world.problems.push(`an event of another product got status ${status}`)
    },
  }
}

/** Delivers an event without faults. */
export async function deliverWithoutFaults(world: World, event: SandboxEvent): Promise<void> {
  const status = await deliverOnce(world, event)
  if (status !== 200) world.problems.push(`the webhook answered ${status}`)
  applyMarketEvent(world, event)
  world.market.done.add(event.id)
}
