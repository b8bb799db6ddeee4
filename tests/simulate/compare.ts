import { functions } from '../../contract/paths.ts'
import type { Mail, Order } from '../../server/database/schema.ts'
import { linkLifeMs, signLink } from '../../server/downloads/link.ts'
import { addOrder } from './apply-answers.ts'
import { disputeOf, type ModelOrder, mayDownload, statusOf } from './model.ts'
import { nextClient, type World } from './world.ts'

/** The compared parts of an order, as one line of text. */
const wantedLine = (order: ModelOrder) =>
  [
    statusOf(order),
    order.person,
    `${order.tier} ${order.cents}`,
    `session ${order.sessionId}`,
    `refunded ${order.refundedCents}`,
    `dispute ${disputeOf(order)}`,
    // These facts do not show while the money is refunded, but they matter when the refund fails.
    `completed ${order.completed}, paid ${order.paid}`,
    `receipts ${order.receipts}`,
    `sales ${order.sales}`,
    `pendings ${order.pendings}`,
    `refusals ${order.refusals}`,
    `refund notices ${order.refundNotices}, refund mails ${order.refundNotices}`,
    `dispute notices ${order.disputeNotices}, dispute mails ${order.disputeNotices}`,
    `fraud notices ${order.fraudNotices}`,
  ].join(', ')

function foundLine(order: Order, mails: Mail[], seller: string | null): string {
  const count = (kind: string, to: string | null) =>
    mails.filter((mail) => mail.kind === kind && mail.order_id === order.id && mail.recipient === to).length
  return [
    order.status,
    order.email.toLowerCase(),
    `${order.tier} ${order.amount_cents}`,
    `session ${order.session_id}`,
    `refunded ${order.refunded_cents}`,
    `dispute ${order.dispute ?? 'none'}`,
    `completed ${order.completed_at !== null}, paid ${order.paid_at !== null}`,
    `receipts ${count('receipt', order.email)}`,
    `sales ${count('sale', seller)}`,
    `pendings ${count('payment-pending', order.email)}`,
    `refusals ${count('payment-refused', order.email)}`,
    `refund notices ${count('refund-notice', seller)}, refund mails ${count('refund', order.email)}`,
    `dispute notices ${count('dispute-notice', seller)}, dispute mails ${count('dispute', order.email)}`,
    `fraud notices ${count('fraud-notice', seller)}`,
  ].join(', ')
}

/**
 * Compares the whole shop with the model.
 * @param crashed whether the step crashed; then an order may be in any state that the step went through
 */
export async function compare(world: World, crashed: boolean): Promise<void> {
  const { model, problems, ground } = world
  const { database, config } = ground.shop
  const orders = await database.selectFrom('orders').selectAll().orderBy('created_at').execute()
  const mails = await database.selectFrom('outbox').selectAll().execute()
  for (const order of orders) {
    if (model.orders.has(order.id)) continue
    if (!crashed) problems.push(`the shop made an order ${order.id} for ${order.email} that was not due`)
    const { id, email, amount_cents, expires_at } = order
    addOrder(world, { id, email, cents: amount_cents, expiresAt: expires_at })
  }
  const rows = new Map(orders.map((order) => [order.id, order]))
  for (const id of model.orders.keys()) {
    const row = rows.get(id)
    const possible = model.possible(id, crashed)
    if (!row) {
      problems.push(`the order ${id} is lost`)
      continue
    }
    const found = foundLine(row, mails, config.sellerEmail)
    const fitting = possible.findLast((order) => wantedLine(order) === found)
    if (fitting) model.settle(fitting)
    else {
      const wanted = [...new Set(possible.map(wantedLine))].join('\n    or ')
      problems.push(`order ${id}\n    is ${found}\n    not ${wanted}`)
    }
  }
  model.begin()
  if (crashed) {
    // The crash may have come before or after the event of this step was stored.
    const events = await database.selectFrom('events').select('id').execute()
    for (const { id } of events) world.stored.add(id)
  }
  checkMails(world, mails)
  if (problems.length === 0) await checkOutside(world)
}

function checkMails({ post, problems }: World, mails: Mail[]): void {
  const ids = new Set(mails.map(({ message_id }) => message_id))
  if (ids.size !== mails.length) problems.push('two mails have the same Message-ID')
  const taken = new Set(post.taken.map(({ messageId }) => messageId))
  for (const id of taken) if (!ids.has(id)) problems.push(`a mail ${id} was sent that is not in the outbox`)
  for (const mail of mails)
    if (mail.status === 'sent' && !taken.has(mail.message_id))
      problems.push(`a ${mail.kind} is marked as sent, but the mail server does not have it`)
}

/** Compares what a visitor sees: the offer, and the download of one order. */
async function checkOutside({ life, model, ground, problems }: World): Promise<void> {
  const headers = () => ({ 'x-forwarded-for': nextClient() })
  const answer = await life.app.request(functions.offer, { headers: headers() })
  const offer = await answer.json()
  const wanted = model.offered()
  if (offer.priceCents !== wanted.cents || offer.earlyBird?.left !== wanted.left)
    problems.push(`the offer is ${JSON.stringify(offer)}, not ${JSON.stringify(wanted)}`)
  const orders = [...model.orders.values()]
  const order = orders[(ground.clock.now + orders.length) % Math.max(1, orders.length)]
  if (!order) return
  const { linkSecret } = ground.shop
  const token = signLink({ orderId: order.id, expiresAt: ground.clock.now + linkLifeMs }, linkSecret)
  const page = await life.app.request(functions.download(token), { headers: headers() })
  const status = mayDownload(order) ? 200 : 403
  if (page.status !== status)
    problems.push(`the download of order ${order.id} (${statusOf(order)}) is ${page.status}, not ${status}`)
}
