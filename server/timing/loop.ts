import { setTimeout as pause } from 'node:timers/promises'

/** Something that runs beside the requests. */
export interface Loop {
  /** Resolves when it has put down what it had in hand. */
  stop(): Promise<void>
}

/**
 * Takes turn after turn until it is stopped.
 * @param turn gives true when there is more to do at once; its signal is aborted by `stop`
 * @param options `pauseMs` is waited after any other turn; `failed` hears of one that threw
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
