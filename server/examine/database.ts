import { catalog } from '#content/catalog.ts'
import { noticeThreshold } from '../checkout/held-seats.ts'
import type { Config } from '../config/env.ts'
import { checkWrites } from '../database/check-writes.ts'
import { pendingIn } from '../database/database-problem.ts'
import { lastBackup } from '../database/last-backup.ts'
import { databaseRemedy } from '../database/open.ts'
import type { Dependencies } from '../dependencies.ts'
import { readLinkSecret } from '../downloads/link-secret.ts'
import { reasonOf, ShopError } from '../errors.ts'
import { silentLog } from '../log/log.ts'
import { missedMails } from '../orders/missed-mails.ts'
import { countHeldEarly, soldOut } from '../orders/seats.ts'
import { lateMails } from '../outbox/late-mails.ts'
import type { PaymentMode } from '../payments/payment-mode.ts'
import { openPayments } from '../start/build-dependencies.ts'
import { attempt } from './attempt.ts'
import { error, type Finding, warning } from './finding.ts'

type Database = Dependencies['database']

/** Reports a damaged key of the download links, or one that cannot be read. The server would not start. */
function linkSecretFindings(config: Config): Finding[] {
  try {
    readLinkSecret(config)
    return []
  } catch (failure) {
    const remedy = failure instanceof ShopError ? failure.remedy : undefined
    const what = `The key of the download links cannot be read: ${reasonOf(failure)}`
    return [error(what, remedy ?? 'Set LINK_SECRET, or let this user read the file.')]
  }
}

/** How many orders a finding names. */
const mostNamed = 5

function nameOrders(mails: { order_id: string | null }[]): string {
  // A notice about failed or late mail belongs to no order.
  const ids = [...new Set(mails.map((mail) => mail.order_id ?? 'the seller'))]
  const rest = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more orders` : ''
  return `${ids.slice(0, mostNamed).join(', ')}${rest}`
}

const counted = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`

/** Mails that failed for good. */
async function failedMailFindings(database: Database): Promise<Finding[]> {
  const missed = await Array.fromAsync(missedMails(database))
  if (missed.length === 0) return []
  return [
    error(
      `${counted(missed.length, 'mail', 'mails')} could not be delivered, for ${nameOrders(missed)}.`,
      `npm run shop -- orders show <order> says why. npm run shop -- resend <order> tries again. If the address was wrong, use change-address first.`,
    ),
  ]
}

/** Mails that have waited for more than a quarter of an hour. @param now ms since 1970 */
async function lateMailFindings(database: Database, now: number): Promise<Finding[]> {
  const late = await lateMails(database, now).execute()
  if (late.length === 0) return []
  return [
    warning(
      `${counted(late.length, 'mail has', 'mails have')} waited for more than a quarter of an hour, for ${nameOrders(late)}.`,
      `npm run shop -- orders show <order> says why. The shop retries by itself within six hours. npm run shop -- resend <order> retries now.`,
    ),
  ]
}

/** Texts that no script updates name a price or an offer that has ended. */
async function soldOutFindings(database: Database, payments: PaymentMode): Promise<Finding[]> {
  const { early, all } = await soldOut(database, payments, catalog)
  const remedy = (setting: string) =>
    `Set ${setting} to 0 in content/catalog.ts, build the site: npm run build, and start the shop again: npm start`
  return [
    ...(early
      ? [
          warning(
            `All ${catalog.earlyBirdSeats} early-bird seats are sold, but search engines, previews and visitors without scripts still read their price.`,
            remedy('earlyBirdSeats'),
          ),
        ]
      : []),
    ...(all
      ? [
          warning(
            `All ${catalog.saleLimit} kits are sold, but search engines still read that the kit can be bought.`,
            remedy('saleLimit'),
          ),
        ]
      : []),
  ]
}

async function heldSeatFindings(database: Database, payments: PaymentMode): Promise<Finding[]> {
  const held = await countHeldEarly(database, payments)
  if (catalog.earlyBirdSeats === 0 || held < noticeThreshold(catalog)) return []
  return [
    warning(
      `${held} of ${catalog.earlyBirdSeats} early-bird seats are in orders that nobody has paid.`,
      'This is normal on a busy day. Otherwise somebody may be holding them on purpose: see docs/operations.md, "Seats in unpaid orders".',
    ),
  ]
}

/** Events that belong to no order. */
async function unmatchedFindings(database: Database): Promise<Finding[]> {
  const { count } = await database
    .selectFrom('events')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('outcome', '=', 'unmatched')
    .executeTakeFirstOrThrow()
  if (Number(count) === 0) return []
  return [
    warning(
      `${counted(Number(count), 'event of the payment provider belongs', 'events of the payment provider belong')} to no order.`,
      `npm run shop -- events list --outcome unmatched shows them. Another shop on the same account is a harmless cause.`,
    ),
  ]
}

/** Reports orders of the sandbox in a live shop: somebody has tried the shop out in the folder of the live shop. */
async function sandboxFindings(config: Config, database: Database): Promise<Finding[]> {
  if (!config.livemode) return []
  const row = await database
    .selectFrom('orders')
    .select('id')
    .where('provider', '=', 'sandbox')
    .limit(1)
    .executeTakeFirst()
  if (!row) return []
  return [
    warning(
      'The sandbox has used this database, so made-up orders are in its lists and exports.',
      'Before the first sale, set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
    ),
  ]
}

/** An older backup is reported, in ms. The timer in deploy/ makes one every hour, so a day without one means a failure. */
const oldBackup = 26 * 3_600_000

/** Reports a missing or old backup of a shop with real money. */
async function backupFindings(config: Config, database: Database, now: number): Promise<Finding[]> {
  // Nothing can be lost while no real money has moved.
  if (!config.livemode) return []
  const at = await lastBackup(database)
  const remedy = `Run npm run shop -- backup create, and set up the timer: docs/operations.md, "Back up".`
  if (at === null) return [warning('No backup was made with this shop yet.', remedy)]
  const hours = Math.floor((now - at) / 3_600_000)
  return now - at > oldBackup ? [warning(`The last backup is ${hours} hours old.`, remedy)] : []
}

/** Checks the schema, whether the database can be written, and everything in it that the seller has to look at. */
export async function databaseFindings(
  config: Config,
  database: Database,
  now: () => number,
): Promise<Finding[]> {
  const remedy = databaseRemedy(config)
  const pending = await pendingIn(database, remedy).catch((failure: ShopError) => failure)
  if (pending instanceof ShopError) return [error(pending.message, pending.remedy ?? remedy)]
  if (pending.length > 0) {
    const what = `The database's schema is behind this version (${pending.join(', ')}).`
    return [error(what, `Start the server once to update it: npm start`)]
  }
  const problem = await attempt(checkWrites(database, now()))
  const { payments } = openPayments(config, '', { database, log: silentLog, now })
  return [
    ...(problem === null ? [] : [error(`The database cannot be written: ${problem}`, remedy)]),
    ...linkSecretFindings(config),
    ...(await failedMailFindings(database)),
    ...(await lateMailFindings(database, now())),
    ...(await heldSeatFindings(database, payments)),
    ...(await soldOutFindings(database, payments)),
    ...(await unmatchedFindings(database)),
    ...(await sandboxFindings(config, database)),
    ...(await backupFindings(config, database, now())),
  ]
}
