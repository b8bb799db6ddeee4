import type { Kysely } from 'kysely'
import type { Schema } from '../../server/database/schema.ts'
import type { ModelOrder } from './model.ts'
import type { Step } from './step.ts'
import type { World } from './world.ts'

/** In the order in which rows may be inserted. */
const tables = ['orders', 'events', 'outbox', 'downloads', 'progress'] as const

/** The shop's data at one moment, and what was known then. */
export interface Backup {
  rows: Record<(typeof tables)[number], object[]>
  orders: ModelOrder[]
  storedEvents: string[]
  mails: number
}

export const backUp = (): Step => ({
  text: 'the shop is backed up',
  async run(world) {
    const { database } = world.testBed.shop
    const rows = {} as Backup['rows']
    for (const table of tables) rows[table] = await database.selectFrom(table).selectAll().execute()
    world.backup = {
      rows,
      orders: [...world.model.orders.values()],
      storedEvents: [...world.storedEvents],
      mails: world.post.accepted.length,
    }
  },
})

/** What came after the backup is lost in the shop, and the provider still knows it. */
export const restore = ({ backup }: World): Step => ({
  text: 'the backup is restored',
  async run(world) {
    if (!backup) return
    const database: Kysely<Schema> = world.testBed.shop.database
    for (const table of tables.toReversed()) await database.deleteFrom(table).execute()
    for (const table of tables)
      for (const row of backup.rows[table])
        await database
          .insertInto(table)
          .values(row as never)
          .execute()
    world.model.orders.clear()
    for (const order of backup.orders) world.model.orders.set(order.id, order)
    world.storedEvents.clear()
    for (const id of backup.storedEvents) world.storedEvents.add(id)
    // Nobody knows any more that these mails were sent.
    world.post.accepted.splice(backup.mails)
  },
})
