import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate, pendingMigrations } from './migrate.ts'
import { openDatabase } from './open.ts'
import { sqliteFile } from './sqlite.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'sqlite-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a new file that another process is just making is waited for', async () => {
  // With its write lock held, a second connection is told at once that the file is busy.
  const other = new DatabaseSync(sqliteFile(dataDir))
  other.exec('begin immediate')
  const database = openDatabase({ databaseUrl: null, dataDir })
  const migrated = migrate(database)
  await setTimeout(100)
  other.exec('commit')
  other.close()
  await migrated
  expect(await pendingMigrations(database)).toEqual([])
  await database.destroy()
})
