import { stat } from 'node:fs/promises'
import { Hono } from 'hono'
import { checkWrites } from './database/check-writes.ts'
import type { Dependencies } from './dependencies.ts'
import { checkUnchanged } from './downloads/kit.ts'
import { lateMails, missedMails } from './outbox/count.ts'
import { within } from './within.ts'

/** One slow part must not hold up the answer of whoever watches, in ms. */
const checkLimit = 2000
/** How long an answer stands, in ms: the endpoint is public, and each check asks another system. */
const answerLife = 3000

type HealthDependencies = Pick<Dependencies, 'database' | 'mailer' | 'payments' | 'kit' | 'log' | 'now'>

interface Readiness {
  ready: boolean
  checks: Record<'database' | 'mail' | 'payments' | 'kit', { ok: boolean; problem?: string }>
  /**
   * Whether some mail is late, and whether some was given up; null while the database cannot be read. No numbers, and
   * nothing of what was just queued: who asks for a fresh link must not see here whether there was one to send.
   */
  mails: { late: boolean; failed: boolean } | null
}

/** Asks every part that a sale needs, each within its own limit. */
async function checkReadiness(dependencies: HealthDependencies): Promise<Readiness> {
  const { kit, log, mailer, payments } = dependencies
  const outcome = async (part: string, work: () => Promise<unknown>) => {
    try {
      await within(checkLimit, work(), () => new Error(`no answer within ${checkLimit} ms`))
      return { ok: true }
    } catch (error) {
      log.warn('not ready', { part, error })
      // Anyone may read this answer; what exactly failed is for the log.
      return { ok: false, problem: `The ${part} check failed; the log says why.` }
    }
  }
  let mails: Readiness['mails'] = null
  const [database, mail, paymentsOutcome, kitOutcome] = await Promise.all([
    outcome('database', async () => {
      const { database, now } = dependencies
      const [late, missed] = [await lateMails(database, now()), await missedMails(database)]
      mails = { late: late.length > 0, failed: missed.length > 0 }
      await checkWrites(database, now())
    }),
    outcome('mail', () => mailer.check()),
    outcome('payments', () => payments.check()),
    outcome('kit', async () => checkUnchanged(kit, await stat(kit.path))),
  ])
  const checks = { database, mail, payments: paymentsOutcome, kit: kitOutcome }
  return { ready: Object.values(checks).every((check) => check.ok), checks, mails }
}

/** GET /healthz: the process answers. GET /readyz: it could sell now, 200 or 503 with what it could not reach. */
export function health(dependencies: HealthDependencies): Hono {
  let cached: { at: number; answer: Promise<Readiness> } | null = null
  return new Hono()
    .get('/healthz', (c) => c.json({ alive: true }, 200, { 'cache-control': 'no-store' }))
    .get('/readyz', async (c) => {
      const now = dependencies.now()
      // A clock that was set back counts as time that has gone by.
      if (!cached || Math.abs(now - cached.at) >= answerLife)
        cached = { at: now, answer: checkReadiness(dependencies) }
      const answer = await cached.answer
      return c.json(answer, answer.ready ? 200 : 503, { 'cache-control': 'no-store' })
    })
}
