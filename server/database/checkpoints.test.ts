import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog, silentLog } from '../log/log.ts'
import { startCheckpoints } from './checkpoints.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'checkpoints-'))
  file = path.join(folder, 'shop.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A busy machine may start a thread late. */
const slowStart = { timeout: 30_000 }

/** The number of pages in the log that are not overwritten yet, as SQLite counts them. */
const pagesInLog = (database: DatabaseSync) =>
  Number(database.prepare('pragma wal_checkpoint(noop)').get()?.log)

test('checkpoints copy the log into the database, and the log starts again from its beginning', async () => {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table t (bytes blob)')
  const write = (bytes: number) => database.prepare('insert into t values (zeroblob(?))').run(bytes)
  write(24 * 1024 * 1024)
  expect(pagesInLog(database)).toBeGreaterThan(6000)
  const checkpoints = startCheckpoints(file, silentLog)
  await expect
    .poll(() => {
      write(1)
      return pagesInLog(database)
    }, slowStart)
    .toBeLessThan(1000)
  await checkpoints.stop()
  expect(database.prepare('select sum(length(bytes)) as bytes from t').get()?.bytes).toBeGreaterThan(
    24 * 1024 * 1024,
  )
  database.close()
})

test('a failed checkpoint is logged, and the thread can be stopped afterwards', async () => {
  writeFileSync(file, 'This is not a database. '.repeat(100))
  const lines: string[] = []
  const checkpoints = startCheckpoints(
    file,
    createLog((line) => lines.push(line)),
  )
  await expect.poll(() => lines.join(''), slowStart).toContain('database.checkpoint_failed')
  await checkpoints.stop()
})

test('when the thread fails, another one makes the next checkpoint, and it can be stopped', async () => {
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table t (bytes blob)')
  database.prepare('insert into t values (zeroblob(?))').run(8 * 1024 * 1024)
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
    this.emit('error', new Error('out of memory'))
    void this.terminate()
  })
  const checkpoints = startCheckpoints(file, silentLog)
  await expect
    .poll(() => database.prepare('pragma wal_checkpoint(noop)').get()?.checkpointed, slowStart)
    .toBeGreaterThan(2000)
  await checkpoints.stop()
  database.close()
})

test('while another connection reads an old state, no write waits long for a checkpoint', async () => {
  const database = new DatabaseSync(file, { timeout: 700 })
  database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0; create table t (bytes blob)')
  const write = (bytes: number) => database.prepare('insert into t values (zeroblob(?))').run(bytes)
  const reader = new DatabaseSync(file)
  reader.exec('begin; select * from t')
  write(24 * 1024 * 1024)
  const checkpoints = startCheckpoints(file, silentLog)
  const end = performance.now() + 4000
  while (performance.now() < end) {
    expect(() => write(1)).not.toThrow()
    await setTimeout(1)
  }
  reader.close()
  await checkpoints.stop()
  database.close()
})
