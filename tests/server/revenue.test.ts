import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { site } from '#content/site.ts'
import { formatMoney, formatMoneyExact } from '../../contract/money.ts'
import { grantOrder } from '../../server/acts/grant-order.ts'
import { keepNote } from '../../server/acts/note.ts'
import type { Order } from '../../server/database/schema.ts'
import { findOrder } from '../../server/orders/find-orders.ts'
import { erasePerson } from '../../server/personal-data/erase.ts'
import { runCommand } from '../support/command-line.ts'
import { type DatabaseConfig, onBothDatabases } from '../support/databases.ts'
import { openTill, type Till } from '../support/till.ts'

const { currency } = catalog
const money = (cents: number) => formatMoneyExact(cents, currency, site.language)
const whole = (cents: number) => formatMoney(cents, currency, site.language)

onBothDatabases('the revenue', (newDatabase) => {
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

  const byMonth = ['stats', '--by', 'month', '--since', '2025-11-01', '--until', '2025-12-31', '--csv']
  const months = async () => (await shop(...byMonth)).trim().split(/\r?\n/)
  /** The days with money, as sales, refunds, lost disputes and what stays. */
  const days = async () => {
    const { out } = await attempt(['stats', '--since', '2025-11-01', '--until', '2025-11-30', '--json'])
    const { periods } = JSON.parse(out)
    return (periods as Record<string, number | string>[])
      .map((row) => [row.from, row.revenueCents, row.refundedCents, row.disputedCents, row.netCents])
      .filter(([, ...money]) => money.some((cents) => cents !== 0))
      .map((row) => row.join(' '))
  }

  test('takes back a lost dispute and a partial refund in the month in which they happen', async () => {
    await sell('Ada', '2025-11-02T10:00')
    const bea = await sell('Bea', '2025-11-05T10:00')
    const cleo = await sell('Cleo', '2025-11-09T23:59')
    await sell('Dora', '2025-11-20T00:00')
    await sell('Edith', '2025-11-30T23:59')
    const heading =
      'month,views,checkouts,paid,earlyBird,revenueCents,refunds,refundedCents,disputedCents,netCents,downloads'
    expect(await months()).toEqual([
      heading,
      '2025-11,0,5,5,5,149500,0,0,0,149500,0',
      '2025-12,0,0,0,0,0,0,0,0,0,0',
    ])

    till.at('2025-11-30T23:59')
    await till.act(bea, 'dispute')
    till.at('2025-12-09T12:00')
    await till.act(cleo, 'refund', { refund: { key: 'part', cents: 5000 } })
    till.at('2025-12-15T12:00')
    const lost = await till.act(bea, 'dispute-lost')
    // Two events may report one change.
    till.at('2025-12-16T12:00')
    for (const event of lost) await till.send({ ...event, id: 'evt_again' })
    expect(await months()).toEqual([
      heading,
      '2025-11,0,5,5,5,149500,0,0,0,149500,0',
      '2025-12,0,0,0,0,0,1,5000,29900,-34900,0',
    ])
    const chart = await shop('stats', '--by', 'month', '--since', '2025-11-01', '--until', '2025-12-31')
    expect(/^2025-11 +(\S.*?) +█+$/m.exec(chart)?.[1]).toBe(whole(149500))
    expect(/^2025-12 +(-\S.*)$/m.exec(chart)?.[1]).toBe(whole(-34900))
    const list = await shop('orders', 'list')
    expect(/dispute lost, sandbox +(\S.*?) +Bea$/m.exec(list)?.[1]).toBe(money(29900))
    expect(/partly refunded, sandbox +(\S.*?) +Cleo$/m.exec(list)?.[1]).toBe(money(29900))
    expect(Math.max(...list.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('counts each change once on its day, even if its event comes twice, late or in another order', async () => {
    till.at('2025-11-02T10:00')
    const ada = await till.checkOut('Ada')
    const paid = await till.act(ada, 'pay', { delivers: false })
    till.at('2025-11-03T10:00')
    const first = await till.act(ada, 'refund', { refund: { key: 'one', cents: 1000 } })
    // A refund proves the payment, but the sale counts when its own event says so.
    expect(await days()).toEqual([])
    till.at('2025-11-04T10:00')
    const second = await till.act(ada, 'refund', { refund: { key: 'two', cents: 500 } })
    till.at('2025-11-05T10:00')
    for (const event of [...second, ...paid, ...first]) await till.send(event)
    expect(await days()).toEqual([
      '2025-11-02 29900 0 0 29900',
      '2025-11-03 0 1000 0 -1000',
      '2025-11-04 0 500 0 -500',
    ])
    await till.act(ada, 'refund-fails')
    await till.act(ada, 'dispute')
    till.at('2025-11-06T10:00')
    await till.act(ada, 'dispute-won')
    expect((await days()).slice(3)).toEqual(['2025-11-05 0 -500 0 500'])
  })

  test('counts a sale when it came if no calendar has the date of its event', async () => {
    till.at('2025-11-02T10:00')
    const ada = await till.checkOut('Ada')
    const paid = await till.act(ada, 'pay', { delivers: false })
    for (const event of paid) await till.send({ ...event, created: 9e12 })
    expect(await days()).toEqual(['2025-11-02 29900 0 0 29900'])
  })

  test('counts nothing for an order that the seller granted, whose reason is in the export', async () => {
    till.at('2025-11-02T10:00')
    const actor = { by: 'grace', now: till.clock.now }
    await grantOrder(till, { name: 'Ada', email: 'ada@example.com', reason: 'bank transfer 17' }, actor)
    expect((await months())[1]).toBe('2025-11,0,0,0,0,0,0,0,0,0,0')
    expect(await shop('orders', 'export')).toMatch(/,bank transfer 17\r\n/)
  })

  test('loses a part that is refunded after a question, and not more than what is left', async () => {
    const ada = await sell('Ada', new Date().toISOString().slice(0, 19))
    const refund = (amount: string, answer: string | null = 'y') =>
      attempt(['refund', ada.id, '--amount', amount], answer)
    expect(await refund('299.01')).toMatchObject({
      code: 1,
      error: expect.stringContaining(`at most ${money(29900)}`),
    })
    expect(await refund('20.0')).toMatchObject({
      code: 2,
      error: expect.stringContaining(`no amount in ${currency.toUpperCase()}`),
    })
    expect(await refund('20.00', null)).toMatchObject({ code: 2, error: expect.stringContaining('--yes') })
    expect(await refund('20.00', 'n')).toMatchObject({
      error: expect.stringContaining(`Refund ${money(2000)} to Ada`),
    })
    const refunds = async () =>
      (await till.memory.find(ada.session_id ?? ''))?.refunds.map(({ cents }) => cents)
    expect(await refunds()).toEqual([])

    expect(await refund('20.00')).toMatchObject({ code: 0 })
    // Until the event arrives, the same command makes no second refund.
    expect(await refund('20.00')).toMatchObject({ code: 0 })
    expect(await refunds()).toEqual([2000])
    await till.deliverAll(ada)
    expect(await findOrder(till.database, ada.id)).toMatchObject({ status: 'paid', refunded_cents: 2000 })
    expect(await shop('orders', 'show', ada.id)).toMatch(/ refund +\S+ +cents 2000/)
    expect(await refund('279.01')).toMatchObject({
      code: 1,
      error: expect.stringContaining(`at most ${money(27900)}`),
    })
    await refund('279')
    await till.deliverAll(ada)
    expect((await findOrder(till.database, ada.id)).status).toBe('refunded')
  })

  test('stays when a person is erased, whose note is gone', async () => {
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
    expect(await days()).toEqual(['2025-11-02 29900 0 0 29900'])
    expect(await shop('orders', 'show', ada.id)).not.toContain('invoice 2025')
    await expect(
      keepNote(till.database, ada.id, { text: 'again', replaces: false }, { by: 'grace', now: 0 }),
    ).rejects.toMatchObject({
      code: 'conflict',
    })
  })
})
