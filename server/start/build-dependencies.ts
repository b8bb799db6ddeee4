import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { functions } from '../../contract/paths.ts'
import type { Config } from '../config/env.ts'
import { checkWrites } from '../database/check-writes.ts'
import { isReadOnly } from '../database/failure.ts'
import { migrate } from '../database/migrate.ts'
import { movedProblem } from '../database/moved.ts'
import { databaseRemedy, openDatabase } from '../database/open.ts'
import type { Dependencies } from '../dependencies.ts'
import { loadKit } from '../downloads/kit.ts'
import { settleLinkSecret } from '../downloads/link-secret.ts'
import { ShopError } from '../errors.ts'
import { inDataFolder } from '../files/data-folder.ts'
import type { Log } from '../log/log.ts'
import { createMailer } from '../mail/create-mailer.ts'
import { checkRealOrders } from '../orders/check-real-orders.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import { createSandbox, type Sandbox } from '../payments/sandbox/sandbox.ts'
import { createStripeProvider } from '../payments/stripe/provider.ts'

export interface Built {
  dependencies: Dependencies
  /** Null when a real provider takes the money. */
  sandbox: Sandbox | null
  close(): Promise<void>
}

/** The address under which this machine itself reaches the server. */
function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`
}

/** The provider that the configuration names. */
export function openPayments(
  config: Config,
  linkSecret: string,
  rest: Pick<Dependencies, 'database' | 'log' | 'now'>,
): { payments: PaymentProvider; sandbox: Sandbox | null } {
  if (config.payments === 'stripe' && config.stripe) {
    return { payments: createStripeProvider({ ...config.stripe, now: rest.now }), sandbox: null }
  }
  const sandbox = createSandbox({
    ...rest,
    // Both ends are this server; a key of its own keeps a signed event from ever passing as a signed link.
    secret: createHmac('sha256', linkSecret).update('sandbox webhooks').digest('hex'),
    publicUrl: config.publicUrl,
    webhookUrl: `${ownAddress(config)}${functions.paymentWebhook}`,
  })
  return { payments: sandbox.provider, sandbox }
}

/**
 * A database that is not this user's to write would let the shop start, and refuse every order. A full disk does not
 * keep the pages from being served meanwhile.
 */
async function checkWritable(config: Config, database: Dependencies['database'], log: Log): Promise<void> {
  try {
    await checkWrites(database, Date.now())
  } catch (cause) {
    if (!isReadOnly(cause)) return log.error('the database cannot be written', { error: cause })
    const what = `The database cannot be written. ${databaseRemedy(config)}`
    throw new ShopError('unavailable', what, { cause })
  }
}

/**
 * Brings the schema up to date. On Postgres that has connections of its own without a limit for a statement: a machine
 * that starts while another one migrates waits for the migration's lock for as long as that takes, and so does the work
 * on a large table.
 */
async function migrateFirst(config: Config, database: Dependencies['database'], log: Log): Promise<void> {
  const remedy = databaseRemedy(config)
  if (!config.databaseUrl) return migrate(database, remedy)
  const unlimited = openDatabase(config, log, { statementLimitMs: 0 })
  try {
    await migrate(unlimited, remedy)
  } finally {
    await unlimited.destroy()
  }
}

/**
 * Everything that the shop reaches outside itself with, by the configuration; the database is brought up to
 * date first.
 * @throws Error with its remedy when the configuration does not fit the orders that are there, or when the kit, the link secret, the data folder or the database is not to be had
 */
export async function buildDependencies(config: Config, log: Log): Promise<Built> {
  const now = Date.now
  const moved = config.databaseUrl ? null : movedProblem(config.dataDir)
  if (moved) throw moved
  const kit = await inDataFolder(config, () => loadKit(config))
  const database = openDatabase(config, log)
  const mailer = createMailer(config)
  const close = async () => {
    await mailer.close()
    await database.destroy()
  }
  try {
    await migrateFirst(config, database, log)
    await checkWritable(config, database, log)
    await checkRealOrders(config, database)
    const linkSecret = await inDataFolder(config, () => settleLinkSecret(config, database))
    const { payments, sandbox } = openPayments(config, linkSecret, { database, log, now })
    const dependencies = { config, database, payments, mailer, kit, linkSecret, log, now }
    return { dependencies, sandbox, close }
  } catch (error) {
    await close()
    throw error
  }
}
