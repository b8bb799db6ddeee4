import { sql, type Transaction } from 'kysely'
import { messages } from '#content/messages.ts'
import type { PriceList } from '../../contract/prices.ts'
import type { Order, Schema } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { countHeldEarly } from '../orders/seats.ts'
import { afterExpiry } from '../orders/sweep.ts'
import { queueMail } from '../outbox/queue.ts'
import { inMode } from '../payments/payment-mode.ts'

const minute = 60_000

/**
 * Unpaid orders that one client may have at once, if they hold a counted seat. An order needs only a made-up address, so
 * without this limit one client could hold every seat (docs/decisions/011-seats-per-client.md).
 */
const mostHeld = 3

/** Unpaid orders that one client may have at once where nothing is counted: each costs a row and a session of the provider. */
const mostUnpaid = 20

/** Seconds until a client may ask again whose order waits for a bank. That takes days. */
const waitingSeconds = 3600

/** The shortest time between two notices to the seller, in ms, even if the count passes one half more often. */
const noticePause = 24 * 60 * minute

/** Whole seconds until a seat that is held until `expiresAt` can be free again; at least 60. */
export const secondsUntilFree = (expiresAt: number, now: number): number =>
  Math.max(60, Math.ceil((expiresAt + afterExpiry - now) / 1000))

/**
 * Refuses another order to a client with too many unpaid ones: `mostHeld` if they hold counted seats, otherwise `mostUnpaid`.
 * For counted seats, call it under their lock, so that simultaneous requests are counted one after another.
 * @param tier of the next order
 * @throws ShopError `too_many_requests`
 */
export async function checkClientSeats(
  trx: Transaction<Schema>,
  deps: Pick<Dependencies, 'payments' | 'prices' | 'now'>,
  clientKey: string,
  tier: Order['tier'],
): Promise<void> {
  const { saleLimit } = deps.prices
  const isCounted = tier === 'early' || saleLimit !== null
  const held = await trx
    .selectFrom('orders')
    .select(['expires_at', 'completed_at'])
    .where('client_key', '=', clientKey)
    .where('status', '=', 'open')
    .where(inMode(deps.payments))
    .$if(isCounted && saleLimit === null, (orders) => orders.where('tier', '=', 'early'))
    .orderBy('expires_at')
    .execute()
  const firstToEnd = held[held.length - (isCounted ? mostHeld : mostUnpaid)]
  if (!firstToEnd) return
  const { expires_at, completed_at } = firstToEnd
  const retryAfter = completed_at === null ? secondsUntilFree(expires_at, deps.now()) : waitingSeconds
  const message = messages.checkout.tooMany(held.length, Math.ceil(retryAfter / 60))
  throw new ShopError('too_many_requests', message, { retryAfter })
}

/**
 * Queues a mail to the seller if the new order brings the early-bird seats in unpaid orders to one half. Call it under the
 * lock of the seats, after the order is stored: then each order raises the count by one, and the count cannot skip the half.
 */
export async function queueSeatsNotice(
  trx: Transaction<Schema>,
  { config, payments, prices, now }: Pick<Dependencies, 'config' | 'payments' | 'prices' | 'now'>,
  order: Order,
): Promise<void> {
  if (config.sellerEmail === null || order.tier !== 'early') return
  const held = await countHeldEarly(trx, payments)
  if (held !== noticeThreshold(prices)) return
  const recent = await trx
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', sql.lit('seats-notice'))
    .where('created_at', '>', now() - noticePause)
    .executeTakeFirst()
  if (recent) return
  await queueMail(
    trx,
    {
      kind: 'seats-notice',
      orderId: order.id,
      recipient: config.sellerEmail,
      dedupeKey: `seats-notice:${order.id}`,
      details: { held, seats: prices.earlyBirdSeats },
    },
    { now: now(), mailFrom: config.mailFrom },
  )
}

/** The seller gets a notice when unpaid orders hold this many early-bird seats. */
const noticeThreshold = ({ earlyBirdSeats }: Pick<PriceList, 'earlyBirdSeats'>): number =>
  Math.ceil(earlyBirdSeats / 2)
