import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { Kysely, type Transaction } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate, pendingMigrations } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { Schema } from './schema.ts'
import { sqliteDialect, sqliteFile } from './sqlite.ts'
import { transaction } from './transaction.ts'

let dataDir: string
let other: DatabaseSync
let database: Kysely<Schema>
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'sqlite-'))
  other = new DatabaseSync(sqliteFile(dataDir))
  database = openDatabase({ databaseUrl: null, dataDir })
})
afterEach(async () => {
  other.close()
  await database.destroy()
  rmSync(dataDir, { recursive: true })
})

test('migrations wait while another process has locked a new database file', async () => {
  other.exec('begin immediate')
  const migrated = migrate(database)
  await setTimeout(100)
  other.exec('commit')
  await migrated
  expect(await pendingMigrations(database)).toEqual([])
})

describe('a database', () => {
  beforeEach(() => migrate(database))

  const row = { provider: 'sandbox', type: 't', outcome: 'ignored', payload: '{}', created_at: 1 } as const
  const insert = (id: string, into: Kysely<Schema> | Transaction<Schema> = database) =>
    into
      .insertInto('events')
      .values({ id, ...row })
      .execute()
  const insertInTransaction = (id: string) => transaction(database, (trx) => insert(id, trx))
  const ids = async () =>
    (await database.selectFrom('events').select('id').orderBy('id').execute()).map((e) => e.id)

  test('can be read while another process writes to it, and written to afterwards', async () => {
    other.exec('begin immediate')
    const writing = [insertInTransaction('a'), insertInTransaction('b'), insert('c')]
    for (let round = 0; round < 20; round++) {
      expect(await ids()).toEqual([])
      await setTimeout(5)
    }
    other.exec('commit')
    await Promise.all(writing)
    expect(await ids()).toEqual(['a', 'b', 'c'])
  })

  test('is unavailable for all waiting transactions while another process keeps it locked', async () => {
    other.exec('begin immediate')
    const writing = await Promise.allSettled([
      insertInTransaction('a'),
      insertInTransaction('b'),
      insert('c'),
    ])
    const refused = { status: 'rejected', reason: { code: 'unavailable' } }
    expect(writing).toMatchObject([refused, refused, refused])
    expect(await ids()).toEqual([])
    other.exec('commit')
    await insertInTransaction('a')
    expect(await ids()).toEqual(['a'])
  })

  test('keeps other statements out of a transaction', async () => {
    const begun = Promise.withResolvers<void>()
    const undone = Promise.withResolvers<void>()
    const first = transaction(database, async (trx) => {
      await insert('undone', trx)
      begun.resolve()
      await undone.promise
    })
    await begun.promise
    const second = insertInTransaction('second')
    const [read, single] = [ids(), insert('single')]
    undone.reject(new Error('on purpose'))
    await expect(first).rejects.toThrow('on purpose')
    expect(await read).toEqual([])
    await Promise.all([second, single])
    expect(await ids()).toEqual(['second', 'single'])
  })

  test('answers other statements between the transactions of a long queue', async () => {
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const first = transaction(database, async (trx) => {
      await insert('first', trx)
      begun.resolve()
      await mayEnd.promise
    })
    const queue = Array.from({ length: 50 }, (_, index) => insertInTransaction(`${index}`))
    await begun.promise
    const read = ids()
    // Now the read waits for the first transaction, as the queue does.
    await setTimeout()
    mayEnd.resolve()
    expect(await read).toEqual(['first'])
    await Promise.all([first, ...queue])
  })

  describe('on a slow disk', () => {
    /** The running syncs of the log. The test decides when each one ends. */
    let syncs: PromiseWithResolvers<void>[] = []
    let slow: Kysely<Schema>
    beforeEach(() => {
      syncs = []
      const dialect = sqliteDialect(sqliteFile(dataDir), () => {
        const sync = Promise.withResolvers<void>()
        syncs.push(sync)
        return sync.promise
      })
      slow = new Kysely<Schema>({ dialect })
    })
    afterEach(async () => {
      const destroyed = slow.destroy()
      const ending = setInterval(() => {
        for (const sync of syncs) sync.resolve()
      })
      await destroyed
      clearInterval(ending)
    })
    const syncsBegun = (count: number) => expect.poll(() => syncs.length, { timeout: 30_000 }).toBe(count)
    const write = (id: string) => transaction(slow, (trx) => insert(id, trx))

    test('a change is confirmed by a sync that begins after its commit, and several changes share one sync', async () => {
      const confirmed: string[] = []
      const first = write('a').then(() => confirmed.push('a'))
      await syncsBegun(1)
      const later = [
        ...['b', 'c'].map((id) => write(id).then(() => confirmed.push(id))),
        insert('d', slow).then(() => confirmed.push('d')),
      ]
      await expect.poll(ids, { timeout: 30_000 }).toEqual(['a', 'b', 'c', 'd'])
      expect(confirmed).toEqual([])
      syncs[0]?.resolve()
      await first
      await syncsBegun(2)
      expect(confirmed).toEqual(['a'])
      syncs[1]?.resolve()
      await Promise.all(later)
      expect(syncs).toHaveLength(2)
    })

    test('reads do not wait for a sync', async () => {
      const writing = write('a')
      await syncsBegun(1)
      expect(await slow.selectFrom('events').select('id').execute()).toEqual([{ id: 'a' }])
      syncs[0]?.resolve()
      await writing
    })

    test('a change whose sync fails is reported as failed, and a transaction that was open meanwhile is kept', async () => {
      const refused = write('a')
      await syncsBegun(1)
      const open = Promise.withResolvers<void>()
      const next = transaction(slow, async (trx) => {
        await insert('b', trx)
        syncs[0]?.reject(new Error('the disk is gone'))
        await open.promise
        await insert('c', trx)
      })
      await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
      open.resolve()
      await syncsBegun(2)
      syncs[1]?.resolve()
      await next
      expect(await ids()).toContain('c')
    })
  })
})
