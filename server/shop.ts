// The acts of a shop: everything that its seller can do to it, each once. The command line and the seller's page of an order change nothing
// except by an act. Each act checks first, and records in the order's history who did it, in the transaction that makes the change.
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { inputProblems } from '#content/messages.ts'
import { site } from '#content/site.ts'
import { type Buyer, checkBuyer } from '../contract/checkout.ts'
import { announceToNext, type Position, queuePreview, storeAnnouncement } from './announcements/announce.ts'
import { announcementProgress, type Progress } from './announcements/progress.ts'
import type { MailKind, Order, Schema } from './database/schema.ts'
import { transaction } from './database/transaction.ts'
import type { Dependencies } from './dependencies.ts'
import { closedReason } from './downloads/closed-reason.ts'
import { isOpen, queueLink } from './downloads/queue-links.ts'
import { ShopError } from './errors.ts'
import { redact } from './log/redact.ts'
import { mailFolder } from './mail/create-mailer.ts'
import { emailKey } from './orders/address.ts'
import { catchUp } from './orders/catch-up.ts'
import { checkOrder, unsettledOrders } from './orders/check-order.ts'
import { refundsReported } from './orders/event-history.ts'
import { applyUnmatched, type EventDependencies, matchAgain, type Outcome } from './orders/events.ts'
import { findOrder, readOrder } from './orders/find-orders.ts'
import { insertLostSale } from './orders/insert-lost-sale.ts'
import { lostSale } from './orders/lost-sale.ts'
import { insertOrder, updateOrder } from './orders/order-rows.ts'
import { findRefundable } from './orders/refundable.ts'
import { refuseUnreachable } from './orders/refuse-unreachable.ts'
import { type Actor, recordAction, recordRefusal } from './orders/seller-actions.ts'
import { isEarned, mayDownload, type ShownStatus, shownStatus } from './orders/state.ts'
import { findEvent } from './orders/stored-events.ts'
import { readTypedEmail } from './orders/typed-email.ts'
import { readTypedName } from './orders/typed-name.ts'
import { queueMail } from './outbox/queue.ts'
import { readdressMails } from './outbox/readdress.ts'
import { sendAgain, sendReceiptAgain } from './outbox/send-again.ts'
import { ProviderError } from './payments/provider.ts'
import { findErasable } from './personal-data/erasable.ts'
import { erasePerson, removeMailFilesOf } from './personal-data/erase.ts'
import { eraseBytes } from './personal-data/erase-bytes.ts'

type Database = Kysely<Schema>
type LinkDependencies = Pick<Dependencies, 'config' | 'database' | 'now' | 'payments'>

/** Closes the download of an order, paid or not. @throws ShopError `not_found` */
export const revoke = (database: Database, id: string, actor: Actor): Promise<Order> =>
  transaction(database, async (trx) => {
    const order = await updateOrder(trx, id, { revoked_at: actor.now, restored_at: null })
    await recordAction(trx, id, 'revoke', actor)
    return order
  })

/**
 * Opens the download of an order again: undoes `revoke`, and lets the buyer download even after a lost dispute. If the receipt
 * failed because the download was closed, it is sent now. The download of a refunded or unpaid order stays closed.
 * @throws ShopError `not_found`
 */
export const restore = (database: Database, id: string, actor: Actor): Promise<Order> =>
  transaction(database, async (trx) => {
    const { dispute } = await findOrder(trx, id)
    const order = await updateOrder(trx, id, {
      revoked_at: null,
      restored_at: dispute === 'lost' ? actor.now : null,
    })
    await recordAction(trx, id, 'restore', actor, dispute === 'lost' ? { dispute } : {})
    if (mayDownload(order)) await sendReceiptAgain(trx, order, actor.now)
    return order
  })

const hour = 3_600_000

/**
 * Mails a new link to an order's page, to the seller's address and nobody else. Whoever has an expired link may ask for it, so
 * each hour of the clock has one. Without a seller's address or the order, nothing happens.
 */
export const renewSellerLink = (
  { config, database, now }: Pick<Dependencies, 'config' | 'database' | 'now'>,
  orderId: string,
): Promise<void> =>
  transaction(database, async (trx) => {
    const order = await readOrder(trx, orderId)
    if (config.sellerEmail === null || !order || order.erased_at !== null) return
    await queueMail(
      trx,
      {
        kind: 'seller-link',
        orderId,
        recipient: config.sellerEmail,
        dedupeKey: `seller-link:${orderId}:${Math.floor(now() / hour)}`,
      },
      { now: now(), mailFrom: config.mailFrom },
    )
  })

/** The longest note, in characters, with all that was added to it. */
export const longestNote = 1000

/**
 * Keeps the seller's own words with an order, after an earlier note or in its place. The history has each change.
 * @param text empty: removes the note
 * @throws ShopError `not_found`; `bad_input` for a long note; `conflict` if the order was erased
 */
export function keepNote(
  database: Database,
  id: string,
  { text, replaces }: { text: string; replaces: boolean },
  actor: Actor,
): Promise<Order> {
  const typed = text.trim()
  return transaction(database, async (trx) => {
    const order = await findOrder(trx, id)
    const note = order.note === null || replaces || typed === '' ? typed : `${order.note}; ${typed}`
    if (note.length > longestNote)
      throw new ShopError(
        'bad_input',
        `A note has at most ${longestNote} characters; this one would have ${note.length}.`,
      )
    // The person asked for everything about them to go.
    if (order.erased_at !== null) throw new ShopError('conflict', `Order ${id} was erased.`)
    await recordAction(trx, id, 'note', actor, { note })
    return updateOrder(trx, id, { note: note || null })
  })
}

/**
 * Records that the consultation of an order was held.
 * @param at when, in ms since 1970; null removes the record
 * @throws ShopError `not_found`; `conflict` when it is recorded already, when the order is not paid, or when there is no record
 * to remove
 */
export async function recordConsultation(
  database: Database,
  id: string,
  at: number | null,
  actor: Actor,
): Promise<Order> {
  const order = await findOrder(database, id)
  const refuse = (message: string, remedy: string) => new ShopError('conflict', message, { remedy })
  if (at !== null && order.consultation_done_at !== null)
    throw refuse(`The consultation of order ${id} is already marked as done.`, '--undo removes the mark.')
  if (at === null && order.consultation_done_at === null)
    throw refuse(`The consultation of order ${id} is not marked as done.`, 'Check the order id.')
  if (at !== null && !isEarned(order))
    throw refuse(`Order ${id} is ${order.status}: no consultation is owed.`, 'Check the order id.')
  return transaction(database, async (trx) => {
    await recordAction(trx, id, at === null ? 'consultation-not-held' : 'consultation-held', actor)
    return updateOrder(trx, id, { consultation_done_at: at })
  })
}

/** The mails that `resend` has queued. */
export interface Resent {
  /** The address of the buyer's mail; null if none was queued. */
  recipient: string | null
  /** Earlier mails that failed or wait for a retry, and are sent again. */
  again: MailKind[]
}

/**
 * Queues a new link at the seller's request, without the limits of the public form, and retries the order's failed mails. A
 * receipt that is sent again contains a link, so no other link is queued then.
 * @throws ShopError `not_found`; `conflict` if the order's download is closed and there is no mail to retry
 */
export const resend = (deps: LinkDependencies, id: string, actor: Actor): Promise<Resent> =>
  transaction(deps.database, (trx) => resendIn(trx, deps, id, actor))

/** If it throws a ShopError, it has changed nothing. */
async function resendIn(
  trx: Transaction<Schema>,
  deps: LinkDependencies,
  id: string,
  actor: Actor,
): Promise<Resent> {
  const order = await findOrder(trx, id)
  const link = isOpen(order, deps) ? order.email : null
  const buyer = order.erased_at === null ? order.email : null
  const to = { buyer, link, seller: deps.config.sellerEmail }
  const again = await sendAgain(trx, id, to, deps.now())
  if (link === null && again.length === 0)
    throw new ShopError('conflict', `No link was sent: ${closedReason(order)}`)
  if (link !== null && !again.includes('receipt')) await queueLink(trx, order, crypto.randomUUID(), deps)
  await recordAction(trx, id, 'resend', actor)
  return { recipient: link, again }
}

/**
 * Changes the address for an order's mail, including mail that is already queued, and closes the links in the old mailbox.
 * @throws ShopError `bad_input` for an address that the checkout would refuse, `not_found`, or `conflict` if the order was
 * erased
 */
export async function changeAddress(
  { database, mailer }: Pick<Dependencies, 'database' | 'mailer'>,
  id: string,
  email: string,
  actor: Actor,
): Promise<Order> {
  const checked = await readTypedEmail(mailer, email)
  return transaction(database, (trx) => changeAddressIn(trx, id, checked, actor))
}

/** @param email checked */
async function changeAddressIn(
  trx: Transaction<Schema>,
  id: string,
  email: string,
  actor: Actor,
): Promise<Order> {
  const before = await findOrder(trx, id)
  if (before.erased_at !== null) throw new ShopError('conflict', `Order ${id} was erased.`)
  const addresses = { from: before.email, to: email }
  await readdressMails(trx, id, addresses)
  await recordAction(trx, id, 'change-address', actor, addresses)
  return updateOrder(trx, id, {
    email,
    contact_key: emailKey(email),
    // The links in the old mailbox may be a stranger's.
    ...(addresses.from !== addresses.to && { links_from: actor.now }),
  })
}

/**
 * Corrects the buyer's name, also in mail that is already queued.
 * @throws ShopError `bad_input` for a name that the checkout would refuse, `not_found`, or `conflict` if the order was erased
 */
export const changeName = (database: Database, id: string, name: string, actor: Actor): Promise<Order> =>
  transaction(database, async (trx) => {
    const before = await findOrder(trx, id)
    if (before.erased_at !== null) throw new ShopError('conflict', `Order ${id} was erased.`)
    const names = { from: before.name, to: readTypedName(before, name) }
    await recordAction(trx, id, 'change-name', actor, names)
    return updateOrder(trx, id, { name: names.to })
  })

/**
 * Moves an order to another address: changes it, and sends a new link and the failed mail there.
 * @throws ShopError as `changeAddress` does
 */
export async function moveTo(
  deps: LinkDependencies & Pick<Dependencies, 'mailer'>,
  id: string,
  email: string,
  actor: Actor,
): Promise<void> {
  const checked = await readTypedEmail(deps.mailer, email)
  await transaction(deps.database, async (trx) => {
    await changeAddressIn(trx, id, checked, actor)
    const { by, now } = actor
    await resendIn(trx, deps, id, { by, now }).catch((error) => {
      // There may be nothing to send, for example because the download is closed.
      if (!(error instanceof ShopError && error.code === 'conflict')) throw error
    })
  })
}

/**
 * Asks the provider to refund what is left of the payment, or a part of it. The order changes when the provider's event arrives.
 * Until then, a second call for the same amount makes no second refund.
 * @param amountCents the part; by default, all that is left
 * @throws ShopError as `findRefundable` does; ProviderError
 */
export async function refund(
  deps: Pick<Dependencies, 'database' | 'payments'>,
  id: string,
  actor: Actor,
  amountCents?: number,
): Promise<void> {
  const { paymentId, leftCents, cents } = await findRefundable(deps, id, amountCents)
  const part = cents === leftCents ? undefined : cents
  // Record it before the call: the provider may make the refund even if its answer is lost.
  const details = part === undefined ? {} : { cents: part }
  const record = await recordAction(deps.database, id, 'refund', actor, details)
  // The provider repeats its answer to a known idempotency key, so each refund after a reported one needs a new key. All that is
  // left is asked for again only after a refund failed.
  const { refunds, failedRefunds } = await refundsReported(deps.database, id)
  try {
    if (part === undefined) await deps.payments.refund(paymentId, `refund:${id}:${failedRefunds}`)
    else await deps.payments.refund(paymentId, `refund:${id}:${refunds}:${failedRefunds}:${part}`, part)
  } catch (error) {
    if (error instanceof ProviderError && error.definite)
      await recordRefusal(deps.database, record, { ...details, refused: redact(error.message) })
    throw error
  }
}

interface Grant extends Buyer {
  /** Why the seller granted it, for the seller's records. */
  reason: string
}

/**
 * Stores an order that nobody paid through the shop, such as a gift or a bank transfer, and mails its receipt with the
 * link. It takes no early-bird seat, is worth 0 and has no payment at the provider, so there is nothing to refund.
 * @throws ShopError `bad_input` for a name or an email address that the checkout would refuse
 */
export async function grantOrder(
  {
    config,
    database,
    mailer,
    payments,
    prices,
  }: Pick<Dependencies, 'config' | 'database' | 'mailer' | 'payments' | 'prices'>,
  grant: Grant,
  actor: Actor,
): Promise<Order> {
  const checked = checkBuyer(grant)
  if (!checked.ok) throw new ShopError('bad_input', inputProblems[checked.problem.problem].message)
  const { buyer } = checked
  await refuseUnreachable(mailer, buyer.email)
  const { reason } = grant
  const { now } = actor
  return transaction(database, async (trx) => {
    const id = crypto.randomUUID()
    const order = await insertOrder(trx, payments, {
      id,
      ...buyer,
      status: 'paid',
      tier: 'list',
      amount_cents: 0,
      charged_cents: 0,
      currency: prices.currency,
      terms_version: site.termsVersion,
      idempotency_key: `grant:${id}`,
      request: '{}',
      expires_at: now,
      created_at: now,
      completed_at: now,
      paid_at: now,
      granted_at: now,
      note: reason,
    })
    await recordAction(trx, id, 'grant', actor, { reason })
    const receipt = {
      kind: 'receipt',
      orderId: id,
      recipient: buyer.email,
      dedupeKey: `receipt:${id}`,
    } as const
    await queueMail(trx, receipt, { now, mailFrom: config.mailFrom })
    return order
  })
}

/**
 * Creates the order of an unmatched event, for example after a restore from a backup that is older than the sale. The
 * provider says who bought what. The order gets its original id, so mailed links work again. All stored events of the sale
 * are then applied to it, such as the payment, which sends the receipt, or a refund.
 * @throws ShopError `not_found`, or `conflict` if the event already has an order or is not about a sale of this shop;
 * ProviderError
 */
export async function adoptOrder(deps: EventDependencies, eventId: string, actor: Actor): Promise<Order> {
  const event = await findEvent(deps.database, eventId)
  const refuse = (message: string, remedy: string) => new ShopError('conflict', message, { remedy })
  if (event.outcome !== 'unmatched')
    throw refuse(
      `Event ${eventId} is ${event.outcome}, so there is nothing to adopt.`,
      'List the events without an order: npm run shop -- events list --outcome unmatched',
    )
  const sale = await lostSale(deps, event)
  if (!sale)
    throw refuse(
      `The provider knows no checkout of this shop for event ${eventId}.`,
      'Adopt the event checkout.session.completed of that payment, if there is one.',
    )
  const { id } = sale
  await transaction(deps.database, async (trx) => {
    if (await readOrder(trx, id))
      throw refuse(
        `Order ${id} of this event already exists.`,
        `Apply the event to it: events replay ${eventId}`,
      )
    await insertLostSale(trx, deps.payments, sale)
    await recordAction(trx, id, 'adopt', actor, { event: eventId })
    await applyUnmatched(trx, deps, await findOrder(trx, id))
  })
  return findOrder(deps.database, id)
}

/**
 * Looks for the order of an unmatched event again. An event without an effect is `ignored`. Any other event was already
 * applied, so it is a `duplicate`.
 * @throws ShopError `not_found`
 */
export async function replayEvent(deps: EventDependencies, id: string): Promise<Exclude<Outcome, 'foreign'>> {
  return transaction(deps.database, async (trx) => {
    const stored = await findEvent(trx, id)
    if (stored.outcome === 'ignored') return 'ignored'
    return stored.outcome === 'unmatched' ? matchAgain(trx, deps, stored) : 'duplicate'
  })
}

/** What `reconcile` found. */
interface Reconciled {
  /** How many missed events were applied; an error if the provider did not list its events. */
  events: number | { error: unknown }
  /** The status of each unsettled order before and after; `error` if the provider did not answer. */
  orders: { id: string; before: ShownStatus; after: ShownStatus; error?: unknown }[]
}

/** Applies the events that the shop missed, and asks the provider about every unsettled order, even if the sweep has just asked. */
export async function reconcile(deps: EventDependencies): Promise<Reconciled> {
  const events = await catchUp(deps).catch((error: unknown) => ({ error }))
  const orders: Reconciled['orders'] = []
  for (const order of await unsettledOrders(deps)) {
    const failure = await checkOrder(deps, order).then(
      () => ({}),
      (error: unknown) => ({ error }),
    )
    const after = await findOrder(deps.database, order.id)
    orders.push({ id: order.id, before: shownStatus(order), after: shownStatus(after), ...failure })
  }
  return { events, orders }
}

/**
 * Erases a person: in the database, in the mails that were written to files, and in the bytes that the database no longer uses.
 * @returns the ids of the erased orders, and what is left of them on the disk; null: nothing
 * @throws ShopError as `findErasable` does
 */
export async function erase(
  { config, database }: Pick<Dependencies, 'config' | 'database'>,
  email: string,
  actor: Actor,
): Promise<{ erased: string[]; problem: string | null }> {
  const folder = mailFolder(config)
  const orders = await findErasable(database, email, actor.now)
  // The files go first: after a crash in between, nobody could find the orders of this person again.
  await removeMailFilesOf(
    database,
    folder,
    orders.map(({ id }) => id),
  )
  const erased = await erasePerson(database, email, actor)
  // A mail may have been written meanwhile.
  await removeMailFilesOf(database, folder, erased)
  return { erased, problem: await eraseBytes(database, config) }
}

/** Mails a preview of an announcement to the seller. @param notes Markdown that `parseNotes` accepts */
export async function previewAnnouncement(
  deps: LinkDependencies,
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
  deps: LinkDependencies,
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
