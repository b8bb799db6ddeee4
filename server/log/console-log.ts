import { format } from 'node:util'
import type { Log } from './log.ts'

/**
 * Sends what libraries print to the log: `@hono/node-server` prints the error of a stream that breaks. As lines of the
 * log such texts lose what the log never shows, and a reader of the log finds one JSON object in each line.
 */
export function logConsole(log: Log): void {
  const levels = { error: log.error, warn: log.warn, info: log.info, log: log.info, debug: log.info }
  for (const [method, write] of Object.entries(levels))
    Object.assign(console, {
      [method]: (...said: unknown[]) => {
        const error = said.find((one) => one instanceof Error)
        const words = format(...said.filter((one) => one !== error))
        write('console', { ...(words && { message: words }), ...(error && { error }) })
      },
    })
}
