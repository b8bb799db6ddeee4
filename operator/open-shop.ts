import { userInfo } from 'node:os'
import path from 'node:path'
import { catalog } from '#content/catalog.ts'
import { type Config, describeProblems } from '../server/config/env.ts'
import { pendingMigrations } from '../server/database/migrate.ts'
import { databaseProblem, databaseRemedy, openDatabase } from '../server/database/open.ts'
import type { Order } from '../server/database/schema.ts'
import { sqliteFile } from '../server/database/sqlite.ts'
import type { Shop } from '../server/dependencies.ts'
import { ShopError } from '../server/errors.ts'
import { silentLog } from '../server/log/log.ts'
import { findMatchingOrders } from '../server/orders/find-orders.ts'
import { personOf } from '../server/orders/plain-name.ts'
import type { Actor } from '../server/orders/record-act.ts'
import { shownStatus } from '../server/orders/state.ts'
import { openPayments } from '../server/start/build-dependencies.ts'
import { printable } from './format.ts'
import type { Io } from './io.ts'

/** The person at the command line: the user who ran sudo to become root or the shop's user, otherwise the current user. */
export const actor = ({ now }: Pick<Shop, 'now'>): Actor => ({
  by: process.env.SUDO_USER || userInfo().username,
  now: now(),
})

/** @throws ShopError with all problems of the configuration */
export function readConfig(io: Io): Config {
  const env = io.env()
  if (env.ok) return env.config
  throw new ShopError('bad_input', describeProblems(env.problems))
}

/** @throws ShopError if the database does not answer, or if its schema does not match this program */
async function checkSchema(config: Config, database: Shop['database']): Promise<void> {
  const pending = await pendingMigrations(database, databaseRemedy(config))
  if (pending.length === 0) return
  const place = config.databaseUrl ? 'The database' : path.relative('.', sqliteFile(config.dataDir))
  throw new ShopError('unavailable', `${place} is behind this version (${pending.join(', ')}).`, {
    remedy: 'Start the server once to update it: npm start',
  })
}

/**
 * Warns if the shell lacks the server's variables. The command would then use the orders of the sandbox, and show none of the
 * real ones.
 */
async function warnOfOtherProvider(io: Io, database: Shop['database'], provider: string): Promise<void> {
  if (provider !== 'sandbox') return
  const last = await database
    .selectFrom('orders')
    .select('provider')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || last.provider === provider) return
  io.error(
    `The last order in this database was paid through ${last.provider}, but this command is set up for the sandbox, so orders of ${last.provider} are not shown. Set the same variables as for the server.\n`,
  )
}

/**
 * Runs `work` on the shop's database through a separate connection. The server may run at the same time.
 * @throws ShopError if there is no database yet, if this user may not read it, or if it is the wrong one
 */
export async function withShop<T>(io: Io, work: (shop: Shop) => Promise<T>): Promise<T> {
  const config = readConfig(io)
  const problem = databaseProblem(config)
  if (problem) throw problem
  const database = openDatabase(config)
  try {
    await checkSchema(config, database)
    const rest = { database, log: silentLog, now: Date.now }
    // Commands sign no events, so they need no key and create none.
    const { payments } = openPayments(config, '', rest)
    await warnOfOtherProvider(io, database, payments.name)
    return await work({ config, payments, prices: catalog, ...rest })
  } finally {
    await database.destroy()
  }
}

/** The help text of the argument `<order>`. */
export const orderArgument = "its id, the beginning of its id, or the buyer's address"

const describe = (order: Order) => `${order.id}  ${shownStatus(order)}  ${printable(personOf(order))}`

/**
 * Finds the id of the order that the seller means.
 * @param name what the seller typed for `orderArgument`
 * @throws ShopError `not_found`, or `conflict` with the candidates if there are several
 */
export async function orderId({ database }: Pick<Shop, 'database'>, name: string): Promise<string> {
  const orders = await findMatchingOrders(database, name)
  const [only] = orders
  if (!only) {
    throw new ShopError('not_found', `There is no order ${printable(name)}.`, {
      remedy: "Look for a part of the buyer's name or address: npm run shop -- orders list --find <text>",
    })
  }
  if (orders.length === 1) return only.id
  throw new ShopError(
    'conflict',
    `${printable(name)} matches several orders:\n${orders.map(describe).join('\n')}`,
    { remedy: 'Type more of the id.' },
  )
}
