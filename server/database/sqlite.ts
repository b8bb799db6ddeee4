import { closeSync, openSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setImmediate as letOthersRun, setTimeout as pause } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { ShopError } from '../errors.ts'
import { makeFolder, syncFolder } from '../files/durable-file.ts'
import { createSharedSync } from '../files/shared-sync.ts'

/** How long a write waits for another process, in ms. Our own transactions take a few ms. */
const longestWait = 5000

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5

/** The path of the database in a data directory. */
export const sqliteFile = (dataDir: string): string => path.join(dataDir, 'shop.db')

/** The lowest byte of an error code is the primary code (https://www.sqlite.org/rescode.html#primary_result_codes_versus_extended_result_codes). */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && ((error as Error & { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY

/**
 * Whether another connection, of a server or a command, has the database open. With a write-ahead log, exclusive locking
 * succeeds only if there is no other connection (https://www.sqlite.org/pragma.html#pragma_locking_mode).
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

/**
 * The number of pages of 4 KiB in the write-ahead log at which a commit makes a checkpoint itself, on the main thread. In the
 * server, the worker thread of `checkpoints.ts` does it long before.
 */
const mostPagesInLog = 10_000

/** Prepared statements that are kept. The server uses about 100. */
const mostPrepared = 500

/** Writes the log to the disk. */
type SyncLog = (log: FileHandle) => Promise<void>

interface Prepared {
  statement: StatementSync
  returnsRows: boolean
}

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

/**
 * Runs everything on one handle: transactions one after another, other statements between them.
 *
 * A commit writes to the write-ahead log without waiting for the disk. Before the caller gets its result, the log is synced. The
 * sync runs outside of the main thread, and all waiting commits share it. Meanwhile, others can already read the change. If they
 * write, their own sync includes it, because the log is one sequence (docs/decisions/031-commits-share-a-sync.md).
 *
 * The handle has no busy timeout, because that would stop the whole process while another one writes. A statement that finds
 * the file busy is tried again later instead. Reads continue: with a write-ahead log, they never wait.
 */
class WaitingDriver implements Driver {
  readonly #file: string
  #database: DatabaseSync | undefined
  /** The write-ahead log. Null if the file system allows none. */
  #log: FileHandle | null = null
  /** Whether the log may have a gap on the disk: Linux does not write again what a failed sync has lost (`man 2 fsync`). */
  #mayHaveGap = false
  /** Resolves when everything that is committed survives a power cut. */
  readonly #synced: () => Promise<void>
  /** By SQL text. SQLite prepares a statement again by itself when the schema changes. */
  readonly #prepared = new Map<string, Prepared>()
  /** Resolves when the last waiting transaction has ended. */
  #queue = Promise.resolve()
  #open: { connection: DatabaseConnection; end: PromiseWithResolvers<void> } | null = null
  /** When a transaction last ended, by `performance.now()`. */
  #lastEnd = 0

  constructor(file: string, syncLog: SyncLog) {
    this.#file = file
    this.#synced = createSharedSync(async () => {
      if (!this.#log) return
      if (this.#mayHaveGap) await this.#emptyLog()
      this.#mayHaveGap = true
      await syncLog(this.#log)
      this.#mayHaveGap = false
    })
  }

  async init(): Promise<void> {
    makeFile(this.#file)
    const database = new DatabaseSync(this.#file)
    const mode = await this.#retryWhileBusy(performance.now(), () =>
      database.prepare('pragma journal_mode = wal').get(),
    )
    database.exec(`pragma foreign_keys = on; pragma wal_autocheckpoint = ${mostPagesInLog}`)
    if (mode?.journal_mode === 'wal') {
      // "Normal" syncs the log before a checkpoint, and not after a commit (https://www.sqlite.org/pragma.html#pragma_synchronous).
      // The first read creates the log, under a fixed name (https://www.sqlite.org/walformat.html). SQLite holds no locks on it.
      database.exec('pragma synchronous = normal; select 1 from sqlite_schema')
      this.#log = await open(`${this.#file}-wal`, 'r+')
      // Otherwise a power cut could remove the new log itself.
      syncFolder(path.dirname(this.#file))
    } else database.exec('pragma synchronous = full')
    this.#database = database
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection: DatabaseConnection = {
      executeQuery: async <Row>(query: CompiledQuery) => {
        if (this.#open?.connection === connection) return this.#run<Row>(query)
        const result = await this.#retryWhileBusy(performance.now(), () => this.#run<Row>(query))
        if (!SelectQueryNode.is(query.query)) await this.#reachDisk()
        return result
      },
      streamQuery() {
        throw new Error('On SQLite, a query returns all its rows at once.')
      },
    }
    return connection
  }

  async releaseConnection(): Promise<void> {}

  /**
   * Plain `begin` takes the write lock at the first write, and fails there if another process has written meanwhile
   * (https://www.sqlite.org/lang_transaction.html). Every transaction here writes.
   */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const since = performance.now()
    const end = Promise.withResolvers<void>()
    const before = this.#queue
    this.#queue = end.promise
    await before
    // Statements that waited for the last transaction go first. Otherwise a long queue of transactions would block them.
    await letOthersRun()
    try {
      await this.#retryWhileBusy(since, () => {
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
    await this.#reachDisk()
  }

  /**
   * SQLite may have rolled back by itself, for example on a full disk (https://www.sqlite.org/lang_transaction.html, section 3).
   * Kysely also rolls back after a failed sync of a commit. Then the transaction has ended, and another one may be open.
   */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#open?.connection !== connection) return
    try {
      if (this.#handle.isTransaction) this.#handle.exec('rollback')
    } finally {
      this.#endTransaction()
    }
  }

  async destroy(): Promise<void> {
    await this.#synced().catch(() => {})
    await this.#log?.close()
    this.#database?.close()
  }

  /** @throws ShopError `unavailable`. The change may still survive, as after a lost connection to Postgres */
  async #reachDisk(): Promise<void> {
    await this.#synced().catch((cause) => {
      const message = 'The disk does not confirm the change. Please try again in a minute.'
      throw new ShopError('unavailable', message, { cause })
    })
  }

  /**
   * Copies the log into the database file and removes its content. After a power cut, SQLite would ignore all that follows a gap.
   * @throws Error if another connection reads the log, or if the disk fails again
   */
  async #emptyLog(): Promise<void> {
    while (this.#open) await this.#open.end.promise
    const result = this.#handle.prepare('pragma wal_checkpoint(truncate)').get()
    if (result?.busy) throw new Error('The log may have a gap, and another connection is using it.')
  }

  get #handle(): DatabaseSync {
    if (!this.#database) throw new Error('The database is not open.')
    return this.#database
  }

  #endTransaction(): void {
    this.#lastEnd = performance.now()
    this.#open?.end.resolve()
    this.#open = null
  }

  /**
   * Runs `work` while no transaction is open. Repeats it until the file is not busy.
   * @param since when the wait began, by `performance.now()`. A statement that queues behind others of this process may
   * wait longer than `longestWait`, as long as the others make progress
   * @throws ShopError `unavailable`
   */
  async #retryWhileBusy<T>(since: number, work: () => T): Promise<T> {
    for (;;) {
      while (this.#open) await this.#open.end.promise
      try {
        return work()
      } catch (cause) {
        if (!isBusy(cause)) throw cause
        if (performance.now() > Math.max(since, this.#lastEnd) + longestWait) {
          const message = 'The shop is busy; nothing was changed. Please try again in a minute.'
          throw new ShopError('unavailable', message, { cause })
        }
      }
      await pause(1 + Math.random() * 9)
    }
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { statement, returnsRows } = this.#prepare(sql)
    const values = parameters as SQLInputValue[]
    if (returnsRows) return { rows: statement.all(...values) as Row[] }
    return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
  }

  /** Preparing takes longer than running, and the shop runs the same few statements again and again. */
  #prepare(sql: string): Prepared {
    const cached = this.#prepared.get(sql)
    if (cached) return cached
    const statement = this.#handle.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    // Clear when full: the SQL of a list of ids differs with the length of the list.
    if (this.#prepared.size >= mostPrepared) this.#prepared.clear()
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

class WaitingAdapter extends SqliteAdapter {
  /** The driver has its own queue. In Kysely's queue, a waiting transaction would block reads. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
  /** SQLite rolls schema changes back like any other, so two processes that start together migrate once. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/**
 * @param file created, with its folder, if it is missing
 * @param syncLog for tests of a slow or failing disk
 */
export function sqliteDialect(file: string, syncLog: SyncLog = (log) => log.datasync()): Dialect {
  return {
    createDriver: () => new WaitingDriver(file, syncLog),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new WaitingAdapter(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  }
}
