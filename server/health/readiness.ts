import { stat } from 'node:fs/promises'
import { lacksWebhookSecret, missingWebhookSecret } from '../config/start-warnings.ts'
import { checkWrites } from '../database/check-writes.ts'
import type { Dependencies } from '../dependencies.ts'
import { checkUnchanged } from '../downloads/kit.ts'
import { isWorthLogging } from '../log/repeated-failure.ts'
import { missedMails } from '../orders/missed-mails.ts'
import { lateMails } from '../outbox/late-mails.ts'
import { type Loop, startLoop } from '../timing/loop.ts'
import { within } from '../timing/within.ts'

const second = 1000

/** The time limit of one check, in ms. */
const checkLimit = 2 * second
/** The pause between two runs, in ms. Each run checks only the parts that are due. */
const runEvery = 5 * second
/** An older result does not count, because the checks themselves hang. In ms. */
const longestLife = 60 * second

/**
 * How long a good result of a part is used, in ms. Each check of the mail server is a login, and servers lock accounts that log
 * in too often. 0: each run checks the part, also after a failure. Nothing can be sold without the database, so a balancer must
 * learn within ten seconds that it is gone or back. Nor can a kit be downloaded that has changed, and a look at the file costs nothing.
 */
const recheckAfter = {
  database: 0,
  kit: 0,
  payments: 60 * second,
  mail: 300 * second,
}

/** The pause before another failed part is checked again, in ms. It grows with each failure. */
const pauseAfter = (failures: number): number => Math.min(runEvery * 2 ** (failures - 1), 60 * second)

type Part = keyof typeof recheckAfter

type ReadinessDependencies = Pick<
  Dependencies,
  'config' | 'database' | 'mailer' | 'payments' | 'kit' | 'log' | 'now'
>

export interface Readiness {
  ready: boolean
  /** A part may be ok with a problem: the shop can sell, and buyers wait longer. */
  checks: Record<Part, { ok: boolean; problem?: string }>
  /**
   * Whether any mail is late, and whether any mail has failed for good; null if the database cannot be read. There are no
   * numbers, and mail that was just queued does not count. Otherwise, a visitor could ask for a new link and see here whether
   * the address has an order.
   */
  mails: { late: boolean; failed: boolean } | null
}

export interface ReadinessCheck {
  /** Checks the parts that are due, all at the same time, each with its own time limit. Never rejects. */
  runOnce(): Promise<Readiness>
  /** The last result; null before the first run has ended, and if no run has ended for `longestLife`. */
  latest(): Readiness | null
}

/**
 * Checks whether the shop can sell now. It runs in the background, so a request for the result causes no login, call or write.
 * @param elapsed ms since any moment. It must not jump when the clock is set
 */
export function createReadinessCheck(
  deps: ReadinessDependencies,
  elapsed: () => number = () => performance.now(),
): ReadinessCheck {
  const results = new Map<
    Part,
    { at: number; failures: number; outcome: { ok: boolean; problem?: string } }
  >()
  let mails: Readiness['mails'] = null
  let isMailStuck = false
  let last: { at: number; result: Readiness } | null = null

  const tests: Record<Part, () => Promise<unknown>> = {
    async database() {
      mails = null
      isMailStuck = false
      const late = await lateMails(deps.database, deps.now()).limit(1).executeTakeFirst()
      // Anybody can ask for a link, and the public sees whether the shop is ready. It must not say whether the address has an order.
      const notAsked = lateMails(deps.database, deps.now()).where('kind', '!=', 'link').limit(1)
      isMailStuck = late !== undefined && (await notAsked.executeTakeFirst()) !== undefined
      const missed = await missedMails(deps.database).next()
      mails = { late: late !== undefined, failed: !missed.done }
      await checkWrites(deps.database, deps.now())
    },
    mail: () => deps.mailer.check(),
    payments: () => deps.payments.check(),
    kit: async () => checkUnchanged(deps.kit, await stat(deps.kit.path)),
  }

  async function check(part: Part) {
    const previous = results.get(part)
    const pause = previous?.failures ? pauseAfter(previous.failures) : recheckAfter[part]
    if (previous && recheckAfter[part] > 0 && elapsed() - previous.at < pause) return previous.outcome
    const at = elapsed()
    const failures = (previous?.failures ?? 0) + 1
    const timeoutError = () => new Error(`no answer within ${checkLimit} ms`)
    const outcome = await within(checkLimit, tests[part](), timeoutError).then(
      () => ({ ok: true }),
      (error) => {
        if (isWorthLogging(failures)) deps.log.warn('not ready', { part, error, failures })
        // The details are for the log, not for the response.
        return { ok: false, problem: `The ${part} check failed; the log says why.` }
      },
    )
    results.set(part, { at, failures: outcome.ok ? 0 : failures, outcome })
    return outcome
  }

  return {
    async runOnce() {
      const [database, login, answer, kit] = await Promise.all([
        check('database'),
        check('mail'),
        check('payments'),
        check('kit'),
      ])
      // What the shop has done says more than a check. It is known without another login or call, so no pause delays it.
      const mail = login.ok && isMailStuck ? { ok: false, problem: lateMail } : login
      const payments = answer.ok ? paymentsOf(deps) : answer
      const checks = { database, mail, payments, kit }
      const result = { ready: Object.values(checks).every(({ ok }) => ok), checks, mails }
      last = { at: elapsed(), result }
      return result
    },
    latest: () => (last && elapsed() - last.at <= longestLife ? last.result : null),
  }
}

const lateMail = 'A mail has waited for 15 minutes. The log names its order.'

/** The part of a provider that answers. */
function paymentsOf({ config }: ReadinessDependencies): Readiness['checks']['payments'] {
  return lacksWebhookSecret(config) ? { ok: true, problem: missingWebhookSecret.what } : { ok: true }
}

/** Runs the check at once and then repeatedly. */
export function startReadinessCheck(check: ReadinessCheck, log: Dependencies['log']): Loop {
  return startLoop(() => check.runOnce(), {
    pauseMs: runEvery,
    log,
    event: 'readiness.failed',
  })
}
