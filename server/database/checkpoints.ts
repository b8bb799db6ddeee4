import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Log } from '../log/log.ts'
import { type Loop, startLoop } from '../timing/loop.ts'

/** The pause between two checkpoints, in ms. A busy server writes a few megabytes in this time. */
const pauseMs = 250

/** On a full disk, each checkpoint fails. The log gets one line in this time, in ms. */
const logEvery = 60_000

/**
 * Copies SQLite's write-ahead log into the database file again and again, in a worker thread. A copy ends with a sync of both
 * files, which takes up to half a second on a busy disk. On the main thread, all visitors would wait for it.
 * @param file the database
 */
export function startCheckpoints(file: string, log: Log): Loop {
  let worker: Worker | null = null
  const startWorker = () => {
    const started = new Worker(new URL('checkpoint-worker.ts', import.meta.url), {
      workerData: file,
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
    })
    // A thread that fails ends, and answers no more. The next checkpoint starts another one.
    started.on('error', () => {
      worker = null
    })
    return started
  }
  let loggedAt = Number.NEGATIVE_INFINITY
  const failed = (error: unknown) => {
    if (performance.now() - loggedAt < logEvery) return
    loggedAt = performance.now()
    log.error('database.checkpoint_failed', { error })
  }
  const loop = startLoop(
    async () => {
      worker ??= startWorker()
      const answer = once(worker, 'message')
      worker.postMessage('checkpoint')
      const [problem] = await answer
      if (problem) throw problem
    },
    { pauseMs, failed },
  )
  return {
    async stop() {
      await loop.stop()
      await worker?.terminate()
    },
  }
}
