import type { Transaction } from 'kysely'
import { catalog } from '../../content/catalog.ts'
import { site } from '../../content/site.ts'
import type { Buyer } from '../../contract/checkout.ts'
import { currency } from '../../contract/money.ts'
import { pages } from '../../contract/paths.ts'
import type { NewOrder, Order, Schema } from '../database/schema.ts'
import { takeTurn, transaction, turns } from '../database/transaction.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { emailKey } from '../orders/address.ts'
import { countSeats, isOfTill, nextPrice } from '../orders/seats.ts'

export type CheckoutDependencies = Pick<Dependencies, 'config' | 'database' | 'payments' | 'log' | 'now'>

const minute = 60_000

/** Long enough to find a card, short enough that an abandoned seat is soon sold; Stripe's least is 30 minutes. */
const orderLife = 45 * minute

/**
 * Stores the order that a buyer is to pay, with its seat, price and the request that the provider will get,
 * before the provider is asked; or finds the one that the same person left open, and notes how they call
 * themselves now. The stored request stays as it was first sent.
 * @returns `reused` when it was there before
 * @throws ShopError `nothing_left`
 */
export async function reserveOrder(
  deps: CheckoutDependencies,
  buyer: Buyer,
): Promise<{ order: Order; reused: boolean }> {
  return transaction(deps.database, (trx) => reserve(trx, deps, buyer), turns.buyer(emailKey(buyer.email)))
}

async function reserve(
  trx: Transaction<Schema>,
  deps: CheckoutDependencies,
  buyer: Buyer,
): Promise<{ order: Order; reused: boolean }> {
  const price = await priceOf(trx, deps)
  const open = await findOpenOrder(trx, deps, buyer)
  // An order at the list price is left alone when an early-bird seat has come back meanwhile.
  if (open && (!price || open.amount_cents <= price.amountCents)) {
    return { order: await typedAnew(trx, open, buyer), reused: true }
  }
  if (!price) {
    const message =
      'Every kit is sold or in a checkout right now. Try again in an hour: an abandoned checkout frees its kit.'
    throw new ShopError('nothing_left', 409, message)
  }
  const order = await trx
    .insertInto('orders')
    .values(newOrder(deps, buyer, price))
    .returningAll()
    .executeTakeFirstOrThrow()
  return { order, reused: false }
}

/**
 * What the next buyer pays. While seats are counted out, one buyer at a time; once they are gone nobody waits, so
 * that a thousand buyers at once are answered in time from a database on another machine.
 */
async function priceOf(trx: Transaction<Schema>, deps: CheckoutDependencies) {
  const price = nextPrice(await countSeats(trx, deps.payments), catalog)
  if (price?.tier === 'list' && catalog.saleLimit === null) return price
  await takeTurn(trx, turns.seats)
  // Counted once more: while this one waited, others took seats.
  return nextPrice(await countSeats(trx, deps.payments), catalog)
}

function findOpenOrder(
  trx: Transaction<Schema>,
  deps: CheckoutDependencies,
  buyer: Buyer,
): Promise<Order | undefined> {
  return trx
    .selectFrom('orders')
    .selectAll()
    .where('email_key', '=', emailKey(buyer.email))
    .where(isOfTill(deps.payments))
    .where('status', '=', 'open')
    .where('completed_at', 'is', null)
    .where('expires_at', '>', deps.now())
    .orderBy('amount_cents')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

/** What was typed last counts in mail: a name that was mended, or the buyer's own after somebody else's for them. */
function typedAnew(trx: Transaction<Schema>, order: Order, { name, email }: Buyer): Promise<Order> {
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
  { tier, amountCents }: { tier: Order['tier']; amountCents: number },
): NewOrder {
  const id = crypto.randomUUID()
  const createdAt = now()
  const { min, max } = payments.sessionLife
  const expiresAt = createdAt + Math.min(Math.max(orderLife, min), max)
  const request = payments.buildRequest({
    orderId: id,
    ...buyer,
    amountCents,
    currency,
    productName: site.name,
    productDescription: site.summary,
    expiresAt,
    successUrl: `${config.publicUrl}${pages.paymentSuccess}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${config.publicUrl}${pages.home}#pricing`,
  })
  return {
    id,
    name: buyer.name,
    email: buyer.email,
    email_key: emailKey(buyer.email),
    contact_key: emailKey(buyer.email),
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
