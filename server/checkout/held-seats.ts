import { createHmac } from 'node:crypto'
import type { Transaction } from 'kysely'
import { messages } from '#content/messages.ts'
import type { Order, Schema } from '../database/schema.ts'
import type { Shop } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import { clientNetwork } from '../http/client.ts'
import { afterExpiry } from '../orders/sweep.ts'
import { inMode } from '../payments/payment-mode.ts'

/**
 * Unpaid orders that one client may have at once, if they hold a counted seat. An order needs only a made-up address, so
 * without this limit one client could hold every seat (docs/decisions/011-seats-per-client.md).
 */
const mostHeld = 3

/** Unpaid orders that one client may have at once where nothing is counted: each costs a row and a session of the provider. */
const mostUnpaid = 20

/** Seconds until a client may ask again whose order waits for a bank. That takes days. */
const waitingSeconds = 3600

/** Whole seconds until a seat that is held until `expiresAt` can be free again; at least 60. */
const secondsUntilFree = (expiresAt: number, now: number): number =>
  Math.max(60, Math.ceil((expiresAt + afterExpiry - now) / 1000))

/**
 * Refuses another order to a client with too many unpaid ones: `mostHeld` if they hold counted seats, otherwise `mostUnpaid`.
 * For counted seats, call it under their lock, so that simultaneous requests are counted one after another.
 * @param client its `clientKey`
 * @param tier of the next order
 * @throws ShopError `too_many_requests`
 */
export async function checkClientSeats(
  trx: Transaction<Schema>,
  deps: Shop,
  client: string,
  tier: Order['tier'],
): Promise<void> {
  const held = await trx
    .selectFrom('orders')
    .select(['expires_at', 'completed_at'])
    .where('client_key', '=', client)
    .where('status', '=', 'open')
    .where(inMode(deps.payments))
    .$if(tier === 'early', (orders) => orders.where('tier', '=', 'early'))
    .orderBy('expires_at')
    .execute()
  const firstToEnd = held[held.length - (tier === 'early' ? mostHeld : mostUnpaid)]
  if (!firstToEnd) return
  const { expires_at, completed_at } = firstToEnd
  const retryAfter = completed_at === null ? secondsUntilFree(expires_at, deps.now()) : waitingSeconds
  const message = messages.checkout.tooMany(held.length, Math.ceil(retryAfter / 60))
  throw new ShopError('too_many_requests', message, { retryAfter })
}

/**
 * Identifies a client in its open orders, so that the shop can count them. It does not contain the address. Somebody could hash
 * all IPv4 addresses and compare, so the hash has a key, which is used only here.
 */
export function clientKey(ip: string, linkSecret: string): string {
  const key = createHmac('sha256', linkSecret).update('clients of open orders').digest()
  return createHmac('sha256', key).update(clientNetwork(ip)).digest('base64url')
}
