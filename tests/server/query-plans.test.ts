import path from 'node:path'
import { type CompiledQuery, Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { functions, sellerPath } from '../../contract/paths.ts'
import { createApp } from '../../server/app.ts'
import { migrate, pendingMigrations } from '../../server/database/migrate.ts'
import { postgresDialect } from '../../server/database/postgres.ts'
import type { Schema } from '../../server/database/schema.ts'
import { sqliteDialect, sqliteFile } from '../../server/database/sqlite.ts'
import { loadKit } from '../../server/downloads/kit.ts'
import { signLink } from '../../server/downloads/link.ts'
import { health } from '../../server/health/routes.ts'
import { silentLog } from '../../server/log/log.ts'
import { runOnce } from '../../server/mail/worker.ts'
import { catchUp } from '../../server/orders/catch-up.ts'
import { checkRealOrders } from '../../server/orders/check-real-orders.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { consultationsOwed, listOrders } from '../../server/orders/find-orders.ts'
import { checkReturningBuyer, sweepOnce } from '../../server/orders/sweep.ts'
import type { ProviderEvent } from '../../server/payments/provider.ts'
import { applyRetention } from '../../server/personal-data/retention.ts'
import { openPayments } from '../../server/start/build-dependencies.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { testConfig } from '../support/shop.ts'
import { fillOrders } from './fill-orders.ts'

const linkSecret = 'a secret of the tests with forty-one letters'
const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }

interface Watched {
  database: Kysely<Schema>
  /** Every statement that ran, once. */
  statements: CompiledQuery[]
}

/** Runs each function of the server once: for visitors, for the provider, for mail and in the background. */
async function runEveryFunction(database: Kysely<Schema>, dataDir: string): Promise<void> {
  const config = testConfig({ dataDir, databaseUrl: null, linkSecret, trustProxy: 1 })
  const rest = { database, log: silentLog, now: Date.now }
  const { payments, sandbox } = openPayments(config, linkSecret, rest)
  if (!sandbox) throw new Error('This test is about the sandbox.')
  const mailer = {
    send: async () => {},
    close: async () => {},
  }
  const kit = await loadKit(config)
  const deps = { ...rest, config, payments, prices: catalog, mailer, kit, linkSecret }
  const app = createApp(deps, sandbox.routes)
  const request = async (url: string, init: RequestInit = {}) => {
    const answer = await app.request(url, { headers, ...init })
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    await answer.body?.cancel()
  }
  const post = (url: string, fields: object) => request(url, { method: 'POST', body: JSON.stringify(fields) })

  // The server does this at its start.
  await pendingMigrations(database)
  await checkRealOrders({ paymentsChosen: false }, database)

  await request(functions.offer)
  const name = 'Ada Lovelace'
  for (const email of ['ada@example.com', 'ada@example.com', 'grace@example.com'])
    await post(functions.createCheckout, aBuyer({ name, email }))
  const orders = await database
    .selectFrom('orders')
    .select(['id', 'session_id as sessionId'])
    .where('email_key', 'in', ['ada@example.com', 'grace@example.com'])
    .execute()
  for (const { id, sessionId } of orders) {
    await checkReturningBuyer(deps, sessionId ?? '')
    const makeEvent = (type: string, effect: ProviderEvent['effect'], rest: Partial<ProviderEvent> = {}) => ({
      ...{
        id: `evt_${type}_${id}`,
        type,
        livemode: false,
        at: Date.now(),
        effect,
        effectKey: `${type}:${id}`,
      },
      ...{ orderId: id, sessionId: null, paymentId: `pi_${id}`, payerEmail: 'ada@example.com', ...rest },
    })
    const events = [
      makeEvent(
        'later',
        { kind: 'fraud_warning' },
        { orderId: 'unknown', sessionId: 'cs_unknown', paymentId: null },
      ),
      makeEvent('paid', { kind: 'completed', paid: true, totalCents: 49700 }, { sessionId }),
      makeEvent('again', { kind: 'completed', paid: true, totalCents: 49700 }, { effectKey: `paid:${id}` }),
      makeEvent('warning', { kind: 'fraud_warning' }),
      makeEvent('dispute', { kind: 'dispute', disputeId: 'dp', state: 'won' }),
      makeEvent('ignored', null),
    ]
    for (const event of events) await applyEvent(deps, event)
    await runOnce(deps, 'worker')
    const link = functions.download(signLink({ orderId: id, expiresAt: Date.now() + 60_000 }, linkSecret))
    await request(link)
    await request(link, { method: 'POST' })
    const refund = {
      kind: 'refunded',
      refundedCents: 100,
      amountCents: 49700,
      refunds: 1,
      failedRefunds: 0,
    } as const
    await applyEvent(deps, makeEvent('refund', refund))
  }
  for (const { id } of orders) {
    const token = signLink({ orderId: id, expiresAt: Date.now() + 60_000 }, linkSecret, 'seller')
    await request(sellerPath(token))
    const fields = { act: 'change-address', email: 'ada@new.example' }
    // The answer is a redirect to the page.
    await app.request(sellerPath(token), { method: 'POST', headers, body: JSON.stringify(fields) })
  }
  await database
    .updateTable('outbox')
    .set({ status: 'failed' })
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .execute()
  await post(functions.resendLink, { email: 'ada@example.com' })
  while ((await runOnce(deps, 'worker')) > 0);
  await health(deps).request('/readyz')
  await sandbox.runOnce()
  await sweepOnce(deps)
  // The first run reads 30 days. The second reads only the time since the first.
  await catchUp(deps)
  await catchUp(deps)
  await applyRetention(deps)
  await listOrders(database, { limit: 100 })
  await consultationsOwed(database, payments)
}

/** Fills a database with a history, and collects every statement that the server runs on it. */
async function watch(
  config: { dataDir: string; databaseUrl: string | null },
  orders: number,
): Promise<Watched> {
  const ran = new Map<string, CompiledQuery>()
  const database = new Kysely<Schema>({
    dialect: config.databaseUrl
      ? postgresDialect(config.databaseUrl, silentLog)
      : sqliteDialect(sqliteFile(config.dataDir)),
    log: ({ query }) => void ran.set(query.sql, query),
  })
  await migrate(database)
  await fillOrders(database, orders, Date.now())
  ran.clear()
  await runEveryFunction(database, config.dataDir)
  // The other statements are about locks, transactions and the schema.
  const statements = [...ran.values()].filter(
    ({ sql: text }) => /^(select|insert|update|delete)/.test(text) && !/pg_|sqlite_|kysely_/.test(text),
  )
  return { database, statements }
}

const data = temporaryDirectory()
afterAll(() => data.remove())

/** The tables that grow with the history of the shop. */
const growingTables = 'orders|events|outbox|downloads|order_history|sandbox_sessions'

describe('on SQLite', () => {
  /** Many rows share the values of these columns. A search by them alone reads a large part of the table. */
  const common = new Set(['provider', 'livemode', 'status', 'outcome', 'tier', 'kind'])
  /** Plans that read few rows, however long the history is. */
  const bounded = [
    // A count of seats stops when it reaches their number. Other statements look for one order.
    /INDEX orders_seats /,
    // These indexes have only rows that still need work. A query for one buyer must not read all of them.
    /INDEX (orders_unsettled|orders_to_forget|downloads_traced|sandbox_sessions_due_at)\b(?!.*"email_key" = \?)/,
    /INDEX outbox_notices \(kind=\?/,
    // Only the mails that the next notice reports.
    /INDEX outbox_unreported\b/,
    // One page of the seller's lists of orders.
    /INDEX orders_(created_at|status|owed)\b.* limit \?$/,
    // One page of failed mails.
    /INDEX outbox_failed .* limit \?$/,
    // Queued mails. Failed mails have another index.
    /INDEX outbox_due \(status=\?.*"status" = \?/,
    /INDEX events_outcome \(outcome=\?/,
  ]

  /** Statements that read few rows, whatever their plan is: any one session, and open orders of former payment modes. */
  const readsFew =
    /^select "id" from "sandbox_sessions" limit|"status" = \? and "livemode" = \? and "expires_at" < \?/

  test('no statement reads a whole table', { timeout: 120_000 }, async () => {
    const { database, statements } = await watch(
      { dataDir: path.join(data.path, 'sqlite'), databaseUrl: null },
      1000,
    )
    const problems: string[] = []
    for (const query of statements) {
      if (readsFew.test(query.sql)) continue
      const plan = await database.executeQuery<{ detail: string }>({
        ...query,
        sql: `explain query plan ${query.sql}`,
      })
      for (const { detail } of plan.rows) {
        const [, action = '', columns] =
          new RegExp(`^(SCAN|SEARCH) (?:${growingTables}|old)\\b[^(]*(?:\\((.*)\\))?`).exec(detail) ?? []
        const names = [...(columns ?? '').matchAll(/(\w+)[=<>]/g)].map(([, column = '']) => column)
        const readsMuch =
          action === 'SCAN' || (action === 'SEARCH' && names.every((column) => common.has(column)))
        if (
          (readsMuch && !bounded.some((pattern) => pattern.test(`${detail}: ${query.sql}`))) ||
          detail.includes('AUTOMATIC')
        )
          problems.push(`${detail}: ${query.sql}`)
      }
      // Otherwise each further page is searched from the beginning of the list.
      const isFurtherPage = /"id"\) [<>] \(\?, \?\)/.test(query.sql)
      if (isFurtherPage && !plan.rows.some(({ detail }) => /\(\w+,id\)[<>]/.test(detail)))
        problems.push(`searched from the beginning: ${query.sql}`)
    }
    expect(problems).toEqual([])
    expect(statements.length).toBeGreaterThan(40)
    await database.destroy()
  })
})

describe('on Postgres', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.stop())

  interface Plan {
    'Node Type': string
    'Relation Name'?: string
    'Actual Rows': number
    'Actual Loops': number
    'Rows Removed by Filter'?: number
    'Rows Removed by Index Recheck'?: number
    Plans?: Plan[]
  }

  /** The number of rows that a plan read from tables, including those that a filter removed. */
  const rowsOf = (plan: Plan): number =>
    (plan['Relation Name'] !== undefined && plan['Node Type'] !== 'ModifyTable'
      ? (plan['Actual Rows'] +
          (plan['Rows Removed by Filter'] ?? 0) +
          (plan['Rows Removed by Index Recheck'] ?? 0)) *
        plan['Actual Loops']
      : 0) + (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0)

  async function rowsTouched(orders: number): Promise<Map<string, number>> {
    const { database, statements } = await watch(
      { dataDir: path.join(data.path, `postgres-${orders}`), databaseUrl: await server.createDatabase() },
      orders,
    )
    const touched = new Map<string, number>()
    for (const query of statements) {
      await database.connection().execute(async (connection) => {
        await sql`begin`.execute(connection)
        const { rows } = await connection
          .executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>({
            ...query,
            sql: `explain (analyze, format json) ${query.sql}`,
          })
          // An insert fails, because its row is already stored. Its plan reads no rows anyway.
          .catch(() => ({ rows: [] }))
        const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
        if (plan) touched.set(query.sql, rowsOf(plan))
        await sql`rollback`.execute(connection)
      })
    }
    await database.destroy()
    return touched
  }

  test('no statement reads more rows with 50,000 orders than with 1,000 @long', {
    timeout: 300_000,
  }, async () => {
    const few = await rowsTouched(1000)
    const many = await rowsTouched(50_000)
    // A page of a list has 200 rows.
    const page = (text: string) => (/ limit \$\d+$/.test(text) ? 200 : 0)
    const grown = [...many].filter(([text, rows]) => rows > 100 + page(text) + 1.5 * (few.get(text) ?? 0))
    expect(grown).toEqual([])
    expect(many.size).toBeGreaterThan(40)
  })
})
