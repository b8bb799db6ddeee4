import { setTimeout as pause } from 'node:timers/promises'
import { announceToNext, type Position, queuePreview, storeAnnouncement } from '../announcements/announce.ts'
import { announcementProgress, type Progress } from '../announcements/progress.ts'
import type { Dependencies } from '../dependencies.ts'

/** Mails a preview of an announcement to the seller. @param notes Markdown that `parseNotes` accepts */
export async function previewAnnouncement(
  deps: Pick<Dependencies, 'config' | 'database' | 'now' | 'payments'>,
  { id, notes }: { id: string; notes: string },
  recipient: string,
): Promise<void> {
  await storeAnnouncement(deps.database, { id, notes, now: deps.now() })
  await queuePreview(deps, id, recipient)
}

/**
 * The most announcement mails in the queue. With more, the mail server is slow or down, and receipts would wait behind the
 * announcement.
 */
const mostQueued = 200

/**
 * Queues an announcement for each buyer with an open download who does not have it yet. A run that was stopped can start again.
 * @param rate mails per minute
 * @param tell called often, with the numbers of mails so far
 * @returns the final numbers of mails
 */
export async function announce(
  deps: Pick<Dependencies, 'config' | 'database' | 'now' | 'payments'>,
  { id, notes }: { id: string; notes: string },
  rate: number,
  tell: (progress: Progress) => void,
): Promise<Progress> {
  await storeAnnouncement(deps.database, { id, notes, now: deps.now() })
  let position: Position = null
  for (;;) {
    const progress = await announcementProgress(deps.database, id)
    tell(progress)
    if (progress.queued >= mostQueued) {
      await pause(1000)
      continue
    }
    const next = await announceToNext(deps, id, position, Math.ceil(rate / 60))
    if (next.position === null) return announcementProgress(deps.database, id)
    position = next.position
    await pause((next.queued * 60_000) / rate)
  }
}
