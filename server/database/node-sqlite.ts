import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase } from 'kysely'
import { retryWhileBusy } from './busy.ts'
import { makeFile } from './sqlite-file.ts'

/** Full: a commit returns when the log is on the disk. Secure delete: old content is overwritten with zeros. */
const settings = 'pragma synchronous = full; pragma secure_delete = on; pragma foreign_keys = on'

/** @param file created, with its folder, if it is missing */
export async function openFile(file: string): Promise<DatabaseSync> {
  makeFile(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  await retryWhileBusy(() => database.exec(`pragma journal_mode = wal; ${settings}`))
  return database
}

/** Gives Kysely the interface of better-sqlite3, which it expects. */
export const forKysely = (database: DatabaseSync): SqliteDatabase => ({
  close: () => database.close(),
  prepare(sql) {
    const statement = database.prepare(sql)
    return {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...(values as SQLInputValue[])),
      run: (values) => statement.run(...(values as SQLInputValue[])),
      iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
    }
  },
})
