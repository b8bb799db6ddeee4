import { createHash } from 'node:crypto'
import { catalog } from '#content/catalog.ts'
import { functions } from '../../contract/paths.ts'
import type { Mail, Order, OrderStatus } from '../../server/database/schema.ts'
import type { Purchase, Traffic } from './buyers.ts'
import type { Delivery } from './delivery.ts'
import { downloadOf, type Mailbox } from './mailbox.ts'
import type { Shop } from './shop.ts'

export interface World {
  shop: Shop
  delivery: Delivery
  traffic: Traffic
  mailbox: Mailbox
}

interface Records {
  orders: Order[]
  mails: Mail[]
  eventIds: Set<string>
}

const holdsSeat = ({ status, dispute }: Order) =>
  status === 'open' || status === 'paid' || (status === 'disputed' && dispute === 'open')

async function readRecords(shop: Shop): Promise<Records> {
  return shop.read(async (database) => ({
    orders: await database.selectFrom('orders').selectAll().execute(),
    mails: await database.selectFrom('outbox').selectAll().execute(),
    eventIds: new Set((await database.selectFrom('events').select('id').execute()).map(({ id }) => id)),
  }))
}

const groupBy = <T>(list: T[], keyOf: (item: T) => string | null): Map<string | null, T[]> =>
  Map.groupBy(list, keyOf)

/** Checks what must be true at every moment, even just after a kill. @returns the violations */
export async function checkAlways({ shop, delivery, traffic }: World): Promise<string[]> {
  // Copy these before the database is read. What happens later would seem to be missing there.
  const accepted = new Set(delivery.accepted)
  const purchases = traffic.purchases.map((purchase) => ({ ...purchase }))
  const { orders, mails, eventIds } = await readRecords(shop)
  const problems: string[] = [...traffic.problems, ...delivery.refused.map((what) => `refused: ${what}`)]
  for (const id of accepted) if (!eventIds.has(id)) problems.push(`event ${id} got a 200 and is lost`)
  const bySession = groupBy(orders, ({ session_id }) => session_id)
  for (const [session, same] of bySession) {
    if (session !== null && same.length > 1) problems.push(`session ${session} has ${same.length} orders`)
  }
  for (const purchase of purchases) {
    const own = bySession.get(purchase.sessionId) ?? []
    if (purchase.sessionId !== null && own.length !== 1)
      problems.push(`${purchase.email} got a payment page that belongs to ${own.length} orders`)
    const isReported = purchase.paidBy.some((id) => accepted.has(id))
    if (isReported && own[0] && ['open', 'expired', 'failed'].includes(own[0].status))
      problems.push(`${purchase.email} paid, the shop accepted the event, and the order is ${own[0].status}`)
  }
  const early = orders.filter((order) => order.tier === 'early' && holdsSeat(order)).length
  if (early > catalog.earlyBirdSeats) problems.push(`${early} early-bird seats are held`)
  for (const order of orders) {
    const expected = order.tier === 'early' ? catalog.priceCents : catalog.listPriceCents
    if (order.amount_cents !== expected) problems.push(`order ${order.id} costs ${order.amount_cents}`)
  }
  for (const [id, same] of groupBy(mails, ({ message_id }) => message_id))
    if (same.length > 1) problems.push(`${same.length} mails have the Message-ID ${id}`)
  const toOrder = groupBy(mails, ({ order_id, kind }) => `${kind} ${order_id}`)
  for (const order of orders) {
    const receipts = toOrder.get(`receipt ${order.id}`)?.length ?? 0
    const isPaid = order.paid_at !== null && (order.status === 'paid' || order.status === 'disputed')
    if (receipts > 1) problems.push(`order ${order.id} has ${receipts} receipts`)
    if (isPaid && order.dispute !== 'lost' && receipts === 0)
      problems.push(`order ${order.id} has no receipt`)
  }
  return problems
}

/** Mails that the shop drops when they are no longer true. */
const shortLivedKinds: ReadonlySet<string> = new Set(['payment-pending', 'payment-refused', 'dispute'])

const finalStatus: Record<Purchase['plan'], OrderStatus> = {
  pay: 'paid',
  later: 'paid',
  bounced: 'failed',
  leave: 'open',
  refund: 'refunded',
  'refund-half': 'paid',
  dispute: 'disputed',
  lose: 'disputed',
}

/** Checks what must be true after every event was accepted and every mail was sent. @returns the violations */
export async function checkEnd(world: World): Promise<string[]> {
  const { shop, traffic, mailbox } = world
  const problems = await checkAlways(world)
  const { orders, mails } = await readRecords(shop)
  const byId = new Map(orders.map((order) => [order.id, order]))
  const received = await mailbox.read()

  const sessions = shop.stripe.sessions()
  for (const session of sessions) {
    const order = byId.get(session.client_reference_id ?? '')
    if (!order) problems.push(`the provider has session ${session.id} for an order that the shop has lost`)
    else if (order.amount_cents !== session.amount_total)
      problems.push(`order ${order.id} costs ${order.amount_cents}, its page charges ${session.amount_total}`)
  }
  for (const [order, same] of groupBy(sessions, ({ client_reference_id }) => client_reference_id))
    if (same.length > 1) problems.push(`order ${order} has ${same.length} payment pages`)

  for (const purchase of traffic.purchases) {
    const own = orders.filter(({ email }) => email === purchase.email)
    const order = own.find(({ session_id }) => session_id === purchase.sessionId)
    const expected = finalStatus[purchase.plan]
    if (order?.status !== expected)
      problems.push(
        `${purchase.email} (${purchase.plan}) has an order that is ${order?.status}, not ${expected}`,
      )
    const paid = own.filter(({ paid_at }) => paid_at !== null)
    if (paid.length !== Number(purchase.paid))
      problems.push(`${purchase.email} (${purchase.plan}) has ${paid.length} paid orders`)
    if (order) problems.push(...(await checkMail(order, purchase, mails, received, shop)))
  }

  const closed = new Set(
    traffic.purchases.filter(({ plan }) => plan === 'refund' || plan === 'lose').map(({ email }) => email),
  )
  for (const mail of mails) {
    const arrival = received.get(mail.message_id)
    // The shop drops a mail whose link would not work.
    if (mail.status === 'failed' && closed.has(mail.recipient)) continue
    // A kill delayed this mail until it was no longer true.
    if (mail.status === 'obsolete' && shortLivedKinds.has(mail.kind)) continue
    if (mail.status !== 'sent') problems.push(`a ${mail.kind} is still ${mail.status}: ${mail.last_error}`)
    else if (!arrival)
      problems.push(`a ${mail.kind} of order ${mail.order_id} is marked as sent and never arrived`)
    else if (arrival.to !== mail.recipient) problems.push(`a ${mail.kind} went to ${arrival.to}`)
  }
  const known = new Set(mails.map(({ message_id }) => message_id))
  for (const id of received.keys())
    if (!known.has(id)) problems.push(`a mail ${id} arrived that the shop does not know`)

  const early = orders.filter((order) => order.tier === 'early' && holdsSeat(order)).length
  const offer = await (await fetch(shop.url + functions.offer)).json()
  const left = catalog.earlyBirdSeats - early
  if (offer.earlyBird.left !== left) problems.push(`the page offers ${offer.earlyBird.left} seats of ${left}`)
  for (const file of shop.temporaryFiles()) problems.push(`the temporary file ${file} was left behind`)
  return problems
}

async function checkMail(
  order: Order,
  purchase: Purchase,
  mails: Mail[],
  received: Awaited<ReturnType<Mailbox['read']>>,
  shop: Shop,
): Promise<string[]> {
  const problems: string[] = []
  const own = mails.filter(({ order_id }) => order_id === order.id)
  const receipts = own.filter(({ kind }) => kind === 'receipt')
  if (!purchase.paid && receipts.length > 0) problems.push(`${purchase.email} did not pay and has a receipt`)
  const count = (expected: string) => own.filter(({ kind }) => kind === expected).length
  const due = {
    refund: ['refund'],
    'refund-half': ['refund'],
    bounced: ['payment-refused'],
    dispute: ['dispute'],
    lose: ['dispute'],
  }
  for (const kind of due[purchase.plan as keyof typeof due] ?? [])
    if (count(kind) === 0) problems.push(`${purchase.email} (${purchase.plan}) has no ${kind} mail`)
  const isOpen = purchase.paid && purchase.plan !== 'refund' && purchase.plan !== 'lose'
  if (isOpen && own.filter(({ kind }) => kind === 'sale').length !== 1)
    problems.push(`the seller does not have exactly one mail about the sale to ${purchase.email}`)
  const mail = received.get(receipts[0]?.message_id ?? '')
  const found = mail && downloadOf(mail)
  if (isOpen && !found) problems.push(`${purchase.email} has no receipt with a link`)
  if (!found) return problems
  const headers = { 'x-forwarded-for': purchase.client }
  const answer = await fetch(found.link.replace(/^http:\/\/[^/]+/, shop.url), { method: 'POST', headers })
  const digest = createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
  if (!isOpen && answer.status !== 403)
    problems.push(`the closed download of ${purchase.email} got status ${answer.status}`)
  if (isOpen && (answer.status !== 200 || digest !== found.sha256))
    problems.push(
      `the download of ${purchase.email} got status ${answer.status}, or does not match the digest in the mail`,
    )
  return problems
}
