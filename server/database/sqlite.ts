import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import {
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { retryWhileBusy } from './busy.ts'
import { makeFile } from './sqlite-file.ts'

/** Full: a commit returns when the log is on the disk. Secure delete: old content is overwritten with zeros. */
const settings = 'pragma synchronous = full; pragma secure_delete = on; pragma foreign_keys = on'

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

/**
 * Kysely's driver, with one connection for all. Transactions run one after another, and other statements between them. What
 * finds the file locked tries again later. Reads continue: with a write-ahead log, they never find it locked.
 */
class WaitingDriver extends SqliteDriver {
  #database: DatabaseSync | undefined
  /** Resolves when the last waiting transaction has ended. */
  #queue = Promise.resolve()
  #open: { connection: DatabaseConnection; end: PromiseWithResolvers<void> } | null = null

  constructor(file: string) {
    const database = async () => {
      this.#database = await openFile(file)
      return forKysely(this.#database)
    }
    super({ database })
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const shared = await super.acquireConnection()
    const connection: DatabaseConnection = {
      executeQuery: (query) =>
        this.#open?.connection === connection
          ? shared.executeQuery(query)
          : retryWhileBusy(async () => {
              while (this.#open) await this.#open.end.promise
              return shared.executeQuery(query)
            }),
      streamQuery() {
        throw new Error('On SQLite, a query returns all its rows at once.')
      },
    }
    return connection
  }

  /**
   * Plain `begin` takes the write lock at the first write, and fails there if another program has written meanwhile
   * (https://www.sqlite.org/lang_transaction.html). Every transaction here writes.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await retryWhileBusy(async () => {
      const end = Promise.withResolvers<void>()
      const before = this.#queue
      this.#queue = end.promise
      await before
      // Statements that waited for the last transaction go first, and so do visitors who need no database.
      await letOthersRun()
      try {
        this.#database?.exec('begin immediate')
        this.#open = { connection, end }
      } catch (error) {
        end.resolve()
        throw error
      }
    })
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#endTransaction()
  }

  /** SQLite may have rolled back by itself, for example on a full disk (https://www.sqlite.org/lang_transaction.html, section 3). */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      if (this.#database?.isTransaction) await super.rollbackTransaction(connection)
    } finally {
      this.#endTransaction()
    }
  }

  #endTransaction(): void {
    this.#open?.end.resolve()
    this.#open = null
  }
}

class WaitingAdapter extends SqliteAdapter {
  /** The driver has its own queue. In Kysely's, a waiting transaction would block reads. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
  /** SQLite rolls schema changes back like any other, so two processes that start together migrate once. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** @param file created, with its folder, if it is missing */
export const sqliteDialect = (file: string): Dialect => ({
  createDriver: () => new WaitingDriver(file),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new WaitingAdapter(),
  createIntrospector: (database) => new SqliteIntrospector(database),
})
