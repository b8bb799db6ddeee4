import { readFileSync } from 'node:fs'
import type { DatabaseConfig } from '../../support/databases.ts'
import { type ServerProcess, startServer } from '../../support/server-process.ts'

export const linkSecret = 'a secret of the benchmark with forty-five letters'

/** Starts a server with this database. It trusts the X-Forwarded-For header of requests, like a server behind a proxy. */
export const startBenchServer = (
  config: DatabaseConfig,
  env: Record<string, string> = {},
): Promise<ServerProcess> =>
  startServer(config.dataDir, {
    TRUST_PROXY: '1',
    LINK_SECRET: linkSecret,
    ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }),
    ...env,
  })

export async function stopServer({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

/** The current and peak memory of a process, in MiB (https://man7.org/linux/man-pages/man5/proc_pid_status.5.html). */
export function memoryOf(pid: number | undefined): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

/** An invented network address for each client. */
export const addressOf = (client: number): string =>
  `10.${(client >> 16) & 255}.${(client >> 8) & 255}.${client & 255}`

/** The body of a request for a checkout. */
export const buyerOf = (client: number): string =>
  JSON.stringify({ name: 'Ada', email: `bench-${process.pid}-${client}@example.com` })

/** @param part 0.5 for the median, 0.99 for the 99th percentile */
export const quantile = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN
