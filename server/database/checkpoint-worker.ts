// A worker thread of checkpoints.ts. It makes one checkpoint for each message, and answers with an error or with null.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * How long a checkpoint waits for transactions, in ms. Writers wait meanwhile, and during a backup each attempt waits in vain. The
 * server's own transactions take a few ms.
 */
const longestWait = 100

/**
 * The log is copied when it has this many pages of 4 KiB. After a complete copy, SQLite syncs the new beginning of the log at
 * the next write of the server, on its main thread. So do not copy after each write.
 */
const enoughPages = 1000

/** With more pages than this, the log has to start again from its beginning. */
const mostPages = 4000

let database: DatabaseSync | undefined

/** @returns the number of pages in the log */
function run(connection: DatabaseSync, mode: 'noop' | 'passive' | 'restart'): number {
  return Number(connection.prepare(`pragma wal_checkpoint(${mode})`).get()?.log)
}

/** https://www.sqlite.org/pragma.html#pragma_wal_checkpoint */
function checkpoint(): void {
  database ??= new DatabaseSync(workerData, { timeout: longestWait })
  if (run(database, 'noop') < enoughPages) return
  // Nobody waits for a passive checkpoint. It cannot copy what others write meanwhile, so under load the log would only grow.
  // Writers wait for a restart checkpoint, but it has little left to copy.
  if (run(database, 'passive') > mostPages) run(database, 'restart')
}

parentPort?.on('message', () => {
  try {
    checkpoint()
    parentPort?.postMessage(null)
  } catch (error) {
    parentPort?.postMessage(error)
  }
})
