import { functions } from '../../contract/paths.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { applyCalls } from './apply-answers.ts'
import { faults } from './market.ts'
import { post, type Step } from './step.ts'
import { nextAddressAt, type World } from './world.ts'

const people = [
  'ada@example.com',
  'grace@example.com',
  'joan@example.com',
  'mary@example.com',
  'hedy@example.com',
]

/** How many unpaid orders with a counted seat one network may hold. */
const mostHeld = 3

/** A buyer starts a checkout, or returns to an open one. */
export function checkout({ random }: World): Step {
  const person = random.pick(people)
  // The place stands for the buyer's name, so that the model can read it in the stored order.
  const place = random.chance(0.7) ? 'Home' : 'Work'
  const typed = random.chance(0.2) ? person.toUpperCase() : person
  const clicks = random.chance(0.25) ? 2 : 1
  // A refused session ends its order. Whether a second click still finds the order depends on Postgres, so two clicks get no refusals.
  const possible = clicks > 1 ? (['lost', 'lost after'] as const) : faults
  const plannedFaults = Array.from({ length: 3 }, () => (random.chance(0.25) ? random.pick(possible) : null))
  const fault = plannedFaults.every((one) => one === null) ? '' : `, the provider: ${plannedFaults.join()}`
  return {
    text: `${typed} at ${place} starts a checkout${clicks > 1 ? ' twice at the same time' : ''}${fault}`,
    isConcurrent: clicks > 1,
    async run(world) {
      const { market, model, problems, shownSessions, shopProcess } = world
      market.createFaults = [...plannedFaults]
      const before = model.reusable(person, place)
      const openBefore = model.openOrders(person, place)
      const body = JSON.stringify(aBuyer({ name: place, email: typed }))
      const click = () =>
        post(world, functions.createCheckout, body, {
          'content-type': 'application/json',
          'x-forwarded-for': nextAddressAt(people.indexOf(person) + (place === 'Home' ? 0 : people.length)),
        })
      const answers = await Promise.all(Array.from({ length: clicks }, click))
      market.createFaults = []
      const failed = market.calls.some(({ kind }) => kind === 'not created')
      applyCalls(world, person)
      if (shopProcess.power.isOff) return
      for (const answer of answers) {
        const { url, error } = (await answer.json()) as { url?: string; error?: string }
        const session = url ? market.checkouts.get(url.split('/').at(-1) ?? '') : undefined
        if (answer.status === 200 && session) {
          if (session.request.customer_email?.toLowerCase() !== person)
            problems.push(`${person} got another person's page`)
          if (before?.sessionId && before.sessionId !== session.id)
            problems.push(`${person} got another page than that of their open order`)
          shownSessions.add(session.id)
        } else if (answer.status === 429) {
          if (openBefore < mostHeld)
            problems.push(`the shop refused ${person}, who has ${openBefore} open orders`)
        } else if (!(answer.status === 502 && failed))
          problems.push(`the checkout got status ${answer.status} ${error}`)
      }
    },
  }
}
