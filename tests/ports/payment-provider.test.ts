import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { type Memory, tableMemory } from '../../server/payments/sandbox/memory.ts'
import { createStripeProvider } from '../../server/payments/stripe/adapter.ts'
import { sessionRequest } from '../../server/payments/stripe/request.ts'
import { type DatabaseConfig, onBothDatabases } from '../support/databases.ts'
import { sessionInput } from '../support/session-input.ts'
import { mapMemory, openStripe } from '../support/stripe.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'
import { type ProviderBench, paymentProviderContract } from './payment-provider-contract.ts'

/** @param transport how the adapter reaches the sandbox */
async function openBench(memory: Memory, transport: 'in this process' | 'on a port'): Promise<ProviderBench> {
  const webhook = await startWebhookReceiver()
  const stripe = openStripe({ memory, webhookUrl: () => webhook.url })
  // Without the double's faults: the sandbox itself answers calls with the same key at the same time.
  const { server, ...rest } = stripe.sandbox.access
  const listening = createAdaptorServer({ fetch: server })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', () => resolve()))
  const apiUrl = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  const access = transport === 'on a port' ? { ...rest, apiUrl } : stripe.sandbox.access
  const provider = createStripeProvider({ ...access, name: 'sandbox', now: Date.now })
  webhook.readWith(provider)
  return {
    provider,
    secret: rest.webhookSecret,
    now: Date.now,
    received: webhook.received,
    async act(id, action) {
      await stripe.act(id, action)
      await stripe.sandbox.runOnce()
    },
    delivered: () => stripe.sandbox.runOnce(),
    async stop() {
      await stripe.sandbox.stop()
      await webhook.stop()
      if ('closeAllConnections' in listening) listening.closeAllConnections()
      listening.close()
    },
  }
}

onBothDatabases('with its memory in the database,', (newDatabase) => {
  let config: DatabaseConfig | undefined
  paymentProviderContract('in this process', async () => {
    config ??= await newDatabase()
    const database = openDatabase(config)
    await migrate(database)
    await database.deleteFrom('sandbox_sessions').execute()
    const bench = await openBench(tableMemory(database), 'in this process')
    return { ...bench, stop: () => bench.stop().finally(() => database.destroy()) }
  })
})
paymentProviderContract('on a port', () => openBench(mapMemory(), 'on a port'))

test("all of Stripe's events are listed when they fill several pages", async () => {
  const stripe = openStripe({ memory: mapMemory() })
  const provider = stripe.connect()
  const { id } = await provider.createSession(sessionRequest(sessionInput(Date.now() + 3_600_000)), 'key')
  const sent = await stripe.act(id, 'pay')
  // Each refund has two events.
  for (let refund = 0; refund < 125; refund++) sent.push(...(await stripe.act(id, 'refund', { cents: 1 })))
  const ids: string[] = []
  for await (const page of provider.listEvents(0)) ids.push(...page.map(({ id }) => id))
  expect(ids).toEqual(sent.map(({ id }) => id).reverse())
})
