import { setTimeout as pause } from 'node:timers/promises'

/** A background task. */
export interface Loop {
  /** Resolves when the current run has finished. */
  stop(): Promise<void>
}

/**
 * Repeats `runOnce` until it is stopped.
 * @param runOnce returns true if there is more to do immediately. `stop` aborts its signal
 * @param options `pauseMs`: the pause after a run, unless it returned true. `failed` gets the error of a run that threw
 */
export function startLoop(
  runOnce: (signal: AbortSignal) => Promise<unknown>,
  options: { pauseMs: number; failed: (error: unknown) => void },
): Loop {
  const stopping = new AbortController()
  const { signal } = stopping
  const repeat = async () => {
    while (!signal.aborted) {
      const more = await runOnce(signal).catch(options.failed)
      if (more !== true) await pause(options.pauseMs, undefined, { signal }).catch(() => {})
    }
  }
  const ended = repeat()
  return {
    stop() {
      stopping.abort()
      return ended
    },
  }
}
