import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { sqliteDialect } from './sqlite.ts'

interface Numbers {
  numbers: { id: number }
}

test('after a power cut that loses all that was not synced, every confirmed change is there', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'power-cut-'))
  const file = path.join(folder, 'shop.db')
  let syncedBytes = 0
  const syncLog = async (log: { stat(): Promise<{ size: number }>; datasync(): Promise<void> }) => {
    const { size } = await log.stat()
    await log.datasync()
    syncedBytes = size
  }
  const database = new Kysely<Numbers>({ dialect: sqliteDialect(file, syncLog) })
  await database.schema.createTable('numbers').addColumn('id', 'integer').execute()

  const confirmed: number[] = []
  const cuts: { confirmed: number[]; kept: number[] }[] = []
  /** The rows in a copy of the database whose log ends at the last sync. */
  const cutPower = () => {
    const copy = path.join(folder, `cut-${cuts.length}.db`)
    copyFileSync(file, copy)
    writeFileSync(`${copy}-wal`, readFileSync(`${file}-wal`).subarray(0, syncedBytes))
    const rest = new DatabaseSync(copy)
    const kept = rest.prepare('select id from numbers').all() as { id: number }[]
    rest.close()
    cuts.push({ confirmed: [...confirmed], kept: kept.map((row) => row.id) })
  }
  const add = async (id: number) => {
    const row = { id }
    if (id % 2) await database.insertInto('numbers').values(row).execute()
    else await database.transaction().execute((trx) => trx.insertInto('numbers').values(row).execute())
    confirmed.push(id)
    if (id % 10 === 0) cutPower()
  }
  for (let first = 0; first < 200; first += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(first + index)))

  expect(cuts).toHaveLength(20)
  for (const cut of cuts) expect(cut.kept).toEqual(expect.arrayContaining(cut.confirmed))
  await database.destroy()
  rmSync(folder, { recursive: true })
})

test('a change that is confirmed after a failed sync is there after a power cut', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'power-cut-'))
  const file = path.join(folder, 'shop.db')
  /** The log as it is on the disk. What a failed sync did not write is never written. */
  let stored = Buffer.alloc(0)
  let isFailing = false
  const syncLog = async () => {
    const log = readFileSync(`${file}-wal`)
    const added = log.subarray(stored.length)
    stored = Buffer.concat([stored.subarray(0, log.length), isFailing ? Buffer.alloc(added.length) : added])
    if (isFailing) throw new Error('the disk is gone')
  }
  const database = new Kysely<Numbers>({ dialect: sqliteDialect(file, syncLog) })
  await database.schema.createTable('numbers').addColumn('id', 'integer').execute()
  const add = (id: number) => database.insertInto('numbers').values({ id }).execute()
  await add(1)
  isFailing = true
  await expect(add(2)).rejects.toMatchObject({ code: 'unavailable' })
  isFailing = false
  await add(3)

  const copy = path.join(folder, 'cut.db')
  copyFileSync(file, copy)
  writeFileSync(`${copy}-wal`, stored)
  const rest = new DatabaseSync(copy)
  const kept = rest.prepare('select id from numbers').all() as { id: number }[]
  rest.close()
  expect(kept.map((row) => row.id)).toEqual(expect.arrayContaining([1, 3]))
  await database.destroy()
  rmSync(folder, { recursive: true })
})
