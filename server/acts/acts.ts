import type { Transaction } from 'kysely'
import { consultation } from '#content/consultation.ts'
import { inputProblems } from '#content/messages.ts'
import { checkEmail, plainText } from '../../contract/checkout.ts'
import type { ActName, Order, Schema } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Shop } from '../dependencies.ts'
import { isOpen } from '../downloads/access.ts'
import { queueLink } from '../downloads/queue-links.ts'
import { ShopError } from '../errors.ts'
import { emailKey } from '../orders/address.ts'
import { findOrder } from '../orders/find-orders.ts'
import { updateOrder } from '../orders/order-rows.ts'
import { type Actor, recordAct } from '../orders/record-act.ts'
import { isEarned, isGranted, mayDownload, shownStatus } from '../orders/state.ts'
import { readdressMails, sendAgain, sendReceiptAgain } from '../outbox/send-again.ts'

type Trx = Transaction<Schema>

/** What an act asks for. */
interface Field {
  /** Of the form's field, and of the command's argument or flag. */
  name: string
  label: string
  type: 'email' | 'text' | 'flag'
}

/**
 * What the seller can do to an order. The seller's page shows a button for each act that has one, and the command line a
 * command for each. Nothing here is irrevocable, so nothing asks before it.
 */
export interface Act {
  name: ActName
  /** For the help of the command line. */
  help: string
  /** On the seller's page; null: only the command line has this act. */
  button: string | null
  field: Field | null
  /**
   * Why an order does not allow the act now; null: it does.
   * @param typed what was typed into the field; '' without a field, and for a flag that is not set
   */
  refusal(order: Order, typed: string, deps: Shop): string | null
  /**
   * Does the act.
   * @returns what the record of it keeps
   * @throws ShopError `bad_input`
   */
  run(trx: Trx, order: Order, typed: string, deps: Shop): Promise<Record<string, string>>
  /** Says what was done. @param order after the act */
  done(order: Order): string
}

/**
 * The address that the seller typed for the buyer of an order, as the checkout would store it.
 * @throws ShopError `bad_input` for an address that the checkout would refuse
 */
function readTypedEmail(typed: string): string {
  const checked = checkEmail(typed)
  if (!checked.ok) throw new ShopError('bad_input', inputProblems[checked.problem].message)
  return checked.email
}

/** Why an order's download is closed, for the seller. */
function closedReason(order: Order): string {
  const { id } = order
  if (shownStatus(order) === 'waiting')
    return `order ${id} waits for the buyer's bank. The receipt with the link goes out when the bank confirms the payment.`
  if (order.status === 'open')
    return `order ${id} is not paid yet. The receipt with the link goes out when it is.`
  if (order.erased_at !== null) return `the buyer of order ${id} was erased.`
  if (order.revoked_at !== null && isEarned(order))
    return `the download of order ${id} was closed. open reopens it.`
  if (isEarned(order)) return `order ${id} was paid in another mode or with another provider.`
  return `order ${id} is ${order.status}${order.dispute === 'lost' ? ', and the dispute was lost. open reopens it' : ''}.`
}

/** Sends failed mail of an order again, and a new link, unless mail with a link is about to leave, as after a double tap. */
async function sendLink(trx: Trx, order: Order, deps: Shop): Promise<void> {
  const link = isOpen(order, deps) ? order.email : null
  const to = { buyer: order.email, link, seller: deps.config.sellerEmail }
  await sendAgain(trx, order.id, to, deps.now())
  if (link === null) return
  const leaving = await trx
    .selectFrom('outbox')
    .select('id')
    .where('order_id', '=', order.id)
    .where('kind', 'in', ['receipt', 'link'])
    .where('status', '=', 'queued')
    .where('attempts', '=', 0)
    .where('recipient', '=', link)
    .executeTakeFirst()
  if (!leaving) await queueLink(trx, order, crypto.randomUUID(), deps)
}

/** The longest note, in characters. */
const longestNote = 1000

const none = async () => ({})

const resend: Act = {
  name: 'resend',
  help: 'email a new download link, and retry failed mail',
  button: 'Send a new link',
  field: null,
  refusal: (order, _, deps) => (isOpen(order, deps) ? null : `No link was sent: ${closedReason(order)}`),
  run: (trx, order, _, deps) => sendLink(trx, order, deps).then(none),
  done: ({ email }) => `A mail with the link is on its way to ${email}.`,
}

const changeAddress: Act = {
  name: 'change-address',
  help: "change the address of an order's mail, and send the link and failed mail there",
  button: 'Change and send again',
  field: { name: 'email', label: 'Send mail about this order to', type: 'email' },
  refusal: () => null,
  async run(trx, order, typed, deps) {
    const addresses = { from: order.email, to: readTypedEmail(typed) }
    const { to } = addresses
    await readdressMails(trx, order.id, addresses)
    // The links in the old mailbox may be a stranger's.
    const links = addresses.from === to ? {} : { links_from: deps.now() }
    const changed = await updateOrder(trx, order.id, { email: to, contact_key: emailKey(to), ...links })
    await sendLink(trx, changed, deps)
    return addresses
  },
  done: (order) =>
    `Mail about this order now goes to ${order.email}${mayDownload(order) ? ', and the link is on its way there' : ''}.`,
}

const close: Act = {
  name: 'close',
  help: "close an order's download; open reopens it",
  button: 'Close the download',
  field: null,
  refusal: (order) => (mayDownload(order) ? null : `The download is closed already: ${closedReason(order)}`),
  run: (trx, { id }, _, { now }) => updateOrder(trx, id, { revoked_at: now(), restored_at: null }).then(none),
  done: () => 'The download is closed.',
}

const open: Act = {
  name: 'open',
  help: 'open a download again after close, or after a lost dispute',
  button: 'Open the download',
  field: null,
  refusal(order) {
    if (mayDownload(order)) return 'The download is open already.'
    const isClosedBySeller = order.revoked_at !== null || order.dispute === 'lost'
    return isClosedBySeller ? null : `The download stays closed: ${closedReason(order)}`
  },
  async run(trx, { id, dispute }, _, { now }) {
    const restored_at = dispute === 'lost' ? now() : null
    const order = await updateOrder(trx, id, { revoked_at: null, restored_at })
    // It failed if the download was closed, and the buyer cannot ask for a mail that they do not know about.
    if (mayDownload(order)) await sendReceiptAgain(trx, order, now())
    return {}
  },
  done: (order) =>
    mayDownload(order)
      ? 'The download is open.'
      : `The download is no longer closed by you. It stays closed, because the order is ${order.status}.`,
}

const note: Act = {
  name: 'note',
  help: 'keep your own words with an order, in place of earlier ones',
  button: null,
  field: { name: 'text', label: 'such as "invoice 2026-17"; "" removes the note', type: 'text' },
  refusal: () => null,
  async run(trx, { id }, typed) {
    const text = plainText(typed)
    if (text.length > longestNote)
      throw new ShopError('bad_input', `Type a note of at most ${longestNote} characters.`)
    await updateOrder(trx, id, { note: text || null })
    return { note: text }
  },
  done: (order) => (order.note === null ? 'The note is removed.' : 'The note is kept.'),
}

function consultationRefusal(order: Order, undo: string): string | null {
  const isDone = order.consultation_done_at !== null
  if (undo) return isDone ? null : 'The consultation is not marked as done.'
  if (isDone) return 'The consultation is already marked as done. --undo removes the mark.'
  if (isEarned(order) && !isGranted(order)) return null
  return `No consultation is owed: the order is ${isGranted(order) ? 'a gift' : order.status}.`
}

const consultationDone: Act = {
  name: 'consultation',
  help: 'mark the consultation of an order as done',
  button: 'Consultation done',
  field: { name: 'undo', label: 'remove the mark', type: 'flag' },
  refusal: consultationRefusal,
  async run(trx, { id }, undo, { now }) {
    await updateOrder(trx, id, { consultation_done_at: undo ? null : now() })
    return undo ? { undo } : {}
  },
  done: (order) =>
    order.consultation_done_at === null
      ? 'The consultation is not marked as done.'
      : 'The consultation is marked as done.',
}

/** In the order of the buttons. A shop without a consultation has no act for it. */
export const acts: Act[] = [
  resend,
  changeAddress,
  ...(consultation ? [consultationDone] : []),
  close,
  open,
  note,
]

/**
 * Does an act, and records who did it, in one transaction.
 * @param typed what was typed into the field of the act
 * @returns the order after it
 * @throws ShopError `not_found`; `conflict` if the order was erased or does not allow the act; `bad_input`
 */
export const perform = (deps: Shop, act: Act, orderId: string, typed: string, actor: Actor): Promise<Order> =>
  transaction(deps.database, async (trx) => {
    const order = await findOrder(trx, orderId)
    if (order.erased_at !== null) throw new ShopError('conflict', `Order ${orderId} was erased.`)
    const refusal = act.refusal(order, typed, deps)
    if (refusal !== null) throw new ShopError('conflict', refusal)
    const details = await act.run(trx, order, typed, deps)
    await recordAct(trx, orderId, act.name, actor, details)
    return findOrder(trx, orderId)
  })
