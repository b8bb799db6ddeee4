// Compares one server with two on the same database: `node servers.ts '{"dataDir":…,"databaseUrl":…}'`. The provider answers in
// 0.4 s, like Stripe. Prints the checkouts per second as JSON.
import { setTimeout as pause } from 'node:timers/promises'
import { functions } from '../../../contract/paths.ts'
import { startStripeStandIn } from '../../support/stripe-stand-in.ts'
import { addressOf, buyerOf, startBenchServer, stopServer } from './bench-server.ts'

const config = JSON.parse(process.argv[2] ?? '')
const providerMs = 400
const seconds = 10
/** More buyers than two servers run at the same time. */
const buyersAtOnce = 60

const stripe = await startStripeStandIn()
const slow = {
  get until() {
    return pause(providerMs)
  },
}
stripe.faults.add('POST /v1/checkout/sessions', ...Array(10_000).fill(slow))
let clients = 0

async function checkoutsPerSecond(count: number): Promise<number> {
  const env = {
    ...stripe.env,
    MAIL_FROM: 'kit@shop.example',
    SELLER_EMAIL: 'seller@shop.example',
  }
  const servers = await Promise.all(Array.from({ length: count }, () => startBenchServer(config, env)))
  const begun = performance.now()
  let opened = 0
  const lane = async (_: unknown, number: number) => {
    const server = servers[number % count]
    while (performance.now() - begun < seconds * 1000) {
      const client = clients++
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': addressOf(client) }
      const url = server?.url + functions.createCheckout
      const answer = await fetch(url, { method: 'POST', headers, body: buyerOf(client) })
      await answer.arrayBuffer()
      if (answer.ok) opened++
    }
  }
  await Promise.all(Array.from({ length: buyersAtOnce }, lane))
  const rate = opened / ((performance.now() - begun) / 1000)
  for (const server of servers) await stopServer(server)
  return rate
}

const oneServer = await checkoutsPerSecond(1)
const twoServers = await checkoutsPerSecond(2)
console.log(JSON.stringify({ one: oneServer, two: twoServers, ratio: twoServers / oneServer }))
process.exit(0)
