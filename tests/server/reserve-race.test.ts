import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { reserveOrder } from '../../server/checkout/reserve.ts'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import type { Schema } from '../../server/database/schema.ts'
import { applyEvent, ownEvent } from '../../server/orders/events.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { openShop } from '../support/shop.ts'

// This race exists only on Postgres. On SQLite, transactions run one after another.

let server: PostgresServer
const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-'))
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Wraps the database so that `act` runs once, right after the seats are counted for the first time. */
function afterCount(database: Kysely<Schema>, act: () => Promise<unknown>): Kysely<Schema> {
  let done = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const isCount = result.rows.some((row) => 'count' in row)
      if (isCount && !done) {
        done = true
        await act()
      }
      return result
    },
  }
  return database.withPlugin(plugin)
}

test('a buyer whose order fails during their second checkout gets the same price again', async () => {
  const shop = await openShop({ dataDir, databaseUrl: await server.createDatabase() })
  shop.prices.earlyBirdSeats = 1
  try {
    const ada = aBuyer()
    const { order: first } = await reserveOrder(shop, ada, '203.0.113.1')
    const refused = ownEvent(shop, {
      type: 'observed.refused',
      effect: { kind: 'payment_failed' },
      orderId: first.id,
      key: `order:${first.id}:refused`,
    })
    const database = afterCount(shop.database, () => applyEvent(shop, refused))
    await startCheckout({ ...shop, database }, ada, '203.0.113.1')
    const orders = await shop.database
      .selectFrom('orders')
      .select(['status', 'tier', 'amount_cents'])
      .orderBy('status')
      .execute()
    expect(orders).toEqual([
      { status: 'failed', tier: 'early', amount_cents: catalog.priceCents },
      { status: 'open', tier: 'early', amount_cents: catalog.priceCents },
    ])
  } finally {
    await shop.database.destroy()
  }
})
