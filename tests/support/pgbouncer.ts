import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { unprivileged } from './postgres.ts'
import { freePort } from './server-process.ts'

/**
 * Starts PgBouncer in transaction mode: it refuses parameters of a session, and gives one session to many clients.
 * @param url a database of `startPostgres`
 */
export async function startPgBouncer(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'pgbouncer-'))
  const user = unprivileged()
  if (user) chownSync(folder, user.uid, user.gid)
  const port = await freePort()
  const { pathname, searchParams } = new URL(url)
  const file = path.join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${searchParams.get('host')} user=shop
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
`,
  )
  const program = spawn('pgbouncer', [file], { ...user, stdio: 'ignore' })
  const through = `postgres://shop@127.0.0.1:${port}${pathname}`
  for (let tries = 0; tries < 100; tries++) {
    const client = new pg.Client({ connectionString: through })
    const isUp = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end()
    if (isUp) break
    await pause(100)
  }
  return {
    url: through,
    async stop() {
      program.kill('SIGINT')
      if (program.exitCode === null) await once(program, 'close')
      rmSync(folder, { recursive: true })
    },
  }
}
