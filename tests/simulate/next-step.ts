import { type Checkout, refundedCents, remainingCents } from '../../server/payments/sandbox/checkout.ts'
import { isWarned } from '../support/bank.ts'
import { backUp, restore } from './backup-steps.ts'
import { checkout } from './checkout-step.ts'
import { deliver, foreign, forged, lose } from './event-steps.ts'
import { mail, moveClock, readList, returnToShop, sweep } from './shop-steps.ts'
import { providerStep, type Step } from './step.ts'
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
  const on =
    (sessions: Checkout[], text: string, run: (world: World, session: Checkout) => Promise<void>) => () => {
      const session = random.pick(sessions)
      return providerStep(`${text} ${session.id}`, (current) => run(current, session))
    }
  add(
    4,
    open.length > 0,
    on(open, 'the buyer pays', ({ market }, session) => market.act(session, 'pay')),
  )
  add(
    2,
    open.length > 0,
    on(open, 'the buyer pays by transfer', ({ market }, session) => market.act(session, 'pay-later')),
  )
  add(
    1,
    waiting.length > 0,
    on(waiting, 'the bank confirms', ({ market }, one) => market.act(one, 'bank-confirms')),
  )
  add(
    1,
    waiting.length > 0,
    on(waiting, 'the bank refuses', ({ market }, one) => market.act(one, 'bank-refuses')),
  )
  add(
    1,
    refundable.length > 0,
    on(refundable, 'the seller refunds the rest of', ({ market }, one) => market.act(one, 'refund')),
  )
  add(
    1,
    refundable.length > 0,
    on(refundable, 'the seller refunds a part of', ({ market }, one) =>
      market.act(one, 'refund', Math.min(10_000, remainingCents(one))),
    ),
  )
  const refunded = paid.filter((checkout) => refundedCents(checkout) > 0)
  add(
    1,
    refunded.length > 0,
    on(refunded, 'a refund fails, the last of', ({ market }, one) => market.act(one, 'refund-fails')),
  )
  const quiet = paid.filter(
    ({ disputes }) => disputes.length < 2 && disputes.every(({ state }) => state === 'won'),
  )
  add(
    1,
    quiet.length > 0,
    on(quiet, 'the payer disputes', ({ market }, one) => market.act(one, 'dispute')),
  )
  const disputed = paid.filter(({ disputes }) => disputes.some(({ state }) => state === 'open'))
  add(
    1,
    disputed.length > 0,
    on(disputed, 'the seller wins the dispute of', ({ market }, one) => market.act(one, 'dispute-won')),
  )
  add(
    1,
    disputed.length > 0,
    on(disputed, 'the seller loses the dispute of', ({ market }, one) => market.act(one, 'dispute-lost')),
  )
  const lost = paid.filter(({ disputes }) => disputes.at(-1)?.state === 'lost')
  add(
    1,
    lost.length > 0,
    on(lost, 'the buyer withdraws the lost dispute of', ({ market }, one) => market.act(one, 'dispute-won')),
  )
  const unwarned = paid.filter((checkout) => !isWarned(checkout))
  add(
    1,
    unwarned.length > 0,
    on(unwarned, 'a fraud warning arrives for', ({ market }, one) => market.act(one, 'fraud-warning')),
  )
  add(8, market.events.length > 0, deliver)
  add(1, market.events.length > 0, forged)
  add(2, market.events.length > 0, lose)
  add(1, market.history.length > 0, readList)
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
