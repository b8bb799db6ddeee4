import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { earlyBirdLeft } from '../../server/orders/seats.ts'
import { alwaysOnBothDatabases, type DatabaseConfig } from '../support/databases.ts'
import { openShop } from '../support/shop.ts'

const buyersEach = 100

/** @returns the number of sessions requested at each price, in cents */
async function runBuyers(config: DatabaseConfig, name: string): Promise<Record<string, number>> {
  const child = spawn(
    process.execPath,
    ['tests/fault/buyers.ts', JSON.stringify(config), name, String(buyersEach)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  expect(code).toBe(0)
  return JSON.parse(output) as Record<string, number>
}

alwaysOnBothDatabases('two hundred buyers at the same time in two processes', (newDatabase) => {
  test('get every early-bird seat and not one more', async () => {
    const config = await newDatabase()
    const processes = await Promise.all([runBuyers(config, 'ada'), runBuyers(config, 'grace')])
    const sessionsAt = (cents: number) => processes.reduce((sum, prices) => sum + (prices[cents] ?? 0), 0)
    expect(sessionsAt(catalog.priceCents)).toBe(catalog.earlyBirdSeats)
    expect(sessionsAt(catalog.listPriceCents)).toBe(2 * buyersEach - catalog.earlyBirdSeats)

    const { database } = await openShop(config)
    const left = await earlyBirdLeft(database, { name: 'sandbox', livemode: false }, { earlyBirdSeats: 1000 })
    await database.destroy()
    expect(left).toBe(1000 - catalog.earlyBirdSeats)
  })
})
