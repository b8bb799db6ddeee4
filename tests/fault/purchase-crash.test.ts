import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { type DatabaseConfig, onBothDatabases } from '../support/databases.ts'
import { purchase } from '../support/purchase.ts'
import { openShop, type TestShop } from '../support/shop.ts'

/** @returns the signal that killed the purchase, or null when the purchase finished */
async function purchaseUntil(config: DatabaseConfig, step: number): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, ['tests/support/purchase.ts', JSON.stringify(config), String(step)], {
    stdio: 'inherit',
  })
  const [code, signal] = await once(child, 'close')
  if (!signal) expect(code).toBe(0)
  return signal
}

/** The state of the shop, without ids and times, which differ between purchases. */
async function stateOf({ database }: TestShop) {
  const orders = await database.selectFrom('orders').select(['status', 'tier', 'payment_id']).execute()
  const events = await database.selectFrom('events').select(['id', 'outcome']).execute()
  const mails = await database.selectFrom('outbox').select('kind').orderBy('kind').execute()
  return { orders, events, mails: mails.map((mail) => mail.kind) }
}

onBothDatabases('a purchase', (newDatabase) => {
  test('has the same result after a kill at any step and a retry', { timeout: 240_000 }, async () => {
    const config = await newDatabase()
    const shop = await openShop(config)
    let steps = 0
    for (let killed = true; killed; ) {
      for (const table of ['outbox', 'events', 'orders'] as const) {
        await shop.database.deleteFrom(table).execute()
      }
      killed = (await purchaseUntil(config, ++steps)) === 'SIGKILL'
      await purchase(shop)
      expect({ steps, ...(await stateOf(shop)) }).toEqual({
        steps,
        orders: [{ status: 'paid', tier: 'early', payment_id: 'payment' }],
        events: [{ id: 'event', outcome: 'applied' }],
        mails: ['receipt', 'sale'],
      })
    }
    await shop.database.destroy()
    // With fewer steps, the kills would miss most of the work.
    expect(steps).toBeGreaterThan(15)
  })
})
