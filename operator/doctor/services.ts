import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { packKit } from 'kit-reader/archive'
import { readKitFolder } from 'kit-reader/files'
import { site } from '#content/site.ts'
import { functions } from '../../contract/paths.ts'
import { type Config, isThisMachine } from '../../server/config/env.ts'
import { lastBackup } from '../../server/database/backup.ts'
import { checkWrites } from '../../server/database/check-writes.ts'
import { pendingMigrations } from '../../server/database/migrate.ts'
import { databaseProblem, databaseRemedy, openDatabase } from '../../server/database/open.ts'
import type { Shop } from '../../server/dependencies.ts'
import { loadKit } from '../../server/downloads/kit.ts'
import { readLinkSecret } from '../../server/downloads/link-secret.ts'
import { reasonOf, ShopError } from '../../server/errors.ts'
import { silentLog } from '../../server/log/log.ts'
import { createSmtpMailer } from '../../server/mail/smtp-mailer.ts'
import { stripeEndpointProblems } from '../../server/payments/stripe/endpoint.ts'
import { openPayments } from '../../server/start/build-dependencies.ts'
import { within } from '../../server/timing/within.ts'
import { error, type Finding, warning } from './finding.ts'

type Database = Shop['database']

/** The time limit for an answer, in ms. Buyers do not wait longer either. */
const timeLimit = 10_000

/** Waits for a check, at most `timeLimit`. @returns the problem; null: none */
function attempt(work: Promise<unknown>): Promise<string | null> {
  const timeoutError = () => new Error(`no answer within ${timeLimit / 1000} s`)
  return within(timeLimit, work, timeoutError).then(() => null, reasonOf)
}

async function mailServerFindings(config: Config): Promise<Finding[]> {
  if (config.smtpUrl === null) return []
  const mailer = createSmtpMailer({ url: config.smtpUrl })
  const problem = await attempt(mailer.check())
  await mailer.close()
  if (problem === null) return []
  return [error(`The mail server does not take mail: ${problem}`, 'Check SMTP_URL, its user and password.')]
}

/** The content of `VERSION` in a ZIP archive, at its top or in its only folder; null: there is none, or it cannot be read. */
async function versionInside(file: string): Promise<string | null> {
  try {
    const filter = ({ name }: { name: string }) => /^([^/]+\/)?VERSION$/.test(name)
    const [found] = Object.values(unzipSync(await readFile(file), { filter }))
    return found ? new TextDecoder().decode(found).trim() : null
  } catch {
    return null
  }
}

async function kitFindings(config: Config): Promise<Finding[]> {
  // In test mode nobody gets this archive yet. Check it anyway, so that a rehearsal finds a missing one.
  if (config.payments === 'sandbox') return []
  if (config.kitFile === null) {
    const problem = await attempt((async () => packKit(readKitFolder(), site.name))())
    return problem === null ? [] : [error(problem, 'Restore the folder kit, or set KIT_FILE.')]
  }
  try {
    const { path, version } = await loadKit({ ...config, livemode: true })
    const inside = await versionInside(path)
    if (inside === null || inside === version) return []
    return [
      error(
        `The archive says that it is version ${inside}, but kit/VERSION is ${version}.`,
        'Set KIT_FILE to the archive of that version, or leave it out: the shop then packs the folder kit itself.',
      ),
    ]
  } catch (failure) {
    return [error(reasonOf(failure), 'Copy the archive there, or correct KIT_FILE.')]
  }
}

/** Checks that Stripe knows the key, and the webhook endpoint. Stripe cannot reach this machine, so here it needs no endpoint. */
async function stripeFindings(config: Config, database: Database): Promise<Finding[]> {
  if (config.stripe === null) return []
  const { payments } = openPayments(config, '', { database, log: silentLog, now: Date.now })
  const problem = await attempt(payments.check())
  if (problem !== null)
    return [
      error(
        `The call to Stripe failed: ${problem}`,
        'Check STRIPE_SECRET_KEY, its permissions and the network.',
      ),
    ]
  if (isThisMachine(config.publicUrl)) return []
  const url = `${config.publicUrl}${functions.paymentWebhook}`
  return stripeEndpointProblems({ ...config.stripe, url }).then(
    (problems) => problems.map(({ what, remedy }) => error(what, remedy)),
    (failure) => [
      warning(
        `The webhook endpoint could not be checked: ${reasonOf(failure)}`,
        'Check it in the dashboard, or give the key permission to read Webhook Endpoints.',
      ),
    ],
  )
}

/** A damaged key of the download links, or one that cannot be read. The server would not start. */
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

/** An older backup is reported, in ms. The timer in deploy/ makes one every hour, so a day without one means a failure. */
const oldBackup = 26 * 3_600_000

async function backupFindings(config: Config, database: Database): Promise<Finding[]> {
  // Nothing can be lost while no real money has moved.
  if (!config.livemode) return []
  const at = await lastBackup(database)
  const remedy = `Run npm run shop -- backup create, and set up the timer: docs/operations.md, "Back up".`
  if (at === null) return [warning('No backup was made with this shop yet.', remedy)]
  const age = Date.now() - at
  return age > oldBackup
    ? [warning(`The last backup is ${Math.floor(age / 3_600_000)} hours old.`, remedy)]
    : []
}

async function databaseFindings(config: Config, database: Database): Promise<Finding[]> {
  const remedy = databaseRemedy(config)
  const pending = await pendingMigrations(database, remedy).catch((failure: ShopError) => failure)
  if (pending instanceof ShopError) return [error(pending.message, pending.remedy ?? remedy)]
  if (pending.length > 0) {
    const what = `The database's schema is behind this version (${pending.join(', ')}).`
    return [error(what, 'Start the server once to update it: npm start')]
  }
  const problem = await attempt(checkWrites(database, Date.now()))
  return [
    ...(problem === null ? [] : [error(`The database cannot be written: ${problem}`, remedy)]),
    ...linkSecretFindings(config),
    ...(await backupFindings(config, database)),
  ]
}

/** Checks all services that a sale needs. It changes nothing and creates no database. */
export async function serviceFindings(config: Config): Promise<Finding[]> {
  const problem = databaseProblem(config)
  const database = openDatabase(config)
  try {
    const findings = await Promise.all([
      mailServerFindings(config),
      kitFindings(config),
      stripeFindings(config, database),
      problem ? [warning(problem.message, problem.remedy ?? '')] : databaseFindings(config, database),
    ])
    return findings.flat()
  } finally {
    if (!problem) await database.destroy()
  }
}
