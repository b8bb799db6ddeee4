// A worker thread of checkpoints.ts. It makes one checkpoint for each message, and answers with an error or with null.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** How long a checkpoint waits for a transaction of the server, in ms. */
const longestWait = 1000

/** From this many pages of 4 KiB on, the log has to start again from its beginning. */
const mostPages = 4000

let database: DatabaseSync | undefined

function checkpoint(): void {
  database ??= new DatabaseSync(workerData, { timeout: longestWait })
  // Nobody waits for a passive checkpoint. It cannot copy what others write meanwhile, so under load the log would only grow.
  const done = database.prepare('pragma wal_checkpoint(passive)').get()
  // Writers wait for this one, but little is left to copy (https://www.sqlite.org/pragma.html#pragma_wal_checkpoint).
  if (Number(done?.log) > mostPages) database.exec('pragma wal_checkpoint(restart)')
}

parentPort?.on('message', () => {
  try {
    checkpoint()
    parentPort?.postMessage(null)
  } catch (error) {
    parentPort?.postMessage(error)
  }
})
