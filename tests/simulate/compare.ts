import { functions } from '../../contract/paths.ts'
import type { Mail, Order } from '../../server/database/schema.ts'
import { linkLifeMs, signLink } from '../../server/downloads/link.ts'
import { disputeOf, mayDownload, statusOf } from '../support/order-status.ts'
import { addOrder } from './apply-answers.ts'
import type { ModelOrder } from './model.ts'
import { nextClient, type World } from './world.ts'

/** The most mails about unpaid orders that one person gets in a day. */
const mostUnpaid = 3
const day = 24 * 3_600_000
const isOfUnpaid = ({ kind }: Mail) => kind === 'payment-pending' || kind === 'payment-refused'

/** A person who got that many may get no more, which the model does not foretell. */
const unpaidLine = (pendings: number, refusals: number, isFull: boolean) =>
  isFull ? 'its unpaid mails are not counted' : `pendings ${pendings}, refusals ${refusals}`

/** The compared parts of an order, as one line of text. */
const expectedLine = (order: ModelOrder, isFull: boolean) =>
  [
    statusOf(order),
    order.person,
    `${order.tier} ${order.cents}, charged ${order.paid ? order.cents : null}`,
    `session ${order.sessionId}`,
    `refunded ${order.refundedCents}`,
    `dispute ${disputeOf(order)}`,
    // The status does not show these while the payment is refunded, but they matter if the refund fails.
    `completed ${order.completed}, paid ${order.paid}`,
    `receipts ${order.receipts}`,
    `sales ${order.sales}`,
    unpaidLine(order.pendings, order.refusals, isFull),
    `refund mails ${order.refundMails}, dispute mails ${order.disputeMails}`,
    `notices ${order.notices + order.fraudNotices}`,
  ].join(', ')

function actualLine(order: Order, mails: Mail[], seller: string | null, isFull: boolean): string {
  // A buyer may type the address in another case later. Earlier mails keep the former one.
  const count = (kind: string, to: string | null) =>
    mails.filter(
      ({ kind: of, order_id, recipient }) =>
        of === kind && order_id === order.id && recipient.toLowerCase() === to?.toLowerCase(),
    ).length
  /** The notices of mails to the buyer that failed. The mail server refuses some. */
  const failures = mails.filter(
    ({ kind, order_id, details }) =>
      kind === 'notice' && order_id === order.id && 'mail' in JSON.parse(details),
  ).length
  return [
    order.status,
    order.email.toLowerCase(),
    `${order.tier} ${order.amount_cents}, charged ${order.paid_at === null ? null : order.charged_cents}`,
    `session ${order.session_id}`,
    `refunded ${order.refunded_cents}`,
    `dispute ${order.dispute ?? 'none'}`,
    `completed ${order.completed_at !== null}, paid ${order.paid_at !== null}`,
    `receipts ${count('receipt', order.email)}`,
    `sales ${count('sale', seller)}`,
    unpaidLine(count('payment-pending', order.email), count('payment-refused', order.email), isFull),
    `refund mails ${count('refund', order.email)}, dispute mails ${count('dispute', order.email)}`,
    `notices ${count('notice', seller) - failures}`,
  ].join(', ')
}

/**
 * Compares the whole shop with the model.
 * @param crashed whether the step crashed; then an order may be in any state that the step went through
 */
export async function compare(world: World, crashed: boolean): Promise<void> {
  const { model, problems, testBed } = world
  const { database, config } = testBed.shop
  const orders = await database.selectFrom('orders').selectAll().orderBy('created_at').execute()
  const mails = await database.selectFrom('outbox').selectAll().execute()
  for (const order of orders) {
    if (model.orders.has(order.id)) continue
    if (!crashed) problems.push(`the shop created an order ${order.id} for ${order.email} that was not due`)
    const { id, email, name, amount_cents, expires_at } = order
    addOrder(world, { id, email, place: name, cents: amount_cents, expiresAt: expires_at })
  }
  const rows = new Map(orders.map((order) => [order.id, order]))
  for (const id of model.orders.keys()) {
    const row = rows.get(id)
    const possible = model.possible(id, crashed)
    if (!row && crashed && world.remadeOrders.has(id)) {
      model.orders.delete(id)
      continue
    }
    if (!row) {
      problems.push(`the order ${id} is lost`)
      continue
    }
    const isFull = unpaidMailsTo(row.email, mails).length >= mostUnpaid
    const actual = actualLine(row, mails, config.sellerEmail, isFull)
    const match = possible.findLast((order) => expectedLine(order, isFull) === actual)
    if (match) model.settle(match)
    else {
      const expected = [...new Set(possible.map((order) => expectedLine(order, isFull)))].join('\n    or ')
      problems.push(`order ${id}\n    is ${actual}\n    not ${expected}`)
    }
  }
  model.begin()
  world.remadeOrders.clear()
  if (crashed) {
    // The crash may have come before or after the event of this step was stored.
    const events = await database.selectFrom('events').select('id').execute()
    for (const { id } of events) world.storedEvents.add(id)
  }
  checkMails(world, mails)
  if (problems.length === 0) await checkPublicPages(world)
}

const unpaidMailsTo = (person: string, mails: Mail[]) =>
  mails.filter((mail) => isOfUnpaid(mail) && mail.recipient.toLowerCase() === person.toLowerCase())

function checkMails({ post, problems }: World, mails: Mail[]): void {
  for (const person of new Set(mails.map(({ recipient }) => recipient.toLowerCase()))) {
    const times = unpaidMailsTo(person, mails)
      .map((mail) => mail.created_at)
      .sort((a, b) => a - b)
    if (times.some((time, n) => (times[n + mostUnpaid] ?? Number.POSITIVE_INFINITY) < time + day))
      problems.push(`${person} got more than ${mostUnpaid} mails about unpaid orders in a day`)
  }
  const ids = new Set(mails.map(({ message_id }) => message_id))
  if (ids.size !== mails.length) problems.push('two mails have the same Message-ID')
  const accepted = new Set(post.accepted.map(({ messageId }) => messageId))
  for (const id of accepted)
    if (!ids.has(id)) problems.push(`mail ${id} was sent, but it is not in the outbox`)
  for (const mail of mails)
    if (mail.status === 'sent' && !accepted.has(mail.message_id))
      problems.push(`a ${mail.kind} is marked as sent, but the mail server does not have it`)
}

/** Compares what a visitor sees: the offer, and the download of one order. */
async function checkPublicPages({ shopProcess, model, testBed, problems }: World): Promise<void> {
  const headers = () => ({ 'x-forwarded-for': nextClient() })
  const answer = await shopProcess.app.request(functions.offer, { headers: headers() })
  const offer = await answer.json()
  const expected = model.offered()
  if (offer.priceCents !== expected.cents || offer.earlyBird?.left !== expected.left)
    problems.push(`the offer is ${JSON.stringify(offer)}, not ${JSON.stringify(expected)}`)
  const orders = [...model.orders.values()]
  const order = orders[(testBed.clock.now + orders.length) % Math.max(1, orders.length)]
  if (!order) return
  const { linkSecret } = testBed.shop
  const token = signLink({ orderId: order.id, expiresAt: testBed.clock.now + linkLifeMs }, linkSecret)
  const page = await shopProcess.app.request(functions.download(token), { headers: headers() })
  const status = mayDownload(order) ? 200 : 403
  if (page.status !== status)
    problems.push(`the download of order ${order.id} (${statusOf(order)}) is ${page.status}, not ${status}`)
}
