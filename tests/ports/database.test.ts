import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { checkWrites } from '../../server/database/check-writes.ts'
import { asShopError } from '../../server/database/failure.ts'
import { migrate, pendingMigrations } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { Schema } from '../../server/database/schema.ts'
import { transaction } from '../../server/database/transaction.ts'
import { silentLog } from '../../server/log/log.ts'
import { buildDependencies } from '../../server/start/build-dependencies.ts'
import { alwaysOnBothDatabases, type DatabaseConfig } from '../support/databases.ts'
import { startPostgres, unprivileged } from '../support/postgres.ts'
import { isInstalled } from '../support/proxies.ts'
import { freePort, temporaryDirectory } from '../support/server-process.ts'
import { testConfig } from '../support/shop.ts'

const script = (body: string, config: DatabaseConfig) => {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module-typescript',
      '--eval',
      `import { migrate } from './server/database/migrate.ts'
       import { openDatabase } from './server/database/open.ts'
       import { transaction } from './server/database/transaction.ts'
       const database = openDatabase(${JSON.stringify(config)})
       ${body}
       await database.destroy()`,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  return once(child, 'close').then(([code]) => code as number)
}

const event = { at: 1 }

const download = (at: number) => ({ id: `download-${at}`, order_id: 'order', kind: 'page', at }) as const

alwaysOnBothDatabases('the database', (newDatabase) => {
  const opened: Kysely<Schema>[] = []
  const open = (config: DatabaseConfig) => {
    const database = openDatabase(config)
    opened.push(database)
    return database
  }
  const openMigrated = async () => {
    const database = open(await newDatabase())
    await migrate(database)
    return database
  }
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.destroy()
  })

  test('has pending migrations until it is migrated, and a second migration changes nothing', async () => {
    const database = open(await newDatabase())
    expect(await pendingMigrations(database)).not.toEqual([])
    await migrate(database)
    expect(await pendingMigrations(database)).toEqual([])
    await migrate(database)
  })

  test('a server waits while another machine migrates the database, even longer than the statement limit @long', async () => {
    const config = await newDatabase()
    // SQLite runs on one machine and has no such limit.
    if (!config.databaseUrl) return
    const other = new pg.Client(config.databaseUrl)
    await other.connect()
    // Kysely takes an advisory lock with this key around migrations.
    const key = '3853314791062309107'
    await other.query(`select pg_advisory_lock(${key})`)
    const start = buildDependencies(testConfig({ ...config, linkSecret: 'x'.repeat(32) }), silentLog)
    start.catch(() => {})
    const waiting = async () =>
      (await other.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    await pause(11_000)
    await other.query(`select pg_advisory_unlock(${key})`)
    await other.end()
    const built = await start
    expect(await pendingMigrations(built.dependencies.database)).toEqual([])
    await built.close()
  })

  test('a write that fails because the database is read-only is "unavailable", and other failures are not', async () => {
    const config = await newDatabase()
    const database = open(config)
    await migrate(database)
    await checkWrites(database, 1)
    const failure = (tested: Kysely<Schema>) => checkWrites(tested, 1).catch((error: unknown) => error)
    await (config.databaseUrl
      ? sql`do $$ begin
          execute format('alter database %I set default_transaction_read_only = on', current_database());
        end $$`
      : sql`pragma query_only = on`
    ).execute(database)
    expect(asShopError(await failure(config.databaseUrl ? open(config) : database))).toMatchObject({
      code: 'unavailable',
    })
    const empty = open(await newDatabase())
    expect(asShopError(await failure(empty))).toBeNull()
  })

  test('answers after a newer version has added a column to a table', async () => {
    const database = await openMigrated()
    const events = (from: Kysely<Schema>) =>
      from.selectFrom('progress').selectAll().where('id', '=', 'e').execute()
    const eventsInTransaction = () => transaction(database, events)
    // Both use the connection that the last statement has used.
    await eventsInTransaction()
    for (const [column, read] of Object.entries({ one: () => events(database), two: eventsInTransaction })) {
      await sql`alter table events add column ${sql.ref(column)} text`.execute(database)
      expect(await read()).toEqual([])
    }
  })

  test.each([
    ['a newer version', "insert into kysely_migration (name, timestamp) values ('999-later', '2030-01-01')"],
    ['a version before the first release', "update kysely_migration set name = '001-schema'"],
  ])('is not touched after %s has used it', async (_, use) => {
    const database = await openMigrated()
    await sql.raw(use).execute(database)
    const refusal = {
      code: 'unavailable',
      message: 'Another version of the shop has used the database.',
      remedy: expect.stringMatching(/^Run the newest version .* move shop\.db out of DATA_DIR/),
    }
    await expect(migrate(database, 'Check it.')).rejects.toMatchObject(refusal)
    await expect(pendingMigrations(database)).rejects.toMatchObject(refusal)
  })

  test('is migrated once when several processes start together', async () => {
    const config = await newDatabase()
    const codes = await Promise.all(
      Array.from({ length: 4 }, () => script('await migrate(database)', config)),
    )
    expect(codes).toEqual([0, 0, 0, 0])
    expect(await pendingMigrations(open(config))).toEqual([])
  })

  test('returns times as the same numbers', async () => {
    const database = await openMigrated()
    const at = Date.UTC(2100, 0, 1)
    await database.insertInto('progress').values({ id: 'event', at }).execute()
    const row = await database
      .selectFrom('progress')
      .select((select) => ['at', select.fn.countAll<number>().over().as('count')])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ at, count: 1 })
  })

  test('refuses a row of an order that does not exist', async () => {
    const database = await openMigrated()
    const row = { ...download(1), ip: '', user_agent: '', bytes: 0 }
    await expect(database.insertInto('downloads').values(row).execute()).rejects.toThrow(/foreign key/i)
  })

  test("a transaction reads committed rows, whatever the database's default", async () => {
    const config = await newDatabase()
    if (!config.databaseUrl) return
    const database = open(config)
    await sql`do $$ begin
      execute format('alter database %I set default_transaction_isolation = ''repeatable read''', current_database());
    end $$`.execute(database)
    const level = sql<{ transaction_isolation: string }>`show transaction_isolation`
    const { rows } = await transaction(open(config), (trx) => level.execute(trx))
    expect(rows).toEqual([{ transaction_isolation: 'read committed' }])
  })

  test('a transaction that throws is rolled back', async () => {
    const database = await openMigrated()
    await expect(
      transaction(database, async (trx) => {
        await trx
          .insertInto('progress')
          .values({ id: 'lost', ...event })
          .execute()
        throw new Error('on purpose')
      }),
    ).rejects.toThrow('on purpose')
    expect(await database.selectFrom('progress').select('id').execute()).toEqual([])
  })

  test.each([
    ['a deadlock of Postgres', { code: '40P01' }],
    ['a serialization failure of Postgres', { code: '40001' }],
  ])('a transaction is retried on %s', async (_, marks) => {
    const database = await openMigrated()
    let runs = 0
    await transaction(database, async (trx) => {
      await trx
        .insertInto('progress')
        .values({ id: `run-${++runs}`, ...event })
        .execute()
      if (runs === 1) throw Object.assign(new Error('try again'), marks)
    })
    expect(await database.selectFrom('progress').select('id').execute()).toEqual([{ id: 'run-2' }])
  })

  test('transactions of several processes run one after another, and no two read the same count', async () => {
    const config = await newDatabase()
    const database = open(config)
    await migrate(database)
    const countUp = `await Promise.all(Array.from({ length: 40 }, () => transaction(database, async (trx) => {
      const { count } = await trx.selectFrom('progress')
        .select((select) => select.fn.countAll().as('count')).executeTakeFirstOrThrow()
      await trx.insertInto('progress').values({ id: 'event-' + count, at: Number(count) }).execute()
    })))`
    expect(await Promise.all([script(countUp, config), script(countUp, config)])).toEqual([0, 0])
    const times = await database.selectFrom('progress').select('at').orderBy('at').execute()
    expect(times.map((row) => row.at)).toEqual(Array.from({ length: 80 }, (_, index) => index))
  })
})

test("only the owner can read SQLite's files, even in a folder that others can read", async () => {
  const { path: folder, remove } = temporaryDirectory()
  chmodSync(folder, 0o755)
  const database = openDatabase({ dataDir: folder, databaseUrl: null })
  try {
    await migrate(database)
    const modes = readdirSync(folder).map((name) => [
      name,
      (statSync(path.join(folder, name)).mode & 0o777).toString(8),
    ])
    expect(Object.fromEntries(modes)).toEqual({
      'shop.db': '600',
      'shop.db-shm': '600',
      'shop.db-wal': '600',
    })
  } finally {
    await database.destroy()
    remove()
  }
})

test('when a Postgres connection breaks, only the query on it fails', async () => {
  const postgres = await startPostgres()
  const url = await postgres.createDatabase()
  const database = openDatabase({ dataDir: '', databaseUrl: url })
  try {
    // The transaction holds the connection after the query has failed, until the pool sees that the connection ended.
    const query = transaction(database, async (trx) => {
      await sql`select pg_sleep(10)`.execute(trx).finally(() => pause(200))
    }).catch((error: Error) => error)
    const end = sql<{ ended: boolean }>`select pg_terminate_backend(pid) as ended from pg_stat_activity
      where query like '%pg_sleep(10)%' and pid <> pg_backend_pid()`
    await vi.waitFor(async () => expect((await end.execute(database)).rows).toEqual([{ ended: true }]))
    expect(await query).toBeInstanceOf(Error)
    // The pool may hand out the broken connection once more before it notices.
    await vi.waitFor(async () => {
      expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
    })
  } finally {
    await database.destroy()
    await postgres.stop()
  }
})

/**
 * Starts PgBouncer in transaction mode: it refuses parameters of a session, and gives one session to many clients.
 * @param url a database of `startPostgres`
 */
async function startPgBouncer(folder: string, url: string) {
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
  await vi.waitFor(async () => {
    const client = new pg.Client(through)
    await client.connect().finally(() => client.end())
  }, 10_000)
  return { program, url: through }
}

test.skipIf(!isInstalled('pgbouncer'))(
  'a shop starts through PgBouncer, and a transaction leaves no limits in the session',
  async () => {
    const [data, ofBouncer] = [temporaryDirectory(), temporaryDirectory()]
    const postgres = await startPostgres()
    const bouncer = await startPgBouncer(ofBouncer.path, await postgres.createDatabase())
    const linkSecret = 'x'.repeat(32)
    const config = testConfig({ dataDir: data.path, databaseUrl: bouncer.url, linkSecret })
    const built = await buildDependencies(config, silentLog)
    const { database } = built.dependencies
    try {
      const limitIn = async (trx: Kysely<Schema>) => (await sql`show statement_timeout`.execute(trx)).rows
      for (let round = 0; round < 3; round++) {
        expect(await limitIn(database)).toEqual([{ statement_timeout: '0' }])
        expect(await transaction(database, limitIn)).toEqual([{ statement_timeout: '10s' }])
      }
    } finally {
      await built.close()
      bouncer.program.kill('SIGINT')
      await postgres.stop()
      for (const folder of [data, ofBouncer]) folder.remove()
    }
  },
  60_000,
)
