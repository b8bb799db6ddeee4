import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { makeFolder, syncFolder } from '../files/durable-file.ts'
import { retryWhileBusy } from './busy.ts'

/** The path of the database in a data directory. */
export const sqliteFile = (dataDir: string): string => path.join(dataDir, 'shop.db')

/** Creates the file so that only its owner can read it. SQLite gives its two companion files the same permissions. */
function makeFile(file: string): void {
  makeFolder(path.dirname(file))
  try {
    closeSync(openSync(file, 'wx', 0o600))
    syncFolder(path.dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Full: a commit returns when the log is on the disk. Secure delete: old content is overwritten with zeros. */
const settings = 'pragma synchronous = full; pragma secure_delete = on; pragma foreign_keys = on'

/** Opens the file without SQLite's own timeout, which would stop the whole process while another program writes. */
async function openFile(file: string): Promise<DatabaseSync> {
  makeFile(file)
  const database = new DatabaseSync(file, { timeout: 0 })
  await retryWhileBusy(() => database.exec(`pragma journal_mode = wal; ${settings}`))
  return database
}

/** Gives Kysely the interface of better-sqlite3, which it expects. */
const forKysely = (database: DatabaseSync): SqliteDatabase => ({
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

/** Kysely's driver has one connection, for one transaction or statement after another. */
class ShopDriver extends SqliteDriver {
  #database: DatabaseSync | undefined

  constructor(file: string) {
    const database = async () => {
      this.#database = await openFile(file)
      return forKysely(this.#database)
    }
    super({ database })
  }

  /**
   * Plain `begin` takes the write lock at the first write, and fails there if another program has written meanwhile
   * (https://www.sqlite.org/lang_transaction.html). Every transaction here writes.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** Nothing of SQLite waits, so without this turn a long queue of transactions would keep out visitors who need no database. */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    await letOthersRun()
  }

  /** SQLite may have rolled back by itself, for example on a full disk (https://www.sqlite.org/lang_transaction.html, section 3). */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database?.isTransaction) await super.rollbackTransaction(connection)
  }
}

class ShopAdapter extends SqliteAdapter {
  /** SQLite rolls schema changes back like any other, so two processes that start together migrate once. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** @param file created, with its folder, if it is missing */
export const sqliteDialect = (file: string): Dialect => ({
  createDriver: () => new ShopDriver(file),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new ShopAdapter(),
  createIntrospector: (database) => new SqliteIntrospector(database),
})
