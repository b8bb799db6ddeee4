import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { functions } from '../../contract/paths.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { type ServerProcess, startServer, temporaryDirectory } from '../support/server-process.ts'
import { billedPrice } from '../support/shown-price.ts'

const data = temporaryDirectory()
let server: ServerProcess

beforeAll(async () => {
  server = await startServer(data.path, { TRUST_PROXY: '1' })
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  data.remove()
})

/** Sends a checkout as the proxy in front of the server forwards it. */
const buy = (client: string, email: string) =>
  fetch(server.url + functions.createCheckout, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
    body: JSON.stringify(aBuyer({ email })),
  })

const earlyBirdLeft = async () => {
  const offer = await (await fetch(server.url + functions.offer)).json()
  return (offer as { earlyBird: { left: number } }).earlyBird.left
}

test('after one client sends 1,000 checkouts, the next buyer still gets the early-bird price', async () => {
  const requests = 1000
  const concurrency = 50
  const statuses: Record<number, number> = {}
  let sent = 0
  const sendInTurn = async () => {
    while (sent < requests) {
      const n = sent++
      // Half of the requests come from one /48, each from a different /64.
      const client = n % 2 === 0 ? '203.0.113.7' : `2001:db8:1:${n.toString(16)}::1`
      const { status } = await buy(client, `buyer-${n}@example.com`)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sendInTurn))

  expect(statuses).toEqual({ 200: 6, 429: requests - 6 })
  expect(await earlyBirdLeft()).toBe(catalog.earlyBirdSeats - 6)
  const next = await buy('198.51.100.9', 'grace@example.com')
  expect(next.status).toBe(200)
  const { url } = (await next.json()) as { url: string }
  expect(await (await fetch(url)).text()).toContain(`Pay ${billedPrice(catalog.priceCents)}`)
})
