import type { Mail } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { isNeeded } from '../orders/missed-mails.ts'
import { isToBuyer } from '../outbox/kinds.ts'
import { queueMail } from '../outbox/queue.ts'
import { markReported, newestNotice, type TroubleKind, unreported } from '../outbox/unreported.ts'
import { type Loop, startLoop } from '../timing/loop.ts'
import { reportSoldOut } from './report-sold-out.ts'

type ReportDependencies = Pick<Dependencies, 'config' | 'database' | 'log' | 'now'>

/**
 * The shortest time between two notices of one kind, in ms. What happens meanwhile is in the next one, so a mail server that
 * refuses everything causes four notices an hour.
 */
const pauseAfterNotice = 15 * 60_000
/** The pause between two looks, in ms. */
const pauseMs = 15_000

/**
 * Queues a notice to the seller about mails to buyers that have failed, and one about mails that are late, each mail once. While
 * a notice waits or is younger than 15 minutes, no other of its kind is queued. A notice is never about a notice.
 */
export async function reportTrouble(deps: ReportDependencies): Promise<void> {
  if (deps.config.sellerEmail === null) return
  for (const kind of Object.keys(unreported) as TroubleKind[])
    if ((await unreported[kind](deps.database, deps.now())).length > 0)
      await queueNotice(deps, kind, deps.config.sellerEmail)
}

function queueNotice(
  { config, database, now }: ReportDependencies,
  kind: TroubleKind,
  recipient: string,
): Promise<void> {
  return transaction(database, async (trx) => {
    const newest = await newestNotice(trx, kind)
    if (newest?.status === 'queued' || (newest && newest.created_at > now() - pauseAfterNotice)) return
    const mails = await unreported[kind](trx, now())
    const [first] = mails
    if (!first) return
    await markReported(trx, mails, now())
    const reported: Mail[] = []
    for (const mail of mails) if (isToBuyer(mail.kind) && (await isNeeded(trx, mail))) reported.push(mail)
    if (reported.length === 0) return
    await queueMail(
      trx,
      {
        kind,
        // The notice is about several orders. If one buyer is erased, the others are still reported.
        orderId: null,
        recipient,
        dedupeKey: `${kind}:${first.id}:${now()}`,
        details: { mails: reported.map(({ id }) => id) },
      },
      { now: now(), mailFrom: config.mailFrom },
    )
  })
}

/** Looks for failed and late mail, and for sold-out seats, at once and then repeatedly. */
export function startReports(deps: ReportDependencies & Pick<Dependencies, 'payments' | 'prices'>): Loop {
  const report = async () => {
    await reportTrouble(deps)
    await reportSoldOut(deps)
  }
  return startLoop(report, {
    pauseMs,
    log: deps.log,
    event: 'mail.report_failed',
  })
}
