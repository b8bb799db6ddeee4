import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { tableMemory } from '../../server/payments/sandbox/memory.ts'
import { type DatabaseConfig, onBothDatabases } from '../support/databases.ts'
import { openShop, type TestShop } from '../support/shop.ts'
import { openThree, payTwo, purchase, withLastingProvider } from './purchase.ts'

/** @returns the signal that killed the story, or null when the story finished */
async function runUntil(
  config: DatabaseConfig,
  story: 'purchase' | 'payTwo',
  step: number,
): Promise<NodeJS.Signals | null> {
  const args = ['tests/fault/purchase.ts', JSON.stringify(config), story, String(step)]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const [code, signal] = await once(child, 'close')
  if (!signal) expect(code).toBe(0)
  return signal
}

async function clear({ database }: TestShop): Promise<void> {
  for (const table of ['outbox', 'events', 'orders', 'sandbox_sessions'] as const)
    await database.deleteFrom(table).execute()
}

/** The state of the shop, without ids and times, which differ between purchases. */
async function stateOf({ database }: TestShop) {
  const orders = await database.selectFrom('orders').select(['status', 'tier', 'payment_id']).execute()
  const events = await database.selectFrom('events').select(['id', 'outcome']).execute()
  const mails = await database.selectFrom('outbox').select('kind').orderBy('kind').execute()
  return { orders, events, mails: mails.map((mail) => mail.kind) }
}

/** `npm test` kills the process at every sixth step, because each kill starts one. `npm test -- long` kills it at every step. */
const strides = [
  { title: 'some steps', stride: 6 },
  { title: 'any step @long', stride: 1 },
]

onBothDatabases('a purchase', (newDatabase) => {
  test.each(strides)(
    'has the same result after a kill at $title and a retry',
    {
      timeout: 240_000,
    },
    async ({ stride }) => {
      const config = await newDatabase()
      const shop = await openShop(config)
      let steps = 0
      for (let killed = true; killed; ) {
        await clear(shop)
        steps += stride
        killed = (await runUntil(config, 'purchase', steps)) === 'SIGKILL'
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
    },
  )

  test.each(strides)(
    'that is paid twice has the same result after a kill at $title: two paid, the third ended',
    {
      timeout: 240_000,
    },
    async ({ stride }) => {
      const config = await newDatabase()
      const opened = await openShop(config)
      const shop = withLastingProvider(opened)
      const start = shop.clock.now
      let steps = 0
      for (let killed = true; killed; ) {
        await clear(shop)
        shop.clock.now = start
        await openThree(shop)
        steps += stride
        killed = (await runUntil(config, 'payTwo', steps)) === 'SIGKILL'
        await payTwo(shop)
        const { orders, mails } = await stateOf(shop)
        const sessions = await tableMemory(shop.database).list(0)
        expect({
          steps,
          orders: orders.map(({ status }) => status).sort(),
          sessions: sessions.map(({ status }) => status).sort(),
          mails,
        }).toEqual({
          steps,
          orders: ['expired', 'paid', 'paid'],
          sessions: ['complete', 'complete', 'expired'],
          mails: ['receipt', 'receipt', 'sale', 'sale'],
        })
      }
      await shop.database.destroy()
      expect(steps).toBeGreaterThan(25)
    },
  )
})
