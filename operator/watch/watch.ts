import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { site } from '#content/site.ts'
import type { Config } from '../../server/config/env.ts'
import { reasonOf } from '../../server/errors.ts'
import { replaceDurably } from '../../server/files/durable-file.ts'
import { createMailer } from '../../server/mail/create-mailer.ts'
import { htmlOf } from '../../server/mail/html.ts'
import { textOf } from '../../server/mail/text.ts'
import { checkShop, type Result, type Surroundings } from './check.ts'
import { watchNotice } from './notice.ts'

/** The checks whose problem the seller knows of. It is a file, because a problem may be that the database does not answer. */
const stateFile = ({ dataDir }: Config) => path.join(dataDir, 'watch.json')

const readKnown = (config: Config): string[] =>
  existsSync(stateFile(config)) ? JSON.parse(readFileSync(stateFile(config), 'utf8')) : []

/** Sends the mail itself: the outbox needs a database and a server that work. @throws MailError */
async function mailSeller(config: Config, to: string, begun: Result[], over: Result[]): Promise<void> {
  const content = watchNotice(begun, over, config.publicUrl)
  const mailer = createMailer(config)
  try {
    await mailer.send({
      messageId: `<${crypto.randomUUID()}@${config.mailFrom.slice(config.mailFrom.lastIndexOf('@') + 1)}>`,
      kind: 'watch',
      queuedAt: Date.now(),
      from: { name: site.name, address: config.mailFrom },
      to,
      replyTo: site.emails.support,
      subject: content.subject,
      html: htmlOf(content, config.siteUrl, 'en'),
      text: textOf(content, config.siteUrl),
    })
  } finally {
    await mailer.close()
  }
}

/**
 * Mails the seller about problems that began or ended since the last run, and stores that they were told. If the mail cannot be
 * sent, nothing is stored, so the next run tries again.
 * @returns what went wrong; null: nothing
 */
async function notify(config: Config, results: Result[]): Promise<string | null> {
  const known = readKnown(config)
  const begun = results.filter(({ check, state }) => state === 'problem' && !known.includes(check))
  const over = results.filter(({ check, state }) => state === 'ok' && known.includes(check))
  if (begun.length + over.length === 0) return null
  if (config.sellerEmail === null) return 'Nobody is told: set SELLER_EMAIL to your address.'
  try {
    await mailSeller(config, config.sellerEmail, begun, over)
  } catch (failure) {
    return `The mail to ${config.sellerEmail} could not be sent: ${reasonOf(failure)}`
  }
  const stillKnown = results.filter(({ check, state }) => state !== 'ok' && known.includes(check))
  const next = [...stillKnown, ...begun].map(({ check }) => check)
  try {
    replaceDurably(stateFile(config), JSON.stringify(next), 0o600)
  } catch (failure) {
    return `${stateFile(config)} cannot be written, so the next run sends this mail again: ${reasonOf(failure)}`
  }
  return null
}

/** The longest time that the outside monitor may take, in ms. */
const monitorLimit = 10_000

/** Tells an outside monitor that all is well. It raises the alarm when it hears nothing. @returns the problem; null: none */
async function callMonitor(url: string): Promise<string | null> {
  try {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(monitorLimit) })
    return ok ? null : `WATCH_URL answers ${status}.`
  } catch (failure) {
    return `WATCH_URL does not answer: ${reasonOf(failure)}`
  }
}

export interface Watched {
  /** Whether every check passed, and the seller knows what has to be known. */
  good: boolean
  results: Result[]
  /** Why the seller or the outside monitor could not be told; null: they were, or nothing is new. */
  problem: string | null
}

/** One run of `shop watch`. */
export async function watchShop(config: Config, surroundings: Surroundings = {}): Promise<Watched> {
  const results = await checkShop(config, surroundings)
  const untold = await notify(config, results)
  const good = untold === null && results.every(({ state }) => state === 'ok')
  const problem = good && config.watchUrl ? await callMonitor(config.watchUrl) : untold
  return { good, results, problem }
}
