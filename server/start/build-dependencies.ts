import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { catalog } from '#content/catalog.ts'
import { functions } from '../../contract/paths.ts'
import type { Config } from '../config/env.ts'
import { migrate } from '../database/migrate.ts'
import { databaseRemedy, openDatabase } from '../database/open.ts'
import type { Dependencies } from '../dependencies.ts'
import { loadKit } from '../downloads/kit.ts'
import { ensureLinkSecret } from '../downloads/link-secret.ts'
import { ShopError } from '../errors.ts'
import type { Log } from '../log/log.ts'
import { createMailer } from '../mail/create-mailer.ts'
import { checkRealOrders } from '../orders/check-real-orders.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import { tableMemory } from '../payments/sandbox/memory.ts'
import { createSandbox, type Sandbox } from '../payments/sandbox/sandbox.ts'
import { createStripeProvider } from '../payments/stripe/adapter.ts'

export interface Built {
  dependencies: Dependencies
  /** Null if a real provider takes the payments. */
  sandbox: Sandbox | null
  close(): Promise<void>
}

/** The address at which this machine reaches its own server. */
function ownAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${isIPv6(reachable) ? `[${reachable}]` : reachable}:${port}`
}

/**
 * The payments that the configuration names. The adapter is the same for both. With the sandbox, Stripe's API is in this process;
 * with Stripe, nothing of the sandbox exists.
 */
export function openPayments(
  config: Config,
  linkSecret: string,
  rest: Pick<Dependencies, 'database' | 'log' | 'now'>,
): { payments: PaymentProvider; sandbox: Sandbox | null } {
  const name = config.payments
  const { now } = rest
  if (name === 'stripe' && config.stripe)
    return { payments: createStripeProvider({ ...config.stripe, name, now }), sandbox: null }
  const sandbox = createSandbox({
    ...rest,
    memory: tableMemory(rest.database),
    // This server sends and receives the events. Use a separate key, so that nobody can use a signed event as a signed link.
    secret: createHmac('sha256', linkSecret).update('sandbox webhooks').digest('hex'),
    publicUrl: config.publicUrl,
    webhookUrl: () => `${ownAddress(config)}${functions.paymentWebhook}`,
  })
  return { payments: createStripeProvider({ ...sandbox.access, name, now }), sandbox }
}

/** The system's errors for missing permission, a read-only disk, and a file in the place of a folder. */
const denied = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR'])

/**
 * Runs work that reads and writes in `dataDir`, and explains its errors. An error about another path, such as KIT_FILE, is
 * thrown unchanged.
 * @throws ShopError `unavailable` with a remedy, if this user may not read or write there
 */
async function inDataFolder<T>({ dataDir }: Config, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const { code = '', path: file = '' } = cause as NodeJS.ErrnoException
    if (!denied.has(code) || !(file.startsWith(dataDir) || dataDir.startsWith(file))) throw cause
    throw new ShopError(
      'unavailable',
      `This user cannot write ${file}. Give this user the folder and everything in it, or set DATA_DIR.`,
      { cause },
    )
  }
}

/**
 * Builds the dependencies from the configuration, and updates the schema first.
 * @throws Error with a remedy if the configuration does not match the stored orders, or if the kit, the link secret, the data
 * folder or the database is not available
 */
export async function buildDependencies(config: Config, log: Log): Promise<Built> {
  const now = Date.now
  const kit = await inDataFolder(config, () => loadKit(config))
  const database = openDatabase(config, log)
  const mailer = createMailer(config)
  const close = async () => {
    await mailer.close()
    await database.destroy()
  }
  try {
    await migrate(database, databaseRemedy(config))
    await checkRealOrders(config, database)
    const linkSecret = await inDataFolder(config, () => ensureLinkSecret(config))
    const { payments, sandbox } = openPayments(config, linkSecret, { database, log, now })
    const dependencies = { config, database, payments, prices: catalog, mailer, kit, linkSecret, log, now }
    return { dependencies, sandbox, close }
  } catch (error) {
    await close()
    throw error
  }
}
