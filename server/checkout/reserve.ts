import type { Transaction } from 'kysely'
import { catalog } from '../../content/catalog.ts'
import { site } from '../../content/site.ts'
import { words } from '../../content/words.ts'
import type { Buyer } from '../../contract/checkout.ts'
import { currency } from '../../contract/money.ts'
import { functions, pages } from '../../contract/paths.ts'
import type { NewOrder, Order, Schema } from '../database/schema.ts'
import { locks, takeLock, transaction } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { emailKey } from '../orders/address.ts'
import { isUnsettled } from '../orders/check-order.ts'
import { countSeats, inMode, nextPrice } from '../orders/seats.ts'
import { clientKey } from './client-key.ts'
import { checkClientSeats, inMinutes, noticeHeldSeats, secondsUntilFree } from './held-seats.ts'

export type CheckoutDependencies = Pick<
  Dependencies,
  'config' | 'database' | 'payments' | 'linkSecret' | 'log' | 'now'
>

const minute = 60_000

/**
 * How long an order may stay unpaid: long enough to find a card, short enough that an abandoned seat is soon sold. Stripe
 * takes no less than 30 minutes, counted from when it makes the session; the minute is for the way there.
 */
const orderLife = 31 * minute

/** A provider's clock is believed so far, in ms; beyond it the webhooks' signatures count as too old anyway. */
const mostClockDifference = 10 * minute

/** When everything is sold a kit comes back only with a refund: programs may ask again in an hour. In seconds. */
const soldOutSeconds = 3600

/** A buyer who comes back gets the checkout that they left only if this much of its time is left. */
const leastLeft = 10 * minute

/**
 * Stores the order that a buyer is to pay, with its seat, price and the request that the provider will get, before the
 * provider is asked; or finds the one that the same person left open. The stored request stays as it was first sent.
 * @param ip address of the client that asks
 * @returns `reused` when it was there before
 * @throws ShopError `nothing_left`, or `too_many_requests` when the client holds too many unpaid seats
 */
export async function reserveOrder(
  deps: CheckoutDependencies,
  buyer: Buyer,
  ip: string,
): Promise<{ order: Order; reused: boolean }> {
  const client = clientKey(ip, deps.linkSecret)
  return transaction(
    deps.database,
    (trx) => reserve(trx, deps, buyer, client),
    locks.buyer(emailKey(buyer.email)),
  )
}

async function reserve(
  trx: Transaction<Schema>,
  deps: CheckoutDependencies,
  buyer: Buyer,
  client: string,
): Promise<{ order: Order; reused: boolean }> {
  // Before the seats are counted: should the order fail in between, its seat still counts as this buyer's, who would
  // otherwise be asked the list price for the seat that they just had. Its session then shows that it is over.
  const open = await findOpenOrder(trx, deps, buyer)
  const price = await priceOf(trx, deps)
  const reuse = async (order: Order) => ({ order: await typedAnew(trx, order, buyer, client), reused: true })
  // An order at the list price is left alone when an early-bird seat has come back meanwhile.
  const mayReuse = open !== undefined && (!price || open.amount_cents <= price.amountCents)
  if (mayReuse && isWorthReusing(open, price, deps.now())) return reuse(open)
  if (!price) throw await nothingLeft(trx, deps)
  if (price.tier === 'early' || catalog.saleLimit !== null) {
    try {
      await checkClientSeats(trx, deps, client)
    } catch (error) {
      // A checkout with a few minutes left is better than none.
      if (mayReuse) return reuse(open)
      throw error
    }
  }
  const order = await trx
    .insertInto('orders')
    .values(newOrder(deps, buyer, price, client))
    .returningAll()
    .executeTakeFirstOrThrow()
  await noticeHeldSeats(trx, deps, order)
  return { order, reused: false }
}

type Price = { tier: Order['tier']; amountCents: number }

/** With little time left a new order is better, unless there is none to be had, or only at a higher price. */
function isWorthReusing(open: Order, price: Price | null, now: number): boolean {
  if (!price || open.amount_cents < price.amountCents) return true
  return open.expires_at - now >= leastLeft
}

/** Every kit is sold, or held by an unpaid order: then one may come back when the first of those ends. */
async function nothingLeft(trx: Transaction<Schema>, deps: CheckoutDependencies): Promise<ShopError> {
  const { first } = await trx
    .selectFrom('orders')
    .select(({ fn }) => fn.min('expires_at').as('first'))
    .where('status', '=', 'open')
    .where(isUnsettled)
    .where(inMode(deps.payments))
    .executeTakeFirstOrThrow()
  if (first === null) {
    return new ShopError('nothing_left', words.soldOut, { retryAfter: soldOutSeconds })
  }
  const retryAfter = secondsUntilFree(first, deps.now())
  const message = `${words.soldOrReserved} Please try again in ${inMinutes(retryAfter)}: unpaid reservations expire.`
  return new ShopError('nothing_left', message, { retryAfter })
}

/**
 * What the next buyer pays. While seats are counted out, one buyer at a time; once they are gone nobody waits, so
 * that a thousand buyers at once are answered in time from a database on another machine.
 */
async function priceOf(trx: Transaction<Schema>, deps: CheckoutDependencies) {
  const price = nextPrice(await countSeats(trx, deps.payments, catalog), catalog)
  if (price?.tier === 'list' && catalog.saleLimit === null) return price
  await takeLock(trx, locks.seats)
  // Counted once more: while this one waited, others took seats.
  return nextPrice(await countSeats(trx, deps.payments, catalog), catalog)
}

function findOpenOrder(
  trx: Transaction<Schema>,
  deps: CheckoutDependencies,
  buyer: Buyer,
): Promise<Order | undefined> {
  return (
    trx
      .selectFrom('orders')
      .selectAll()
      .where('email_key', '=', emailKey(buyer.email))
      .where(inMode(deps.payments))
      .where('status', '=', 'open')
      .where('completed_at', 'is', null)
      // The order says which terms the buyer accepts.
      .where('terms_version', '=', site.termsVersion)
      .where('expires_at', '>', deps.now())
      .orderBy('amount_cents')
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
  )
}

/**
 * The client that opened the order may correct the name, which is how mail addresses the buyer. Nobody else may: anyone
 * can type the address of somebody with an open checkout.
 */
async function typedAnew(
  trx: Transaction<Schema>,
  order: Order,
  { name, email }: Buyer,
  client: string,
): Promise<Order> {
  if (order.client_key !== client) return order
  return trx
    .updateTable('orders')
    .set({ name, email, contact_key: emailKey(email) })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function newOrder(
  { config, payments, now }: CheckoutDependencies,
  buyer: Buyer,
  { tier, amountCents }: Price,
  client: string,
): NewOrder {
  const id = crypto.randomUUID()
  const createdAt = now()
  const { min, max } = payments.sessionLife
  const life = Math.min(Math.max(orderLife, min), max)
  // The provider counts by its own clock. Where this machine's is slow, what is left would be less than its least.
  const expiresAt = createdAt + life + Math.min(Math.max(payments.clockAheadMs(), 0), mostClockDifference)
  const request = payments.buildRequest({
    orderId: id,
    ...buyer,
    amountCents,
    currency,
    productName: site.name,
    productDescription: site.summary,
    expiresAt,
    successUrl: `${config.publicUrl}${functions.checkoutReturn}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${config.siteUrl}${pages.home}#pricing`,
  })
  return {
    id,
    name: buyer.name,
    email: buyer.email,
    email_key: emailKey(buyer.email),
    contact_key: emailKey(buyer.email),
    client_key: client,
    status: 'open',
    tier,
    amount_cents: amountCents,
    currency,
    terms_version: site.termsVersion,
    provider: payments.name,
    livemode: Number(payments.livemode),
    idempotency_key: `order:${id}`,
    request,
    expires_at: expiresAt,
    created_at: createdAt,
    refunded_cents: 0,
  }
}
