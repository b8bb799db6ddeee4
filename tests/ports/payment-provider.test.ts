import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { silentLog } from '../../server/log/log.ts'
import { act } from '../../server/payments/sandbox/actions.ts'
import { randomId } from '../../server/payments/sandbox/checkout.ts'
import type { Memory } from '../../server/payments/sandbox/memory.ts'
import { createSandbox } from '../../server/payments/sandbox/sandbox.ts'
import { tableMemory } from '../../server/payments/sandbox/table.ts'
import { createStripeProvider } from '../../server/payments/stripe/adapter.ts'
import { type DatabaseConfig, onBothDatabases } from '../support/databases.ts'
import { mapMemory } from '../support/stripe-memory.ts'
import { startStripeStandIn } from '../support/stripe-stand-in.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'
import { type ProviderBench, paymentProviderContract } from './payment-provider-contract.ts'

/** @param transport how the adapter reaches the sandbox */
async function openBench(memory: Memory, transport: 'in this process' | 'on a port'): Promise<ProviderBench> {
  const webhook = await startWebhookReceiver()
  const secret = 'whsec_1'
  const sandbox = createSandbox({
    memory,
    secret,
    publicUrl: 'http://shop.test',
    webhookUrl: () => webhook.url,
    log: silentLog,
    now: Date.now,
  })
  const { server, ...rest } = sandbox.access
  const listening = createAdaptorServer({ fetch: server })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', () => resolve()))
  const apiUrl = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  const access = transport === 'on a port' ? { ...rest, apiUrl } : sandbox.access
  const provider = createStripeProvider({ ...access, name: 'sandbox', now: Date.now })
  webhook.readWith(provider)
  return {
    provider,
    secret,
    now: Date.now,
    received: webhook.received,
    async act(id, action) {
      await memory.change(id, (checkout) =>
        act(checkout, action, { now: Date.now(), live: false, newId: randomId }),
      )
      await sandbox.runOnce()
    },
    delivered: () => sandbox.runOnce(),
    async stop() {
      await sandbox.stop()
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
  const standIn = await startStripeStandIn()
  const { secretKey, url: apiUrl } = standIn
  const provider = createStripeProvider({
    name: 'stripe',
    secretKey,
    webhookSecret: null,
    apiUrl,
    now: Date.now,
  })
  const sent = Array.from({ length: 250 }, () => standIn.event('refund.created', { id: 're_1' }))
  const ids: string[] = []
  for await (const page of provider.listEvents(0)) ids.push(...page.map(({ id }) => id))
  await standIn.stop()
  expect(ids).toEqual(sent.map(({ id }) => id).reverse())
})
