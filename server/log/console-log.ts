import { format } from 'node:util'
import type { Log } from './log.ts'

/**
 * Sends the console output of libraries to the log. For example, `@hono/node-server` prints the error of a broken stream. In
 * the log, secrets are redacted, and each line stays one JSON object.
 */
export function logConsole(log: Log): void {
  const levels = { error: log.error, warn: log.warn, info: log.info, log: log.info, debug: log.info }
  for (const [method, write] of Object.entries(levels))
    Object.assign(console, {
      [method]: (...values: unknown[]) => {
        const error = values.find((value) => value instanceof Error)
        const message = format(...values.filter((value) => value !== error))
        write('console', { ...(message && { message }), ...(error && { error }) })
      },
    })
}
