import { packKit } from 'kit-reader/archive'
import { readKitFolder } from 'kit-reader/files'
import { site } from '#content/site.ts'
import type { Config } from '../config/env.ts'
import { databaseProblem } from '../database/database-problem.ts'
import { openDatabase } from '../database/open.ts'
import { loadKit } from '../downloads/kit.ts'
import { reasonOf, type ShopError } from '../errors.ts'
import { createMailer } from '../mail/create-mailer.ts'
import { attempt } from './attempt.ts'
import { databaseFindings } from './database.ts'
import { error, type Finding, type Group, warning } from './finding.ts'
import { kitVersionFindings } from './kit-version.ts'
import { findsKitChanged } from './running-server.ts'
import { stripeFindings } from './stripe.ts'

async function mailServerFindings(config: Config): Promise<Finding[]> {
  if (config.mail.kind === 'files') return []
  const mailer = createMailer(config)
  const problem = await attempt(mailer.check())
  await mailer.close()
  return problem === null
    ? []
    : [error(`The mail server does not take mail: ${problem}`, 'Check SMTP_URL, its user and password.')]
}

async function kitFindings(config: Config): Promise<Finding[]> {
  // In test mode nobody gets this archive yet. Check it anyway, so that a rehearsal finds a missing one.
  if (config.payments === 'sandbox') return []
  if (config.kitFile === null) {
    const problem = await attempt((async () => packKit(readKitFolder(), site.name))())
    return problem === null ? [] : [error(problem, 'Restore the folder kit, or set KIT_FILE.')]
  }
  try {
    const kit = await loadKit({ ...config, livemode: true })
    const findings = await kitVersionFindings(kit.path, kit.version)
    // The file can be read, so the server's check can fail only because it is another one.
    if (!(await findsKitChanged(config))) return findings
    const changed = `${kit.path} has changed since the server started, so downloads answer 503.`
    return [...findings, error(changed, 'Restart the server.')]
  } catch (failure) {
    return [error(reasonOf(failure), 'Copy the archive there, or correct KIT_FILE.')]
  }
}

function noDatabaseFindings({ code, message, remedy = '' }: ShopError): Finding[] {
  return code === 'not_found'
    ? [warning('The shop has not been started yet.', 'Start it: npm start')]
    : [error(message, remedy)]
}

/** Checks all services that a sale needs. It changes nothing and creates no database. */
export async function serviceGroups(config: Config, now: () => number): Promise<Group[]> {
  const problem = databaseProblem(config)
  const database = openDatabase(config)
  try {
    const [mail, kit, stripe, orders] = await Promise.all([
      mailServerFindings(config),
      kitFindings(config),
      stripeFindings(config, { database, now }),
      problem ? noDatabaseFindings(problem) : databaseFindings(config, database, now),
    ])
    // Leave out the services that the shop does not use.
    const groups: (Group | false)[] = [
      config.mail.kind !== 'files' && ['The mail server takes mail.', mail],
      config.payments !== 'sandbox' && ['The kit can be delivered, in the version that the pages name.', kit],
      config.stripe !== null && [
        'Stripe answers, and its webhook endpoint, prices and permissions fit the shop.',
        stripe,
      ],
      ['The database is up to date and can be written. No mail, event or backup is overdue.', orders],
    ]
    return groups.filter((group) => group !== false)
  } finally {
    if (!problem) await database.destroy()
  }
}
