import { setTimeout as pause } from 'node:timers/promises'

/** A background task. */
export interface Loop {
  /** Resolves when the current turn has finished. */
  stop(): Promise<void>
}

/**
 * Repeats `turn` until it is stopped.
 * @param turn returns true if there is more to do immediately. `stop` aborts its signal
 * @param options `pauseMs`: the pause after a turn, unless it returned true. `failed` gets the error of a turn that threw
 */
export function startLoop(
  turn: (signal: AbortSignal) => Promise<unknown>,
  options: { pauseMs: number; failed: (error: unknown) => void },
): Loop {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    while (!signal.aborted) {
      const more = await turn(signal).catch(options.failed)
      if (more !== true) await pause(options.pauseMs, undefined, { signal }).catch(() => {})
    }
  }
  const ended = run()
  return {
    stop() {
      stopping.abort()
      return ended
    },
  }
}
