import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setImmediate as letOthersRun, setTimeout as pause } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { ShopError } from '../errors.ts'
import { makeFolder, syncFolder } from '../files/durable-file.ts'

/** How long another process may keep us from writing, in ms; transactions of ours take a few. */
const longestWait = 5000

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/** Where the database lies in a data directory. */
export const sqliteFile = (dataDir: string): string => path.join(dataDir, 'shop.db')

/** The lowest byte of a code is its kind (https://www.sqlite.org/rescode.html#primary_result_codes_versus_extended_result_codes). */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && ((error as Error & { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY

/**
 * Whether another connection, a server's or a command's, has the database open: with a write-ahead log exclusive
 * locking takes that nobody has (https://www.sqlite.org/pragma.html#pragma_locking_mode).
 */
export function isInUse(file: string): boolean {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive; commit')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    database.close()
  }
}

/** Statements that are kept. The server has some 100. */
const mostPrepared = 500

interface Prepared {
  statement: StatementSync
  givesRows: boolean
}

/** Makes the file for its owner alone, whatever the folder lets others see; SQLite gives its two companions the same. */
function makeFile(file: string): void {
  makeFolder(path.dirname(file))
  try {
    closeSync(openSync(file, 'wx', 0o600))
    syncFolder(path.dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Runs everything on one handle: transactions one after another, other statements between them.
 *
 * The handle has no busy timeout, since that would stop the whole process while another one writes. What finds the
 * file busy is tried again later instead, and whoever only reads goes on: with a write-ahead log, readers wait for
 * nobody.
 */
class WaitingDriver implements Driver {
  readonly #file: string
  #database: DatabaseSync | undefined
  /** By their text. SQLite prepares a statement anew by itself when the schema changes. */
  readonly #prepared = new Map<string, Prepared>()
  /** Resolves when the last of the transactions that wait has ended. */
  #queue = Promise.resolve()
  #open: { connection: DatabaseConnection; end: PromiseWithResolvers<void> } | null = null
  /** When a transaction last ended, by `performance.now()`. */
  #lastTurn = 0

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    makeFile(this.#file)
    const database = new DatabaseSync(this.#file)
    await this.#patiently(performance.now(), () => database.exec('pragma journal_mode = wal'))
    database.exec('pragma synchronous = full; pragma foreign_keys = on')
    this.#database = database
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection: DatabaseConnection = {
      executeQuery: async (query) => {
        if (this.#open?.connection === connection) return this.#run(query)
        return this.#patiently(performance.now(), () => this.#run(query))
      },
      streamQuery() {
        throw new Error('On SQLite a query gives all its rows at once.')
      },
    }
    return connection
  }

  async releaseConnection(): Promise<void> {}

  /**
   * Plain `begin` takes the write lock at the first write, and fails there when another writer came between
   * (https://www.sqlite.org/lang_transaction.html). Every transaction here writes.
   */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const since = performance.now()
    const end = Promise.withResolvers<void>()
    const before = this.#queue
    this.#queue = end.promise
    await before
    // Statements that waited for the last transaction go first, or a long queue would keep them out until it ends.
    await letOthersRun()
    try {
      await this.#patiently(since, () => {
        this.#handle.exec('begin immediate')
        this.#open = { connection, end }
      })
    } catch (error) {
      end.resolve()
      throw error
    }
  }

  async commitTransaction(): Promise<void> {
    this.#handle.exec('commit')
    this.#endTransaction()
  }

  /** A full disk may have rolled it back already (https://www.sqlite.org/lang_transaction.html, section 3). */
  async rollbackTransaction(): Promise<void> {
    try {
      if (this.#handle.isTransaction) this.#handle.exec('rollback')
    } finally {
      this.#endTransaction()
    }
  }

  async destroy(): Promise<void> {
    this.#database?.close()
  }

  get #handle(): DatabaseSync {
    if (!this.#database) throw new Error('The database is not open.')
    return this.#database
  }

  #endTransaction(): void {
    this.#lastTurn = performance.now()
    this.#open?.end.resolve()
    this.#open = null
  }

  /**
   * Does `work` while no transaction is open, again and again until the file is not busy.
   * @param since when the waiting began, by `performance.now()`; those who queue behind others of this process may
   * wait for longer than `longestWait`, as long as these have their turns
   * @throws ShopError `unavailable`
   */
  async #patiently<T>(since: number, work: () => T): Promise<T> {
    for (;;) {
      while (this.#open) await this.#open.end.promise
      try {
        return work()
      } catch (cause) {
        if (!isBusy(cause)) throw cause
        if (performance.now() > Math.max(since, this.#lastTurn) + longestWait) {
          const message = 'The shop is busy; nothing was changed. Please try again in a minute.'
          throw new ShopError('unavailable', message, { cause })
        }
      }
      await pause(1 + Math.random() * 9)
    }
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, givesRows } = this.#prepare(sql)
    const values = parameters as SQLInputValue[]
    if (givesRows) return { rows: statement.all(...values) as Row[] }
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
  }

  /** Preparing takes longer than running, and the shop asks the same few questions again and again. */
  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known) return known
    const statement = this.#handle.prepare(sql)
    const prepared = { statement, givesRows: statement.columns().length > 0 }
    // The text of a list of ids depends on its length.
    if (this.#prepared.size >= mostPrepared) this.#prepared.clear()
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

class WaitingAdapter extends SqliteAdapter {
  /** The driver has a queue of its own: Kysely's would let a transaction that waits hold up those who read. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
  /** SQLite rolls schema changes back like any other, so two processes that start together migrate once. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** @param file made, with its folder, when it is missing */
export function sqliteDialect(file: string): Dialect {
  return {
    createDriver: () => new WaitingDriver(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new WaitingAdapter(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  }
}
