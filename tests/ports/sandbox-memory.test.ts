import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { act } from '../../server/payments/sandbox/actions.ts'
import { type Checkout, newCheckout, randomId } from '../../server/payments/sandbox/checkout.ts'
import type { Memory } from '../../server/payments/sandbox/memory.ts'
import { decodeForm } from '../../server/payments/sandbox/parameters.ts'
import { readSession } from '../../server/payments/sandbox/session-parameters.ts'
import { tableMemory } from '../../server/payments/sandbox/table.ts'
import { alwaysOnBothDatabases } from '../support/databases.ts'
import { mapMemory } from '../support/stripe-memory.ts'

const start = Date.UTC(2026, 10, 1)
const hour = 3_600_000
const options = (now: number) => ({ now, live: false, newId: randomId })

const form =
  'mode=payment&success_url=https://shop.example/&line_items[0][quantity]=1&line_items[0][price_data][currency]=usd' +
  '&line_items[0][price_data][unit_amount]=34800&line_items[0][price_data][product_data][name]=Kit'
function checkoutAt(createdAt: number, key = `key-${createdAt}`): Checkout {
  const times = { createdAt, expiresAt: createdAt + hour }
  return newCheckout(
    key,
    readSession(decodeForm(form), { prices: new Map(), promotionCodes: [], currency: 'usd' }),
    times,
    randomId,
  )
}

/** What the sandbox needs from its memory. */
function memoryContract(open: () => Promise<{ memory: Memory; close(): Promise<void> }>): void {
  let memory: Memory
  let close: () => Promise<void>
  beforeEach(async () => {
    ;({ memory, close } = await open())
  })
  afterEach(() => close())

  const insert = async (checkout: Checkout) => {
    expect(await memory.insert(checkout)).toBe(true)
    return checkout
  }
  const pay = (id: string, now: number) => memory.change(id, (checkout) => act(checkout, 'pay', options(now)))

  test('a checkout is found by its id, its payment and its key, with everything in it', async () => {
    const { id, paymentId, key } = await insert(checkoutAt(start))
    await pay(id, start + 1000)
    await memory.change(id, (checkout) => act(checkout, 'dispute', options(start + 2000)))
    await memory.change(id, (checkout) => act(checkout, 'partial-refund', options(start + 3000)))
    const changed = await memory.change(id, (checkout) =>
      act(checkout, 'fraud-warning', options(start + 4000)),
    )
    expect(changed).toMatchObject({ payment: 'paid', fraudWarned: true, version: 5 })
    expect(changed?.disputes).toMatchObject([{ state: 'open' }])
    expect(changed?.refunds).toMatchObject([{ cents: 17400, failed: false }])
    expect(await memory.find(id)).toEqual(changed)
    expect(await memory.findByPayment(paymentId)).toEqual(changed)
    expect(await memory.findByKey(key)).toEqual(changed)
  })

  test('a key makes one checkout, even in simultaneous calls', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => memory.insert(checkoutAt(start, 'key'))))
    expect(made.filter(Boolean)).toHaveLength(1)
  })

  test('simultaneous changes of one checkout are all kept', async () => {
    const { id } = await insert(checkoutAt(start))
    await Promise.all(
      Array.from({ length: 8 }, () =>
        memory.change(id, (checkout) => act(checkout, 'decline', options(start))),
      ),
    )
    expect((await memory.find(id))?.listedEvents).toHaveLength(8)
  })

  test('a change that does nothing leaves the checkout as it is', async () => {
    const { id } = await insert(checkoutAt(start))
    expect(await memory.change(id, () => null)).toMatchObject({ id, version: 1 })
    expect(await memory.find(id)).toMatchObject({ version: 1 })
  })

  test.each(['cs_other', 'a\0b', '\ud800', "' or 1=1 --"])('%j is not found', async (id) => {
    await insert(checkoutAt(start))
    expect(await memory.find(id)).toBeNull()
    expect(await memory.findByPayment(id)).toBeNull()
    expect(await memory.change(id, () => null)).toBeNull()
  })

  test('checkouts are listed newest first, and work that is due is found', async () => {
    const first = await insert(checkoutAt(start))
    const second = await insert(checkoutAt(start + 1000))
    const third = await insert(checkoutAt(start + 2000))
    const listed = async (since: number, limit: number) =>
      (await memory.list(since, limit)).map(({ id }) => id)
    expect(await listed(start + 1000, 10)).toEqual([third.id, second.id])
    expect(await listed(0, 1)).toEqual([third.id])

    await pay(second.id, start + 3000)
    expect(await memory.undelivered()).toEqual([second.id])
    expect(await memory.overdue(start + hour + 1500)).toEqual([first.id])
    await memory.change(second.id, (checkout) => ({ ...checkout, pending: [] }))
    expect(await memory.undelivered()).toEqual([])
  })

  test('events are listed newest first within a period, also the earlier ones of a checkout', async () => {
    const first = await insert(checkoutAt(start))
    const second = await insert(checkoutAt(start + 1000))
    await pay(first.id, start + 10_000)
    await pay(second.id, start + 20_000)
    await memory.change(first.id, (checkout) => act(checkout, 'dispute', options(start + 30_000)))
    const types = async (since: number, until: number | null) =>
      (await memory.listEvents({ since, until })).map(({ type }) => type.split('.')[0])
    expect(await types(0, null)).toEqual([
      'charge',
      ...['checkout', 'payment_intent'],
      ...['checkout', 'payment_intent'],
    ])
    expect(await types(start + 20_000, null)).toEqual(['charge', 'checkout', 'payment_intent'])
    expect(await types(0, start + 20_000)).toEqual(['checkout', 'payment_intent'])
  })
}

describe("the sandbox's memory in tests", () => {
  memoryContract(async () => ({ memory: mapMemory(), close: async () => {} }))
})

alwaysOnBothDatabases("the sandbox's memory", (newDatabase) => {
  memoryContract(async () => {
    const database = openDatabase(await newDatabase())
    await migrate(database)
    return { memory: tableMemory(database), close: () => database.destroy() }
  })
})
