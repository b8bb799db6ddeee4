import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { site } from '#content/site.ts'
import { formatMoneyExact } from '../../contract/money.ts'
import { grantOrder } from '../../server/acts/grant-order.ts'
import { keepNote } from '../../server/acts/note.ts'
import type { Order } from '../../server/database/schema.ts'
import { erasePerson } from '../../server/personal-data/erase.ts'
import { runCommand } from '../support/command-line.ts'
import { type DatabaseConfig, onBothDatabases } from '../support/databases.ts'
import { openTill, type Till } from '../support/till.ts'

const { currency } = catalog
const money = (cents: number) => formatMoneyExact(cents, currency, site.language)

onBothDatabases('the money and the notes of orders', (newDatabase) => {
  let config: DatabaseConfig
  let till: Till
  beforeEach(async () => {
    config = await newDatabase()
    till = await openTill(config)
    till.prices.priceCents = 29900
  })
  afterEach(() => till.database.destroy())

  async function shop(...args: string[]): Promise<string> {
    const { code, out, error } = await attempt(args)
    expect({ code, error }).toMatchObject({ code: 0 })
    return out
  }

  const attempt = (args: string[], answer: string | null = null) =>
    runCommand(
      args,
      {
        DATA_DIR: config.dataDir,
        LINK_SECRET: till.linkSecret,
        ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }),
      },
      answer,
    )

  /** Sells one kit. @param time such as `2025-11-02T10:00` */
  async function sell(name: string, time: string): Promise<Order> {
    till.at(time)
    const order = await till.checkOut(name)
    await till.act(order, 'pay')
    return order
  }

  test('the list names a lost dispute and a partial refund', async () => {
    const bea = await sell('Bea', '2025-11-05T10:00')
    const cleo = await sell('Cleo', '2025-11-09T23:59')
    await till.act(bea, 'dispute')
    await till.act(cleo, 'refund', { cents: 5000 })
    await till.act(bea, 'dispute-lost')
    const list = await shop('orders', 'list')
    expect(/dispute lost, sandbox +(\S.*?) +Bea$/m.exec(list)?.[1]).toBe(money(29900))
    expect(/partly refunded, sandbox +(\S.*?) +Cleo$/m.exec(list)?.[1]).toBe(money(29900))
    expect(Math.max(...list.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('the export has the reason of an order that the seller granted', async () => {
    const actor = { by: 'grace', now: till.clock.now }
    await grantOrder(till, { name: 'Ada', email: 'ada@example.com', reason: 'bank transfer 17' }, actor)
    expect(await shop('orders', 'export')).toMatch(/,bank transfer 17\r\n/)
  })

  test('the note of a person is gone after the erasure', async () => {
    const ada = await sell('Ada', '2025-11-02T10:00')
    await shop('orders', 'note', ada.id, 'invoice 2025-16')
    await shop('orders', 'note', ada.id, 'called')
    expect(await shop('orders', 'export')).toContain(',invoice 2025-16; called')
    await shop('orders', 'note', ada.id, 'invoice 2025-17', '--replace')
    const shown = await shop('orders', 'show', ada.id)
    expect(shown).toMatch(/^note +invoice 2025-17$/m)
    expect(shown).toMatch(/ note +\S+ +note invoice 2025-16; called$/m)
    expect(shown).toMatch(/ note +\S+ +note invoice 2025-16$/m)
    expect(await shop('orders', 'note', ada.id, '')).toContain('has no note')
    await shop('orders', 'note', ada.id, 'invoice 2025-18')
    await erasePerson(till.database, 'ada@example.com', { by: 'grace', now: till.clock.now })
    expect(await shop('orders', 'show', ada.id)).not.toContain('invoice 2025')
    await expect(
      keepNote(till.database, ada.id, { text: 'again', replaces: false }, { by: 'grace', now: 0 }),
    ).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})
