import { hostname } from 'node:os'
import type { Mail } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { reasonOf } from '../errors.ts'
import { redact } from '../log/redact.ts'
import { pauseAfter, renewMs } from '../outbox/backoff.ts'
import { claimMail, dueMails, releaseMail, renewClaim } from '../outbox/claim.ts'
import { type Loop, startLoop } from '../timing/loop.ts'
import { MailError, ObsoleteMail } from './mailer.ts'
import { renderMail } from './render-mail.ts'

export type WorkerDependencies = Pick<
  Dependencies,
  'config' | 'database' | 'mailer' | 'kit' | 'linkSecret' | 'log' | 'now' | 'payments'
>

/**
 * How long a mail in flight may take after the worker was told to stop, in ms. Aborting a mail that the server is just
 * accepting would send it twice. `server/main.ts` allows a little more, for releasing the claim.
 */
const stopWithin = 5000

/** Mails that are sent at the same time, each in its own loop, so that one that hangs does not block the others. */
const lanes = 4

async function deliver(deps: WorkerDependencies, mail: Mail, signal?: AbortSignal): Promise<void> {
  const { database, log, now } = deps
  const attempts = mail.attempts + 1
  const about = { mail: mail.id, kind: mail.kind, order: mail.order_id, attempt: attempts }
  const outcome = await send(deps, mail, attempts, signal)
  switch (outcome.kind) {
    case 'sent': {
      // If the process dies here, the mail is sent again after the claim expires, with the same Message-ID.
      const sent = { status: 'sent', attempts, last_error: null, sent_at: now() } as const
      const isClaimed = await releaseMail(database, mail, sent)
      if (isClaimed) log.info('mail.sent', about)
      else log.warn('mail.sent_after_claim_lapsed', about)
      return
    }
    case 'obsolete':
      log.info('mail.obsolete', about)
      await releaseMail(database, mail, { status: 'obsolete', attempts, last_error: outcome.reason })
      return
    case 'failed':
      log.error('mail.failed', { ...about, error: outcome.error })
      await releaseMail(database, mail, { status: 'failed', attempts, last_error: outcome.reason })
      return
    case 'aborted':
      // Shutdown is no failed attempt. The mail is due at once, so the next process does not wait.
      await releaseMail(database, mail, {
        status: 'queued',
        attempts: mail.attempts,
        last_error: outcome.reason,
        next_attempt_at: now(),
      })
      return
    case 'deferred':
      log.warn('mail.deferred', { ...about, error: outcome.error, pauseMs: outcome.pauseMs })
      await releaseMail(database, mail, {
        status: 'queued',
        attempts,
        last_error: outcome.reason,
        next_attempt_at: now() + outcome.pauseMs,
      })
  }
}

type Outcome =
  | { kind: 'sent' }
  | { kind: 'obsolete' | 'aborted'; reason: string }
  | { kind: 'failed'; reason: string; error: unknown }
  | { kind: 'deferred'; reason: string; error: unknown; pauseMs: number }

async function send(
  deps: WorkerDependencies,
  mail: Mail,
  attempts: number,
  signal?: AbortSignal,
): Promise<Outcome> {
  try {
    await deps.mailer.send(await renderMail(mail, deps), signal)
    return { kind: 'sent' }
  } catch (error) {
    // Mail servers name the recipient, and may quote the mail. The log gets their codes alone.
    const reason = redact(reasonOf(error)).slice(0, 500)
    if (error instanceof ObsoleteMail) return { kind: 'obsolete', reason }
    if (error instanceof MailError && error.permanent) return { kind: 'failed', reason, error }
    if (signal?.aborted) return { kind: 'aborted', reason }
    const pauseMs = pauseAfter(attempts)
    return pauseMs === null ? { kind: 'failed', reason, error } : { kind: 'deferred', reason, error, pauseMs }
  }
}

/**
 * Keeps a claim alive while its mail is being sent. A failed renewal is not logged: the next one follows, and
 * if none succeeds the claim expires, which costs a repeat with the same Message-ID.
 */
async function whileClaimed(
  { database, now }: WorkerDependencies,
  mail: Mail,
  everyMs: number,
  work: () => Promise<void>,
): Promise<void> {
  const timer = setInterval(() => void renewClaim(database, mail, now()).catch(() => {}), everyMs)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
}

export interface RunOptions {
  /** Breaks off what is being sent, which is then due again. */
  signal?: AbortSignal
  /** Ids of the mails that this process is sending: a clock that jumps ahead must not make it send one twice. */
  inHand?: Set<string>
  /** How often the claim is renewed, in ms. */
  renewMs?: number
}

/**
 * Sends one mail that is due, outside any transaction. Any number of workers on any number of machines may do so
 * at once.
 * @param workerId unique among them
 * @returns how many mails it took up: 1, or 0 when there was nothing to take
 * @throws when the database fails; what was claimed is taken up again after its claim has expired
 */
export async function runOnce(
  deps: WorkerDependencies,
  workerId: string,
  options: RunOptions = {},
): Promise<number> {
  const { inHand = new Set<string>() } = options
  const due = await dueMails(deps.database, deps.now(), lanes + inHand.size)
  for (const id of due) {
    if (inHand.has(id)) continue
    inHand.add(id)
    try {
      const mail = await claimMail(deps.database, id, workerId, deps.now())
      if (!mail) continue
      await whileClaimed(deps, mail, options.renewMs ?? renewMs, () => deliver(deps, mail, options.signal))
      return 1
    } finally {
      inHand.delete(id)
    }
  }
  return 0
}

/**
 * Runs until it is stopped. Each lane looks once a second: mail may also be queued by another machine or the
 * command line, and a buyer expects it at once. `stop` lets the mails in flight finish for `stopWithin` ms.
 */
export function startWorker(
  deps: WorkerDependencies,
  options: { pollMs?: number; stopWithin?: number } = {},
): Loop {
  const abortMails = new AbortController()
  const shared = { signal: abortMails.signal, inHand: new Set<string>() }
  const loops = Array.from({ length: lanes }, () => {
    const workerId = `${hostname()}:${process.pid}:${crypto.randomUUID()}`
    return startLoop(async () => (await runOnce(deps, workerId, shared)) > 0, {
      pauseMs: options.pollMs ?? 1000,
      failed: (error) => deps.log.error('mail.worker_failed', { error }),
    })
  })
  return {
    async stop() {
      const late = setTimeout(() => abortMails.abort(), options.stopWithin ?? stopWithin)
      await Promise.all(loops.map((loop) => loop.stop()))
      clearTimeout(late)
    },
  }
}
