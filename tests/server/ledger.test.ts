import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { site } from '#content/site.ts'
import { formatMoney, formatMoneyExact } from '../../contract/money.ts'
import type { Order } from '../../server/database/schema.ts'
import { transaction } from '../../server/database/transaction.ts'
import { grantOrder } from '../../server/orders/grant.ts'
import { fillFacts } from '../../server/orders/movement-facts.ts'
import { bookMovements } from '../../server/orders/movements.ts'
import { setNote } from '../../server/orders/note.ts'
import { findOrder } from '../../server/orders/order-rows.ts'
import type { Effect } from '../../server/payments/effect.ts'
import { erasePerson } from '../../server/personal-data/erase.ts'
import { runCommand } from '../support/command-line.ts'
import { type DatabaseConfig, onBothDatabases } from '../support/databases.ts'
import { openTill, type Till } from '../support/till.ts'

const { currency } = catalog
const money = (cents: number) => formatMoneyExact(cents, currency, site.language)
const whole = (cents: number) => formatMoney(cents, currency, site.language)

onBothDatabases('the books', (newDatabase) => {
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

  /** The export with the names of the orders in place of their ids, and without the provider's random ids. */
  async function ledger(orders: Record<string, Order>, ...args: string[]): Promise<string[]> {
    let text = await shop('ledger', '--csv', ...args)
    for (const [name, { id }] of Object.entries(orders)) text = text.replaceAll(id, name)
    return text
      .replaceAll(/\b(pi|re|dp)_sandbox_[\w-]+/g, '$1')
      .trim()
      .split(/\r?\n/)
  }

  const heading =
    'date,type,order,amount_cents,tax_cents,fee_cents,currency,country,tax_id,name,email,reference'

  /** Sells one kit. @param time such as `2025-11-02T10:00` */
  async function sell(name: string, time: string): Promise<Order> {
    till.at(time)
    const order = await till.checkOut(name)
    await till.act(order, 'pay')
    return order
  }

  const facts = async () => {
    till.clock.now += 1000
    await fillFacts(till.deps)
  }

  const november = ['--from', '2025-11', '--to', '2025-11']
  const byMonth = ['stats', '--by', 'month', '--since', '2025-11-01', '--until', '2025-12-31', '--csv']

  test('five sales, a lost dispute and a partial refund a month later equal a table made by hand', async () => {
    const ada = await sell('Ada', '2025-11-02T10:00')
    const bea = await sell('Bea', '2025-11-05T10:00')
    const cleo = await sell('Cleo', '2025-11-09T23:59')
    const dora = await sell('Dora', '2025-11-20T00:00')
    const edith = await sell('Edith', '2025-11-30T23:59')
    const orders = { ada, bea, cleo, dora, edith }
    await facts()
    const sales = [
      heading,
      `2025-11-02,sale,ada,29900,0,897,${currency},US,,Ada,ada@example.com,pi`,
      `2025-11-05,sale,bea,29900,0,897,${currency},US,,Bea,bea@example.com,pi`,
      `2025-11-09,sale,cleo,29900,0,897,${currency},US,,Cleo,cleo@example.com,pi`,
      `2025-11-20,sale,dora,29900,0,897,${currency},US,,Dora,dora@example.com,pi`,
      `2025-11-30,sale,edith,29900,0,897,${currency},US,,Edith,edith@example.com,pi`,
    ]
    expect(await ledger(orders, ...november)).toEqual(sales)
    const months =
      'month,views,checkouts,paid,earlyBird,revenueCents,refunds,refundedCents,disputedCents,netCents,downloads'
    expect((await shop(...byMonth)).trim().split(/\r?\n/)).toEqual([
      months,
      '2025-11,0,5,5,5,149500,0,0,0,149500,0',
      '2025-12,0,0,0,0,0,0,0,0,0,0',
    ])

    till.at('2025-12-04T12:00')
    await till.act(bea, 'dispute')
    till.at('2025-12-09T12:00')
    await till.act(cleo, 'refund', { refund: { key: 'part', cents: 5000 } })
    till.at('2025-12-15T12:00')
    await till.act(bea, 'dispute-lost')
    await facts()
    expect(await ledger(orders, ...november)).toEqual(sales)
    expect(await ledger(orders)).toEqual([
      ...sales,
      `2025-12-04,dispute,bea,-29900,,1500,${currency},US,,Bea,bea@example.com,dp`,
      `2025-12-09,refund,cleo,-5000,,0,${currency},US,,Cleo,cleo@example.com,re`,
    ])
    expect((await shop(...byMonth)).trim().split(/\r?\n/)).toEqual([
      months,
      '2025-11,0,5,5,5,149500,0,0,0,149500,0',
      '2025-12,0,0,0,0,0,1,5000,29900,-34900,0',
    ])
    const chart = await shop('stats', '--by', 'month', '--since', '2025-11-01', '--until', '2025-12-31')
    expect(/^2025-11 +(\S.*?) +█+$/m.exec(chart)?.[1]).toBe(whole(149500))
    expect(/^2025-12 +(-\S.*)$/m.exec(chart)?.[1]).toBe(whole(-34900))
    const list = await shop('orders', 'list')
    expect(/dispute lost, sandbox +(\S.*?) +Bea, bea…/.exec(list)?.[1]).toBe(money(29900))
    expect(/paid, partly refunded, sandbox +(\S.*?) +Cleo, c/.exec(list)?.[1]).toBe(money(29900))
    expect(Math.max(...list.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  })

  test('each movement is one row, whatever the events do: twice, two for one change, late, or the other way round', async () => {
    till.at('2025-11-02T10:00')
    const ada = await till.checkOut('Ada')
    const paid = await till.act(ada, 'pay', { delivers: false })
    const part = { delivers: false, refund: { key: 'one', cents: 1000 } }
    till.at('2025-11-03T10:00')
    const first = await till.act(ada, 'refund', part)
    till.at('2025-11-04T10:00')
    const second = await till.act(ada, 'refund', { ...part, refund: { key: 'two', cents: 500 } })
    for (const event of [...second, ...first, ...paid, ...second]) await till.send(event)
    till.at('2025-11-05T10:00')
    await till.act(ada, 'refund-fails')
    await till.act(ada, 'dispute')
    till.at('2025-11-06T10:00')
    await till.act(ada, 'dispute-won')
    const rows = (await ledger({ ada }, ...november)).map((row) => row.split(',').slice(0, 4).join())
    expect(rows.slice(1)).toEqual([
      '2025-11-03,refund,ada,-1000',
      // The sale is first known from a refund.
      '2025-11-04,sale,ada,29900',
      '2025-11-04,refund,ada,-500',
      '2025-11-05,dispute,ada,-29900',
      '2025-11-05,refund,ada,500',
      '2025-11-06,dispute_returned,ada,29900',
    ])
  })

  test('an event with a date that no calendar has counts when it came', async () => {
    till.at('2025-11-02T10:00')
    const ada = await till.checkOut('Ada')
    const paid = await till.act(ada, 'pay', { delivers: false })
    for (const event of paid) await till.send({ ...event, created: 9e12 })
    expect((await ledger({ ada }))[1]).toMatch(/^2025-11-02,sale,ada,/)
  })

  test('an inquiry takes no money, and the dispute that follows does', async () => {
    const ada = await sell('Ada', '2025-11-02T10:00')
    const [opened] = await till.act(ada, 'dispute', { delivers: false })
    if (!opened) throw new Error('The dispute has no event.')
    const inquiry = { ...opened.data.object, status: 'warning_needs_response' }
    await till.send({ ...opened, id: 'evt_inquiry', data: { object: inquiry } })
    expect(await ledger({ ada }, ...november)).toHaveLength(2)
    const later = { ...opened, type: 'charge.dispute.updated', created: opened.created + 86_400 } as const
    till.at('2025-12-03T10:00')
    await till.send({ ...later, id: 'evt_dispute' })
    await till.send({ ...later, id: 'evt_late', data: { object: inquiry } })
    const [, , taken, ...more] = await ledger({ ada })
    expect(taken).toMatch(/dispute,ada,-29900,/)
    expect(more).toEqual([])
  })

  test('a month that was exported does not change: what is known later counts later, and says so', async () => {
    const ada = await sell('Ada', '2025-11-02T10:00')
    till.at('2025-11-30T20:00')
    const bea = await till.checkOut('Bea')
    const paid = await till.act(bea, 'pay', { delivers: false })
    const exported = await ledger({ ada, bea }, ...november)
    expect(exported.slice(1)).toEqual([`2025-11-02,sale,ada,29900,0,,${currency},,,Ada,ada@example.com,pi`])
    // An earlier month that is exported later opens nothing.
    await ledger({ ada, bea }, '--from', '2025-10', '--to', '2025-10')
    till.at('2025-12-02T10:00')
    for (const event of paid) await till.send(event)
    await facts()
    expect(await ledger({ ada, bea }, ...november)).toEqual(exported)
    expect((await ledger({ ada, bea }, '--from', '2025-12', '--to', '2025-12')).slice(1)).toEqual([
      `2025-12-02,sale,bea,29900,0,897,${currency},US,,Bea,bea@example.com,pi of 2025-11-30`,
    ])
  })

  test('a month stays open while a fee is on its way, and the export says so', async () => {
    const ada = await sell('Ada', '2025-11-30T23:30')
    // The command takes the time from the machine: the money of the former month has only just moved.
    const aMinuteAgo = Date.now() - 60_000
    await till.database.updateTable('movements').set({ moved_at: aMinuteAgo }).execute()
    const { error } = await attempt(['ledger', ...november, '--csv'])
    expect(error).toBe('Stripe has not named one fee yet, so no month was closed. Export again in an hour.\n')
    await facts()
    expect((await ledger({ ada }, ...november))[1]).toContain(`,897,${currency},US,`)
  })

  test('a month that was only looked at, or is not over, stays open', async () => {
    const ada = await sell('Ada', '2025-11-02T10:00')
    await shop('ledger', ...november)
    await facts()
    expect((await ledger({ ada }, ...november))[1]).toContain(`,897,${currency},US,`)
    // The command takes the time from the machine.
    const now = new Date().toISOString().slice(0, 16)
    const bea = await sell('Bea', now)
    await ledger({ ada, bea }, '--to', now.slice(0, 7))
    await facts()
    expect((await ledger({ ada, bea }))[2]).toContain(`,897,${currency},US,`)
  })

  test('without the permission to read fees, the order is paid, the columns stay empty, and the shop asks later', async () => {
    const ada = await sell('Ada', '2025-11-02T10:00')
    till.faults.add('GET /v1/payment_intents', '403')
    till.faults.add('GET /v1/checkout/sessions', '403')
    await facts()
    expect((await findOrder(till.database, ada.id)).status).toBe('paid')
    const rows = () => till.database.selectFrom('movements').select(['fee_cents', 'ask_at']).execute()
    expect(await rows()).toEqual([{ fee_cents: null, ask_at: expect.any(Number) }])
    await facts()
    expect(await rows()).toEqual([{ fee_cents: null, ask_at: expect.any(Number) }])
    till.clock.now += 60_000
    await facts()
    expect(await rows()).toEqual([{ fee_cents: 897, ask_at: null }])

    await sell('Bea', '2025-11-03T10:00')
    till.clock.now += 8 * 24 * 3_600_000
    till.faults.add('GET /v1/payment_intents', '403')
    await fillFacts(till.deps)
    expect((await rows()).map(({ fee_cents }) => fee_cents).sort()).toEqual([897, null])
    expect((await rows()).every(({ ask_at }) => ask_at === null)).toBe(true)
  })

  test('while the provider does not answer, it is asked about one movement, and the others stay due', async () => {
    await sell('Ada', '2025-11-02T10:00')
    await sell('Bea', '2025-11-02T11:00')
    till.faults.add('GET /v1/payment_intents', '500', '500', '500', '500')
    await facts()
    const rows = await till.database.selectFrom('movements').select('ask_at').orderBy('ask_at').execute()
    expect(rows.map(({ ask_at }) => (ask_at ?? 0) <= till.clock.now)).toEqual([true, false])
  })

  test('a payment elsewhere is a sale, a gift is not, and both keep their reason in the export', async () => {
    till.at('2025-11-02T10:00')
    const actor = { by: 'grace', now: till.clock.now }
    const grant = (amountCents: number, reason: string) =>
      grantOrder(till, { name: 'Ada', email: 'ada@example.com', amountCents, reason }, actor)
    const transfer = await grant(20000, 'bank transfer 17')
    await grant(0, 'gift')
    await facts()
    expect((await ledger({ transfer }, ...november)).slice(1)).toEqual([
      `2025-11-02,sale,transfer,20000,,,${currency},,,Ada,ada@example.com,`,
    ])
    expect(await shop('orders', 'export')).toMatch(/,bank transfer 17\r\n/)
  })

  test('a part is refunded after a question that names it, and not more than what is left', async () => {
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
    const rows = await ledger({ ada }, '--from', new Date().toISOString().slice(0, 7))
    // Both refunds may be of the same second.
    expect(
      rows
        .map((row) => row.split(',').slice(1, 4).join())
        .slice(1)
        .sort(),
    ).toEqual(['refund,ada,-2000', 'refund,ada,-27900', 'sale,ada,29900'])
  })

  test('a refund that is listed twice, or named as a dispute by another event, breaks nothing', async () => {
    const ada = await sell('Ada', '2025-11-02T10:00')
    const order = await findOrder(till.database, ada.id)
    const refund = { id: 're_1', cents: 100, failed: false, at: till.clock.now }
    const effects: Effect[] = [
      {
        kind: 'refunded',
        refundedCents: 100,
        amountCents: 29900,
        refunds: 1,
        failedRefunds: 0,
        list: [refund, refund],
      },
      { kind: 'dispute', disputeId: 're_1', state: 'open', cents: 100, withdrawn: true },
    ]
    for (const effect of effects)
      await transaction(till.database, (trx) =>
        bookMovements(trx, order, effect, { now: till.clock.now, movedAt: till.clock.now }),
      )
    const rows = await till.database.selectFrom('movements').select(['type', 'amount_cents']).execute()
    expect(rows.map(({ type, amount_cents }) => `${type} ${amount_cents}`).sort()).toEqual([
      'dispute -100',
      'refund -100',
      'sale 29900',
    ])
  })

  test('an erased person is gone from the ledger, and the amounts stay', async () => {
    const ada = await sell('Ada', '2025-11-02T10:00')
    await facts()
    await till.database.updateTable('orders').set({ tax_id: 'DE123' }).execute()
    await shop('orders', 'note', ada.id, 'invoice 2025-16')
    await shop('orders', 'note', ada.id, 'invoice 2025-17')
    const exported = await shop('orders', 'export')
    expect(exported).toContain(',ada@example.com,US,DE123,')
    expect(exported).toContain(`,897,${currency},`)
    expect(exported).toContain(',invoice 2025-17')
    const shown = await shop('orders', 'show', ada.id)
    expect(shown).toMatch(/^note +invoice 2025-17$/m)
    expect(shown).toMatch(/ note +\S+ +note invoice 2025-16$/m)
    await erasePerson(till.database, 'ada@example.com', { by: 'grace', now: till.clock.now })
    expect((await ledger({ ada }, ...november)).slice(1)).toEqual([
      `2025-11-02,sale,ada,29900,0,897,${currency},US,,,,pi`,
    ])
    expect(await shop('orders', 'show', ada.id)).not.toContain('invoice 2025')
    await expect(setNote(till.database, ada.id, 'again', { by: 'grace', now: 0 })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('a tax number that the provider says after the erasure is not stored', async () => {
    const ada = await sell('Ada', '2025-11-02T10:00')
    await erasePerson(till.database, 'ada@example.com', { by: 'grace', now: till.clock.now })
    const payments = { ...till.deps.payments, findBuyer: async () => ({ country: 'DE', taxId: 'DE123' }) }
    till.clock.now += 1000
    await fillFacts({ ...till.deps, payments })
    expect((await findOrder(till.database, ada.id)).tax_id).toBeNull()
  })
})
