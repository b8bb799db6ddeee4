import { type Checkout, refundedCents, remainingCents } from '../../server/payments/sandbox/checkout.ts'
import { type Action, isWarned } from '../support/bank.ts'
import { backUp, restore } from './backup-steps.ts'
import { checkout } from './checkout-step.ts'
import { deliver, foreign, forged, lose } from './event-steps.ts'
import { mail, moveClock, readList, returnToShop, sweep } from './shop-steps.ts'
import type { Step } from './step.ts'
import type { World } from './world.ts'

/** The steps that are possible now. Likely kinds are in the list several times. */
function choices(world: World): ((world: World) => Step)[] {
  const { backup, market, shownSessions, model, random } = world
  const all = [...market.checkouts.values()]
  const open = all.filter(({ id, status }) => status === 'open' && shownSessions.has(id))
  const waiting = all.filter(({ payment }) => payment === 'processing')
  const paid = all.filter(({ payment }) => payment === 'paid')
  const refundable = paid.filter((checkout) => remainingCents(checkout) > 0)
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
  /** Adds what happens to one of these checkouts, which the shop does not notice yet. */
  const addAct = (times: number, checkouts: Checkout[], text: string, action: Action, mostCents?: number) =>
    add(times, checkouts.length > 0, () => {
      const chosen = random.pick(checkouts)
      const cents = mostCents && Math.min(mostCents, remainingCents(chosen))
      const run = ({ market }: World) => market.act(chosen.id, action, { cents })
      return { text: `${text} ${chosen.id}`, run }
    })
  const refunded = paid.filter((checkout) => refundedCents(checkout) > 0)
  const quiet = paid.filter(
    ({ disputes }) => disputes.length < 2 && disputes.every(({ state }) => state === 'won'),
  )
  const disputed = paid.filter(({ disputes }) => disputes.some(({ state }) => state === 'open'))
  const lost = paid.filter(({ disputes }) => disputes.at(-1)?.state === 'lost')
  const unwarned = paid.filter((checkout) => !isWarned(checkout))
  addAct(4, open, 'the buyer pays', 'pay')
  addAct(2, open, 'the buyer pays by transfer', 'pay-later')
  addAct(1, waiting, 'the bank confirms', 'bank-confirms')
  addAct(1, waiting, 'the bank refuses', 'bank-refuses')
  addAct(1, refundable, 'the seller refunds the rest of', 'refund')
  addAct(1, refundable, 'the seller refunds a part of', 'refund', 10_000)
  addAct(1, refunded, 'a refund fails, the last of', 'refund-fails')
  addAct(1, quiet, 'the payer disputes', 'dispute')
  addAct(1, disputed, 'the seller wins the dispute of', 'dispute-won')
  addAct(1, disputed, 'the seller loses the dispute of', 'dispute-lost')
  addAct(1, lost, 'the buyer withdraws the lost dispute of', 'dispute-won')
  addAct(1, unwarned, 'a fraud warning arrives for', 'fraud-warning')
  const events = market.waiting().length
  add(8, events > 0, deliver)
  add(1, events > 0, forged)
  add(2, events > 0, lose)
  add(
    1,
    all.some((checkout) => checkout.events.length > 0),
    readList,
  )
  add(1, shownSessions.size > 0, returnToShop)
  add(
    1,
    [...model.orders.values()].some(({ sessionId }) => sessionId !== null),
    foreign,
  )
  add(1, true, backUp)
  add(1, backup !== null, restore)
  return list
}

export function nextStep(world: World): Step {
  return world.random.pick(choices(world))(world)
}
