import { hostname } from 'node:os'
import { md } from '../../contract/markdown.ts'
import type { Mail } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { reasonOf } from '../errors.ts'
import { redact } from '../log/redact.ts'
import { claimMail, pauseAfter, releaseMail } from '../outbox/claim.ts'
import { isToBuyer, nameOfMail } from '../outbox/kinds.ts'
import { queueNotice } from '../outbox/queue.ts'
import { type Loop, startLoop } from '../timing/loop.ts'
import { MailError, ObsoleteMail } from './mailer.ts'
import { renderMail } from './render-mail.ts'

/**
 * How long a mail in flight may take after a stop, in ms. If the server is accepting a mail while it is aborted, the mail is
 * sent twice. `server/main.ts` allows a little more time, so that the claim can be released.
 */
const stopWithin = 5000

/** How many mails are sent at the same time. Each lane is a separate loop, so a mail that hangs does not block the others. */
const lanes = 4

async function deliver(deps: Dependencies, mail: Mail, signal?: AbortSignal): Promise<void> {
  const attempts = mail.attempts + 1
  const details = { mail: mail.id, kind: mail.kind, order: mail.order_id, attempt: attempts }
  try {
    await deps.mailer.send(await renderMail(mail, deps), signal)
  } catch (error) {
    return releaseUnsent(deps, mail, error, details, signal)
  }
  // If the process dies here, the mail is sent again after the claim expires, with the same Message-ID.
  const sent = { status: 'sent', attempts, last_error: null, sent_at: deps.now() } as const
  const isClaimed = await releaseMail(deps.database, mail, sent)
  if (isClaimed) deps.log.info('mail.sent', details)
  else deps.log.warn('mail.sent_after_claim_lapsed', details)
}

async function releaseUnsent(
  deps: Dependencies,
  mail: Mail,
  error: unknown,
  details: { attempt: number },
  signal?: AbortSignal,
): Promise<void> {
  const { database, log, now } = deps
  const attempts = details.attempt
  // The answer of a mail server names the recipient and may quote the mail. Log only its codes.
  const answer = error instanceof MailError ? error.answer : undefined
  const last_error = redact(answer ?? reasonOf(error)).slice(0, 500)
  const isPermanent = error instanceof MailError && error.permanent
  const pauseMs = isPermanent ? null : pauseAfter(attempts)
  if (error instanceof ObsoleteMail) {
    log.info('mail.obsolete', details)
    await releaseMail(database, mail, { status: 'obsolete', attempts, last_error })
  } else if (signal?.aborted && !isPermanent) {
    // A shutdown is not a failed attempt. The mail is due at once, so the next process does not wait.
    const queued = { status: 'queued', attempts: mail.attempts, next_attempt_at: now() } as const
    await releaseMail(database, mail, { ...queued, last_error })
  } else if (pauseMs === null) {
    log.error('mail.failed', { ...details, error })
    await giveUp(deps, mail, { attempts, last_error })
  } else {
    log.warn('mail.deferred', { ...details, error, pauseMs })
    const later = { status: 'queued', attempts, next_attempt_at: now() + pauseMs } as const
    await releaseMail(database, mail, { ...later, last_error })
  }
}

/**
 * Stores that a mail failed for good, with a notice to the seller if it was for a buyer. The notice is obsolete if the mail is sent
 * first, so an hour without a mail server floods nobody.
 */
function giveUp(
  deps: Dependencies,
  mail: Mail,
  { attempts, last_error }: { attempts: number; last_error: string },
): Promise<void> {
  return transaction(deps.database, async (trx) => {
    const isReleased = await releaseMail(trx, mail, { status: 'failed', attempts, last_error })
    // A notice about a notice would fail, too.
    if (!isReleased || !isToBuyer(mail.kind) || mail.order_id === null) return
    const name = nameOfMail(mail.kind)
    await queueNotice(
      trx,
      deps,
      { orderId: mail.order_id, cause: `${mail.id}:${deps.now()}` },
      {
        title: `Not delivered: the ${name}`,
        text: md`
          The shop has tried to send the ${name} ${attempts === 1 ? 'once' : `${attempts} times`}, and does not try again. The reason:

          > ${last_error.slice(0, longestReason)}

          Look at the address first. If it has a typo, open the order and change it: the email then goes to the new address at once. If the address is right, correct what the mail server says, and send the email again.`,
        mail: mail.id,
      },
    )
  })
}

/** The most characters of a mail server's answer in a notice. */
const longestReason = 200

/**
 * Sends one mail that is due, outside of any transaction. Any number of workers on any number of machines may call it at the
 * same time.
 * @param workerId unique among all workers
 * @param signal aborts the mail in flight, which is then due again
 * @returns how many mails it tried to send: 1, or 0 if none was due
 * @throws if the database fails; the mail is sent again after its claim has expired
 */
export async function runOnce(deps: Dependencies, workerId: string, signal?: AbortSignal): Promise<number> {
  const mail = await claimMail(deps.database, workerId, deps.now())
  if (!mail) return 0
  await deliver(deps, mail, signal)
  return 1
}

/**
 * Sends mail until it is stopped. Each lane looks for mail once a second: another machine or the command line may also queue
 * mail, and buyers expect it at once. `stop` waits up to `stopWithin` ms for the mails in flight.
 */
export function startWorker(
  deps: Dependencies,
  options: { pollMs?: number; stopWithin?: number } = {},
): Loop {
  const abortMails = new AbortController()
  const loops = Array.from({ length: lanes }, () => {
    const workerId = `${hostname()}:${process.pid}:${crypto.randomUUID()}`
    return startLoop(async () => (await runOnce(deps, workerId, abortMails.signal)) > 0, {
      pauseMs: options.pollMs ?? 1000,
      log: deps.log,
      event: 'mail.worker_failed',
    })
  })
  return {
    async stop() {
      const timer = setTimeout(() => abortMails.abort(), options.stopWithin ?? stopWithin)
      await Promise.all(loops.map((loop) => loop.stop()))
      clearTimeout(timer)
    },
  }
}
