import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { type Checkout, newCheckout, randomId } from '../../server/payments/sandbox/checkout.ts'
import { type Memory, tableMemory } from '../../server/payments/sandbox/memory.ts'
import { act } from '../support/bank.ts'
import { onBothDatabases } from '../support/databases.ts'
import { mapMemory } from '../support/stripe.ts'

const start = Date.UTC(2026, 10, 1)
const hour = 3_600_000
const options = (now: number) => ({ now, live: false, newId: randomId })

const checkoutAt = (createdAt: number, key = `key-${createdAt}`): Checkout =>
  newCheckout(
    randomId('cs'),
    key,
    {
      success_url: 'https://shop.example/',
      expires_at: String((createdAt + hour) / 1000),
      line_items: [{ price_data: { currency: 'usd', unit_amount: '34800', product_data: { name: 'Kit' } } }],
    },
    createdAt,
  )

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

  test('a checkout is found by its id and its key, with everything in it', async () => {
    const { id, key } = await insert(checkoutAt(start))
    await pay(id, start + 1000)
    await memory.change(id, (checkout) => act(checkout, 'dispute', options(start + 2000)))
    const changed = await memory.change(id, (checkout) =>
      act(checkout, 'partial-refund', options(start + 3000)),
    )
    expect(changed).toMatchObject({ payment: 'paid', disputes: [{ state: 'open' }] })
    expect(changed?.refunds).toMatchObject([{ cents: 17400, failed: false }])
    expect(await memory.find(id)).toEqual(changed)
    expect(await memory.findByKey(key)).toEqual(changed)
  })

  test('a key makes one checkout, even in simultaneous calls', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => memory.insert(checkoutAt(start, 'key'))))
    expect(made.filter(Boolean)).toHaveLength(1)
  })

  test('simultaneous changes of one checkout are all kept', async () => {
    const { id } = await insert(checkoutAt(start))
    await pay(id, start)
    const refund = { ...options(start), cents: 1 }
    await Promise.all(
      Array.from({ length: 8 }, () => memory.change(id, (checkout) => act(checkout, 'refund', refund))),
    )
    expect((await memory.find(id))?.refunds).toHaveLength(8)
  })

  test('a change that does nothing leaves the checkout as it is', async () => {
    const checkout = await insert(checkoutAt(start))
    expect(await memory.change(checkout.id, () => null)).toEqual(checkout)
    expect(await memory.find(checkout.id)).toEqual(checkout)
  })

  test.each(['cs_other', 'a\0b', '\ud800', "' or 1=1 --"])('%j is not found', async (id) => {
    await insert(checkoutAt(start))
    expect(await memory.find(id)).toBeNull()
    expect(await memory.change(id, () => null)).toBeNull()
  })

  test('checkouts are listed by their last event, newest first', async () => {
    const first = await insert(checkoutAt(start))
    const second = await insert(checkoutAt(start + 1000))
    const third = await insert(checkoutAt(start + 2000))
    const listed = async (since: number) => (await memory.list(since)).map(({ id }) => id)
    expect(await listed(start + 1000)).toEqual([third.id, second.id])
    await pay(first.id, start + 3000)
    expect(await listed(start + 2000)).toEqual([first.id, third.id])
  })

  test('a checkout is due when it expires, when it has an event, and later if the event was refused', async () => {
    const { id } = await insert(checkoutAt(start))
    const paid = await insert(checkoutAt(start + 1000))
    expect(await memory.due(start + hour - 1)).toEqual([])
    expect(await memory.due(start + hour)).toEqual([id])
    await pay(paid.id, start + 3000)
    expect(await memory.due(start + 3000)).toEqual([paid.id])
    await memory.change(paid.id, (checkout) => ({ ...checkout, retryAt: start + 5000 }))
    expect(await memory.due(start + 4999)).toEqual([])
    expect(await memory.due(start + 5000)).toEqual([paid.id])
    await memory.change(paid.id, (checkout) => ({ ...checkout, delivered: 1 }))
    expect(await memory.due(start + 2 * hour)).toEqual([id])
  })
}

describe("the sandbox's memory in tests", () => {
  memoryContract(async () => ({ memory: mapMemory(), close: async () => {} }))
})

onBothDatabases("the sandbox's memory", (newDatabase) => {
  memoryContract(async () => {
    const database = openDatabase(await newDatabase())
    await migrate(database)
    return { memory: tableMemory(database), close: () => database.destroy() }
  })
})
