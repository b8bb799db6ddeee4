import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export interface PostgresServer {
  /** Creates an empty database for one test. @returns its URL */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

const remedy =
  'The tests need a PostgreSQL server to start: install it (Debian: apt-get install postgresql; macOS: brew install postgresql).'

/** Finds the folder with both programs: the first in PATH, otherwise Debian's newest version, which is not in PATH. */
function findPrograms(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  )
  return [...(process.env.PATH ?? '').split(path.delimiter), ...debian].find(
    (folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')),
  )
}

function install(): void {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) throw new Error(remedy)
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  const { status, stderr } = apt('install', '-y', '--no-install-recommends', 'postgresql')
  if (status !== 0) throw new Error(`${remedy}\n${stderr}`)
}

/** The user that Postgres runs as when the tests run as root, because Postgres refuses to run as root. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, user], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is no user postgres or nobody to run it as.')
}

/**
 * Starts the machine's PostgreSQL server in a temporary folder. Clients connect to a socket there, so the server takes no
 * port. If PostgreSQL is not installed, this installs it where it can.
 * @throws an error that says what to install
 */
export async function startPostgres(): Promise<PostgresServer> {
  if (!findPrograms()) install()
  const programs = findPrograms()
  if (!programs) throw new Error(remedy)

  // The path of a socket has at most 107 characters, so this folder is directly in the temporary folder.
  const folder = mkdtempSync(path.join(tmpdir(), 'pg-'))
  const user = unprivileged()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = path.join(folder, 'data')
  const run = { cwd: folder, ...user }

  const initdb = spawnSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    { ...run, encoding: 'utf8' },
  )
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.error?.message ?? ''}${initdb.stderr}`)

  let output = ''
  const server = spawn(
    path.join(programs, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'max_connections=100'],
    { ...run, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-4000)
    })
  }
  // If the test run ends without stop(), kill the server. Vitest stops a worker by SIGTERM, which causes no exit event.
  const kill = () => server.kill('SIGKILL')
  for (const event of ['exit', 'SIGTERM']) process.once(event, kill)

  const url = (database: string) => `postgres://shop@localhost/${database}?host=${encodeURIComponent(folder)}`
  const query = async (sql: string) => {
    const client = new pg.Client({ connectionString: url('postgres') })
    try {
      await client.connect()
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  for (let tries = 0; ; tries++) {
    try {
      await query('select 1')
      break
    } catch (cause) {
      if (tries === 300 || server.exitCode !== null) {
        kill()
        throw new Error(`PostgreSQL did not start:\n${output}`, { cause })
      }
      await pause(100)
    }
  }

  let databases = 0
  return {
    async createDatabase() {
      const name = `shop_${++databases}`
      await query(`create database ${name}`)
      return url(name)
    },
    async stop() {
      server.kill('SIGINT')
      await ended
      for (const event of ['exit', 'SIGTERM']) process.off(event, kill)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
