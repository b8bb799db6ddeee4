import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate, pendingMigrations } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { Schema } from './schema.ts'
import { sqliteFile } from './sqlite.ts'
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

test('every commit reaches the disk, deleted content is overwritten, and rows refer to rows that exist', async () => {
  const pragma = async (name: string) =>
    Object.values((await sql.raw<object>(`pragma ${name}`).execute(database)).rows[0] ?? {})[0]
  const values = {
    journal_mode: await pragma('journal_mode'),
    synchronous: await pragma('synchronous'),
    secure_delete: await pragma('secure_delete'),
    foreign_keys: await pragma('foreign_keys'),
  }
  expect(values).toEqual({ journal_mode: 'wal', synchronous: 2, secure_delete: 1, foreign_keys: 1 })
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

  const row = { at: 1 }
  const insert = (id: string, into: Kysely<Schema> | Transaction<Schema> = database) =>
    into
      .insertInto('progress')
      .values({ id, ...row })
      .execute()
  const insertInTransaction = (id: string) => transaction(database, (trx) => insert(id, trx))
  const ids = async () =>
    (await database.selectFrom('progress').select('id').orderBy('id').execute()).map((e) => e.id)

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

  test('lets the event loop turn between the transactions of a long queue', async () => {
    let turns = 0
    let isRunning = true
    const count = () => {
      turns++
      if (isRunning) setImmediate(count)
    }
    setImmediate(count)
    await Promise.all(Array.from({ length: 50 }, (_, index) => insertInTransaction(`${index}`)))
    isRunning = false
    expect(turns).toBeGreaterThan(40)
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
})
