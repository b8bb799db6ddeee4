import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Log } from '../log/log.ts'
import { type Loop, startLoop } from '../timing/loop.ts'

/** The pause between two checkpoints, in ms. A busy server writes a few megabytes in this time. */
const pauseMs = 250

/**
 * Copies SQLite's write-ahead log into the database file again and again, in a worker thread. A copy ends with a sync of both
 * files, which takes up to half a second on a busy disk. On the main thread, all visitors would wait for it.
 * @param file the database
 */
export function startCheckpoints(file: string, log: Log): Loop {
  const worker = new Worker(new URL('checkpoint-worker.ts', import.meta.url), {
    workerData: file,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  })
  const failed = (error: unknown) => log.error('database.checkpoint_failed', { error })
  worker.on('error', failed)
  const loop = startLoop(
    async () => {
      worker.postMessage('checkpoint')
      const [problem] = await once(worker, 'message')
      if (problem) throw problem
    },
    { pauseMs, failed },
  )
  return {
    async stop() {
      await loop.stop()
      await worker.terminate()
    },
  }
}
