import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
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

/** How long a statement waits for another process's transaction, in ms; ours hold the lock for a few. */
const busyTimeout = 5000

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/** Where the database lies in a data directory. */
export const sqliteFile = (dataDir: string): string => path.join(dataDir, 'shop.db')

/**
 * Plain `begin` takes the write lock at the first write, and fails there at once, whatever the timeout, when
 * another writer came between (https://www.sqlite.org/lang_transaction.html). Every transaction here writes.
 */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

/** SQLite rolls schema changes back like any other, so two processes that start together migrate once. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY

/**
 * A new file is made to keep a write-ahead log. While another process does the same, SQLite says at once that the
 * file is busy, whatever the timeout (https://www.sqlite.org/c3ref/busy_handler.html: it does not wait where two
 * could wait for each other).
 */
async function keepWriteAheadLog(database: DatabaseSync): Promise<void> {
  const until = performance.now() + busyTimeout
  for (;;) {
    try {
      return database.exec('pragma journal_mode = wal')
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await setTimeout(5 + Math.random() * 20)
    }
  }
}

async function open(file: string): Promise<SqliteDatabase> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(file, { timeout: busyTimeout })
  await keepWriteAheadLog(database)
  database.exec('pragma synchronous = full; pragma foreign_keys = on')
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql)
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      }
    },
  }
}

/** @param file made, with its folder, when it is missing */
export function sqliteDialect(file: string): Dialect {
  return {
    createDriver: () => new ImmediateDriver({ database: () => open(file) }),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new TransactionalAdapter(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  }
}
