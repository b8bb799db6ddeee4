import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Kysely } from 'kysely'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { site } from '#content/site.ts'
import type { Surroundings } from '../../operator/watch/check.ts'
import { watchShop } from '../../operator/watch/watch.ts'
import { recordBackup } from '../../server/database/last-backup.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { Schema } from '../../server/database/schema.ts'
import { makeCertificate } from '../support/certificate.ts'
import { runCommand } from '../support/command-line.ts'
import { onBothDatabases } from '../support/databases.ts'
import { configOf, lookupThisMachine as lookup, readyEnv } from '../support/doctor.ts'
import { queue, storeOrder } from '../support/orders.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { type SmtpFault, type SmtpStandIn, startSmtp } from '../support/smtp.ts'

const folder = temporaryDirectory()
const good = makeCertificate(folder.path, 'shop.kit.works', 60)
const expiring = makeCertificate(folder.path, 'expiring.works', 60)
afterAll(() => folder.remove())

const hour = 3_600_000
const GiB = 2 ** 30

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** What the public address answers. */
let status = 200
/** What it answers next; null: the same as always. */
let nextStatus: number | null = null
/** How often the monitor outside was called. */
let calls = 0
let fault: SmtpFault | null = null
let smtp: SmtpStandIn
const servers: Server[] = []

const subjects = async () =>
  (await Promise.all(smtp.deliveries.map(({ raw }) => PostalMime.parse(raw)))).map(({ subject }) => subject)

async function start(server: Server): Promise<number> {
  servers.push(server)
  return listen(server)
}

beforeEach(async () => {
  status = 200
  calls = 0
  fault = null
  smtp = await startSmtp({ fault: () => fault })
})
afterEach(async () => {
  await smtp.stop()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
})

onBothDatabases('shop watch', (newDatabase) => {
  /** A public shop with real money, whose servers all run. */
  async function openShop(env: Record<string, string> = {}) {
    const web = createServer(good, (request, response) => {
      response.writeHead(request.url === '/readyz' ? (nextStatus ?? status) : 404).end()
      nextStatus = null
    })
    const monitor = createHttpServer((_, response) => {
      calls++
      response.end('OK')
    })
    const [port, monitorPort] = [await start(web), await start(monitor)]
    const place = await newDatabase()
    const database = openDatabase(place)
    await migrate(database)
    await recordBackup(database, Date.now())
    const config = configOf({
      ...readyEnv,
      PUBLIC_URL: `https://shop.kit.works:${port}`,
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl, LINK_SECRET: 'abcdefgh'.repeat(8) }),
      SMTP_URL: smtp.url,
      WATCH_URL: `http://127.0.0.1:${monitorPort}/ping`,
      ...env,
    })
    const surroundings: Surroundings & { route: { ca: string } } = {
      route: { lookup, ca: good.cert },
      retryMs: 0,
      room: async () => 2 * GiB,
    }
    return {
      config,
      database,
      web,
      surroundings,
      context: { database, now: Date.now, config },
      watch: () => watchShop(config, surroundings),
    }
  }
  type Shop = Awaited<ReturnType<typeof openShop>>

  async function storeUnmatched(database: Kysely<Schema>, at: number) {
    const event = { id: 'evt_1', provider: 'stripe', type: 'x', outcome: 'unmatched', payload: '{}' } as const
    await database
      .insertInto('events')
      .values({ ...event, created_at: at })
      .execute()
  }

  const planted: [check: string, plant: (shop: Shop) => unknown, repair: (shop: Shop) => unknown][] = [
    [
      'readiness',
      () => {
        status = 503
      },
      () => {
        status = 200
      },
    ],
    ['certificate', ({ web }) => web.setSecureContext(expiring), ({ web }) => web.setSecureContext(good)],
    [
      'database',
      ({ database }) => database.schema.alterTable('outbox').renameTo('away').execute(),
      ({ database }) => database.schema.alterTable('away').renameTo('outbox').execute(),
    ],
    [
      'failed mail',
      async ({ database, context }) => {
        await queue(context, await storeOrder(database))
        await database.updateTable('outbox').set({ status: 'failed', attempts: 1 }).execute()
      },
      ({ database }) => database.updateTable('outbox').set({ status: 'sent' }).execute(),
    ],
    [
      'late mail',
      async ({ database, context }) => {
        const now = () => Date.now() - 16 * 60_000
        await queue({ ...context, now }, await storeOrder(database))
      },
      ({ database }) => database.updateTable('outbox').set({ status: 'sent' }).execute(),
    ],
    [
      'backup',
      ({ database }) => recordBackup(database, Date.now() - 27 * hour),
      ({ database }) => recordBackup(database, Date.now()),
    ],
    [
      'unmatched events',
      ({ database }) => storeUnmatched(database, Date.now() - 23 * hour),
      ({ database }) =>
        database
          .updateTable('events')
          .set({ created_at: Date.now() - 25 * hour })
          .execute(),
    ],
    [
      'disk',
      ({ surroundings }) => {
        surroundings.room = async () => GiB - 1
      },
      ({ surroundings }) => {
        surroundings.room = async () => GiB
      },
    ],
  ]

  test.each(planted)('mails the problem %s once when it begins, and once when it is over', async (...row) => {
    const [check, plant, repair] = row
    const shop = await openShop()
    expect(await shop.watch()).toMatchObject({ good: true, problem: null })
    expect({ calls, mails: smtp.deliveries.length }).toEqual({ calls: 1, mails: 0 })

    await plant(shop)
    const { good, results } = await shop.watch()
    expect(good).toBe(false)
    expect(results.filter(({ state }) => state === 'problem').map((one) => one.check)).toEqual([check])
    expect(smtp.deliveries).toMatchObject([{ to: [readyEnv.SELLER_EMAIL] }])
    expect(await subjects()).toEqual([`Problem: ${site.name}, ${check}`])
    expect(smtp.deliveries[0]?.raw).toContain('\r\n    shop watch\r\n')

    await shop.watch()
    expect({ calls, mails: smtp.deliveries.length }).toEqual({ calls: 1, mails: 1 })

    await repair(shop)
    expect((await shop.watch()).good).toBe(true)
    expect({ calls, mails: smtp.deliveries.length }).toEqual({ calls: 2, mails: 2 })
    expect((await subjects())[1]).toBe(`Over: ${site.name}, ${check}`)

    await shop.watch()
    expect({ calls, mails: smtp.deliveries.length }).toEqual({ calls: 3, mails: 2 })
    await shop.database.destroy()
  })

  test('one failed answer is a restart, and no problem', async () => {
    const shop = await openShop()
    nextStatus = 503
    expect((await shop.watch()).good).toBe(true)
    await shop.database.destroy()
  })

  test('while the database is broken, a known problem with mail is not over', async () => {
    const shop = await openShop()
    await queue(shop.context, await storeOrder(shop.database))
    await shop.database.updateTable('outbox').set({ status: 'failed', attempts: 1 }).execute()
    await shop.watch()
    await shop.database.schema.alterTable('outbox').renameTo('away').execute()
    await shop.watch()
    await shop.database.schema.alterTable('away').renameTo('outbox').execute()
    await shop.watch()
    expect(await subjects()).toEqual([
      `Problem: ${site.name}, failed mail`,
      `Problem: ${site.name}, database`,
      `Over: ${site.name}, database`,
    ])
    await shop.database.destroy()
  })

  test('a mail that could not be sent is sent by the next run', async () => {
    const shop = await openShop()
    status = 503
    fault = { at: 'rcpt', answer: 450 }
    const { problem } = await shop.watch()
    expect(problem).toMatch(/^The mail to seller@kit\.works could not be sent: /)
    fault = null
    expect((await shop.watch()).problem).toBe(null)
    expect(smtp.deliveries).toHaveLength(1)
    await shop.database.destroy()
  })

  test('without SELLER_EMAIL a problem is told to nobody, and the output says so', async () => {
    const shop = await openShop({ SELLER_EMAIL: '' })
    status = 503
    for (const _ of [1, 2]) expect((await shop.watch()).problem).toContain('set SELLER_EMAIL')
    expect({ calls, mails: smtp.deliveries.length }).toEqual({ calls: 0, mails: 0 })
    await shop.database.destroy()
  })

  test('a monitor that fails is reported, and the run is still good', async () => {
    const shop = await openShop({ WATCH_URL: `${`https://shop.kit.works`}:1/ping` })
    expect(await shop.watch()).toMatchObject({ good: true, problem: expect.stringContaining('WATCH_URL') })
    await shop.database.destroy()
  })
})

test('the command prints one line for each check, and exits with 0', async () => {
  const data = temporaryDirectory()
  const port = await start(createHttpServer((_, response) => response.end('{"ready":true}')))
  const database = openDatabase({ dataDir: data.path, databaseUrl: null })
  await migrate(database)
  const { code, out } = await runCommand(['watch'], { DATA_DIR: data.path, PORT: String(port) })
  const checks = ['readiness', 'database', 'failed mail', 'late mail', 'backup', 'unmatched events', 'disk']
  expect({ code, lines: out.trimEnd().split('\n') }).toEqual({
    code: 0,
    lines: checks.map((check) => expect.stringMatching(new RegExp(`^ok {7}${check} +[A-Z].*\\.$`))),
  })
  await database.destroy()
  data.remove()
})
