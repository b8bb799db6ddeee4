import type { Transaction } from 'kysely'
import { guarantee } from '#content/guarantee.ts'
import { site } from '#content/site.ts'
import type { Buyer } from '../../contract/checkout.ts'
import { functions, pages } from '../../contract/paths.ts'
import type { Order, Schema } from '../database/schema.ts'
import { locks, takeLock, transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { emailKey } from '../orders/address.ts'
import { insertOrder, updateOrder } from '../orders/order-rows.ts'
import { hasPaidAnother } from '../orders/paid-twice.ts'
import { earlyBirdLeft, nextPrice, type Price } from '../orders/seats.ts'
import { inMode } from '../payments/payment-mode.ts'
import { sessionRequest } from '../payments/stripe/request.ts'
import { checkClientSeats, clientKey } from './held-seats.ts'

const minute = 60_000

/**
 * How long an order may stay unpaid, in ms. It is long enough to find a card, and short enough that an abandoned seat is soon
 * sold. Stripe requires at least 30 minutes from the creation of the session; the extra minute is for the request, and for a retry,
 * which sends the stored expiry again.
 */
export const orderLife = 31 * minute

/** A returning buyer gets their open checkout again only if it does not expire for at least this time, in ms. */
const leastLeft = 10 * minute

/**
 * Stores a new order with its seat, its price and the request for the provider, before the shop sends that request. If the
 * same buyer has an open order, returns that one instead. A stored request never changes.
 * @param ip the client's address
 * @returns `reused`: true if the order existed before
 * @throws ShopError `too_many_requests` if the client has too many unpaid orders
 */
export async function reserveOrder(
  deps: Dependencies,
  buyer: Buyer,
  ip: string,
): Promise<{ order: Order; reused: boolean }> {
  const client = clientKey(ip, deps.linkSecret)
  return transaction(
    deps.database,
    (trx) => reserve(trx, deps, { buyer, client }),
    locks.buyer(emailKey(buyer.email)),
  )
}

/** Who buys. `client`: the `clientKey` of the buyer's address. */
interface Shopper {
  buyer: Buyer
  client: string
}

async function reserve(
  trx: Transaction<Schema>,
  deps: Dependencies,
  shopper: Shopper,
): Promise<{ order: Order; reused: boolean }> {
  // Find the open order before the seats are counted. If the seats were counted first and the order failed in between, its
  // seat would count as taken, and the buyer might have to pay the list price for the seat that they just had.
  const open = await findOpenOrder(trx, deps, shopper)
  const price = await priceOf(trx, deps)
  const reuse = async (order: Order) => ({
    order: await updateTypedFields(trx, order, shopper.buyer),
    reused: true,
  })
  // If an early-bird seat has become free, an open order at the list price is not reused: the buyer gets the lower price.
  const mayReuse = open !== undefined && open.amount_cents <= price.amountCents
  if (mayReuse && isWorthReusing(open, price, deps.now())) return reuse(open)
  try {
    await checkClientSeats(trx, deps, shopper.client, price.tier)
  } catch (error) {
    // A checkout with a few minutes left is better than none.
    if (mayReuse) return reuse(open)
    throw error
  }
  const order = await insertOrder(trx, deps.payments, newOrder(deps, shopper, price))
  return { order, reused: false }
}

/** With little time left, a new order is better, unless the price is higher now. */
function isWorthReusing(open: Order, price: Price, now: number): boolean {
  if (open.amount_cents < price.amountCents) return true
  return open.expires_at - now >= leastLeft
}

/**
 * The price for the next buyer. While early-bird seats are left, one buyer at a time is counted, under a lock. Otherwise nobody waits for the lock, so a thousand simultaneous buyers are answered in time.
 */
async function priceOf(trx: Transaction<Schema>, { payments, prices }: Dependencies) {
  const price = nextPrice(await earlyBirdLeft(trx, payments, prices), prices)
  if (price.tier === 'list') return price
  await takeLock(trx, locks.seats)
  // Count again: others may have taken seats during the wait for the lock.
  return nextPrice(await earlyBirdLeft(trx, payments, prices), prices)
}

/**
 * The open order of the same address and client. Anybody can type the address of somebody else: another client must
 * not learn of the order, get its payment page, or write the name in its mails.
 */
function findOpenOrder(
  trx: Transaction<Schema>,
  deps: Dependencies,
  { buyer, client }: Shopper,
): Promise<Order | undefined> {
  return (
    trx
      .selectFrom('orders')
      .selectAll()
      .where('email_key', '=', emailKey(buyer.email))
      .where('client_key', '=', client)
      .where(inMode(deps.payments))
      .where('status', '=', 'open')
      .where('completed_at', 'is', null)
      // The buyer accepts the terms of the order, so they must be the current ones.
      .where('terms_version', '=', site.termsVersion)
      .where('currency', '=', deps.prices.currency)
      .where('expires_at', '>', deps.now())
      // The sweep is about to end it.
      .where((order) => order.not(hasPaidAnother(order)))
      .orderBy('amount_cents')
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
  )
}

/** A buyer may correct the name, which is how mail addresses them, and the case of the address. */
const updateTypedFields = (trx: Transaction<Schema>, order: Order, buyer: Buyer): Promise<Order> =>
  updateOrder(trx, order.id, { ...buyer, contact_key: emailKey(buyer.email) })

function newOrder(
  { config, prices, now }: Dependencies,
  { buyer, client }: Shopper,
  { tier, amountCents }: Price,
): Parameters<typeof insertOrder>[2] {
  const id = crypto.randomUUID()
  const createdAt = now()
  const expiresAt = createdAt + orderLife
  const request = sessionRequest({
    orderId: id,
    ...buyer,
    tier,
    amountCents,
    currency: prices.currency,
    shop: new URL(config.publicUrl).host,
    termsVersion: site.termsVersion,
    productName: site.name,
    productDescription: [site.summary, guarantee && `${guarantee.short} ${site.emails.support}`]
      .filter(Boolean)
      .join('. '),
    expiresAt,
    successUrl: `${config.publicUrl}${functions.checkoutReturn}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${config.siteUrl}${pages.home}#pricing`,
  })
  return {
    id,
    ...buyer,
    client_key: client,
    status: 'open',
    tier,
    amount_cents: amountCents,
    currency: prices.currency,
    terms_version: site.termsVersion,
    idempotency_key: `order:${id}`,
    request,
    expires_at: expiresAt,
    created_at: createdAt,
  }
}
