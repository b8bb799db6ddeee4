import { catalog } from '../../content/catalog.ts'
import { functions } from '../../contract/paths.ts'
import { halfOfEarly } from '../../server/checkout/held-seats.ts'
import { type Config, isThisMachine } from '../../server/config/env.ts'
import { checkWrites } from '../../server/database/check-writes.ts'
import { databaseRemedy, openDatabase } from '../../server/database/open.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { loadKit } from '../../server/downloads/kit.ts'
import { readKitFolder } from '../../server/downloads/kit-folder.ts'
import { linkSecretProblem, readLinkSecret } from '../../server/downloads/link-secret.ts'
import { packKit } from '../../server/downloads/pack-kit.ts'
import { reasonOf, ShopError } from '../../server/errors.ts'
import { clockRemedy, oddClock } from '../../server/health/readiness.ts'
import { silentLog } from '../../server/log/log.ts'
import { createMailer } from '../../server/mail/create-mailer.ts'
import { missedMails } from '../../server/orders/missed-mails.ts'
import { countHeldEarly } from '../../server/orders/seats.ts'
import { lateMails } from '../../server/outbox/late-mails.ts'
import { stripeEndpointProblems } from '../../server/payments/stripe/endpoint.ts'
import { stripePermissionProblems } from '../../server/payments/stripe/permissions.ts'
import { stripePriceProblems } from '../../server/payments/stripe/prices.ts'
import { openPayments } from '../../server/start/build-dependencies.ts'
import { within } from '../../server/timing/within.ts'
import { databaseProblem, pendingIn } from '../open-shop.ts'
import { error, type Finding, warning } from './finding.ts'

/** A service that does not answer in this time, in ms, does not answer buyers either. */
const patience = 10_000

/** @returns what is wrong, or null */
function attempt(work: Promise<unknown>): Promise<string | null> {
  const late = () => new Error(`no answer within ${patience / 1000} s`)
  return within(patience, work, late).then(() => null, reasonOf)
}

async function mailFindings(config: Config): Promise<Finding[]> {
  if (config.smtpUrl === null) return []
  const mailer = createMailer(config)
  const problem = await attempt(mailer.check())
  await mailer.close()
  return problem === null
    ? []
    : [error(`The mail server does not take mail: ${problem}`, 'Check SMTP_URL, its user and password.')]
}

async function kitFindings(config: Config): Promise<Finding[]> {
  // In test mode nobody gets it yet. A rehearsal tells all the same whether it could be delivered.
  if (config.payments === 'sandbox') return []
  if (config.kitFile === null) {
    const problem = await attempt((async () => packKit(readKitFolder()))())
    return problem === null ? [] : [error(problem, 'Restore the folder kit, or set KIT_FILE.')]
  }
  const problem = await attempt(loadKit({ ...config, livemode: true }))
  return problem === null ? [] : [error(problem, 'Put the archive there, or correct KIT_FILE.')]
}

/** Without the right endpoint every order waits for the sweep. On this machine Stripe cannot reach the shop anyway. */
async function endpointFindings(config: Config): Promise<Finding[]> {
  if (config.stripe === null || isThisMachine(config.publicUrl)) return []
  const { secretKey, apiUrl } = config.stripe
  const url = `${config.publicUrl}${functions.paymentWebhook}`
  try {
    const problems = await stripeEndpointProblems({ secretKey, apiUrl, url })
    return problems.map((what) =>
      error(what, `Correct it in Stripe's dashboard, under Webhooks: README.md names the events for ${url}.`),
    )
  } catch (failure) {
    const remedy = 'Look at it in the dashboard, or let the key read Webhook Endpoints.'
    return [warning(`The webhook endpoint could not be looked at: ${reasonOf(failure)}`, remedy)]
  }
}

async function paymentFindings(config: Config, database: Dependencies['database']): Promise<Finding[]> {
  if (config.stripe === null) return []
  const { secretKey, apiUrl } = config.stripe
  const { payments } = openPayments(config, '', { database, log: silentLog, now: Date.now })
  const problem = await attempt(payments.check())
  if (problem !== null)
    return [error(`Stripe does not answer: ${problem}`, 'Check STRIPE_SECRET_KEY and the network.')]
  const prices = await stripePriceProblems({ secretKey, apiUrl }).catch((failure) => [
    `The prices kept at Stripe could not be read: ${reasonOf(failure)}`,
  ])
  const permissions = await stripePermissionProblems({ secretKey, apiUrl }).catch((failure) => [
    `What the key may read could not be asked: ${reasonOf(failure)}`,
  ])
  const seconds = Math.round(payments.clockAheadMs() / 1000)
  const clock =
    Math.abs(payments.clockAheadMs()) > oddClock
      ? [
          warning(
            `This machine's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} Stripe's.`,
            clockRemedy,
          ),
        ]
      : []
  return [
    ...clock,
    ...(await endpointFindings(config)),
    ...prices.map((what) => error(what, 'Make content/payments.ts, content/catalog.ts and Stripe agree.')),
    ...permissions.map((what) =>
      error(`Stripe: ${what}`, 'Give the restricted key what README.md names, or use the secret key.'),
    ),
  ]
}

/** What would keep the server from starting: a key of the download links that is lost, changed or damaged. */
async function linkSecretFinding(
  config: Config,
  database: Dependencies['database'],
): Promise<Finding | null> {
  try {
    const problem = await linkSecretProblem(config, database, readLinkSecret(config))
    return problem && error(problem.message, problem.remedy ?? '')
  } catch (failure) {
    const remedy = failure instanceof ShopError ? failure.remedy : undefined
    const what = `The key of the download links cannot be read: ${reasonOf(failure)}`
    return error(what, remedy ?? 'Set LINK_SECRET, or let this user read the file.')
  }
}

const ordersOf = (mails: { order_id: string | null }[]): string =>
  [...new Set(mails.map((mail) => mail.order_id))].join(', ')

async function databaseFindings(config: Config, database: Dependencies['database']): Promise<Finding[]> {
  const remedy = databaseRemedy(config)
  const pending = await pendingIn(database, remedy).catch((failure: ShopError) => failure)
  if (pending instanceof ShopError) return [error(pending.message, pending.remedy ?? remedy)]
  if (pending.length > 0) {
    const what = `The database's schema is behind this version (${pending.join(', ')}).`
    return [error(what, 'Start the server once, which brings it up to date: npm start')]
  }
  const findings: Finding[] = []
  const problem = await attempt(checkWrites(database, Date.now()))
  if (problem !== null)
    findings.push(error(`The database cannot be written: ${problem}`, databaseRemedy(config)))
  const secret = await linkSecretFinding(config, database)
  if (secret) findings.push(secret)
  const missed = await Array.fromAsync(missedMails(database))
  const late = await lateMails(database, Date.now())
  const events = await database
    .selectFrom('events')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('outcome', '=', 'unmatched')
    .executeTakeFirstOrThrow()
  const unmatched = Number(events.count)
  if (missed.length > 0) {
    findings.push(
      error(
        `${missed.length} mails could not be delivered, about ${ordersOf(missed)}.`,
        'npm run shop -- orders show <order> says why; resend tries once more, after change-address if the address was wrong.',
      ),
    )
  }
  if (late.length > 0) {
    findings.push(
      warning(
        `${late.length} mails have waited for more than a quarter of an hour, about ${ordersOf(late)}.`,
        'npm run shop -- orders show <order> says why. They are tried again by themselves, at most six hours apart; resend tries at once.',
      ),
    )
  }
  const { payments } = openPayments(config, '', { database, log: silentLog, now: Date.now })
  const held = await countHeldEarly(database, payments)
  if (catalog.earlyBirdSeats > 0 && held >= halfOfEarly()) {
    findings.push(
      warning(
        `${held} of ${catalog.earlyBirdSeats} early-bird seats are in orders that nobody has paid.`,
        'Normal on a busy day. Otherwise somebody may hold them on purpose: see docs/operations.md, "Seats in unpaid orders".',
      ),
    )
  }
  if (unmatched > 0) {
    findings.push(
      warning(
        `${unmatched} events of the payment provider belong to no order.`,
        'npm run shop -- events list --outcome unmatched shows them; another shop on the same account is fine.',
      ),
    )
  }
  return findings
}

function noDatabaseFindings({ code, message, remedy = '' }: ShopError): Finding[] {
  return code === 'not_found'
    ? [warning('The shop has not been started yet.', 'Run npm start and look at it.')]
    : [error(message, remedy)]
}

/** Asks everything that a sale needs, as it is configured. Changes nothing, and makes no database. */
export async function serviceFindings(config: Config): Promise<Finding[]> {
  const problem = databaseProblem(config)
  const database = openDatabase(config)
  try {
    const all = await Promise.all([
      mailFindings(config),
      kitFindings(config),
      paymentFindings(config, database),
      problem ? noDatabaseFindings(problem) : databaseFindings(config, database),
    ])
    return all.flat()
  } finally {
    if (!problem) await database.destroy()
  }
}
