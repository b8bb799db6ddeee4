// One process of buyers. A test starts several: `node buyers.ts '{"databaseUrl":null,"dataDir":"…"}' name count`.
// All buyers start a checkout at the same moment, and retry when the shop asks them to. Prints the number of sessions
// at each price, in cents: `{"34800":50,"49700":450}`.
import pLimit from 'p-limit'
import { mostAtOnce } from '../../server/checkout/routes.ts'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { ShopError } from '../../server/errors.ts'
import { amountCents } from '../../server/payments/sandbox/checkout.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { openShop } from '../support/shop.ts'

const [config = '', name = '', count = ''] = process.argv.slice(2)
const shop = await openShop(JSON.parse(config))
const atOnce = pLimit(mostAtOnce)

/** Each buyer of each process has a separate IPv6 network, so that no rate limit for one client applies. */
const addressOf = (index: number) => `2001:${(process.pid % 0xffff).toString(16)}:${index.toString(16)}::1`

async function buy(email: string, ip: string): Promise<void> {
  try {
    await atOnce(() => startCheckout(shop, aBuyer({ name, email }), ip))
  } catch (error) {
    const canRetry = error instanceof ShopError && ['provider_failed', 'unavailable'].includes(error.code)
    if (!canRetry) throw error
    await buy(email, ip)
  }
}
await Promise.all(
  Array.from({ length: Number(count) }, (_, index) => buy(`${name}-${index}@example.com`, addressOf(index))),
)

const sessionsByPrice: Record<string, number> = {}
for (const checkout of shop.stripe.checkouts.values()) {
  const cents = amountCents(checkout)
  sessionsByPrice[cents] = (sessionsByPrice[cents] ?? 0) + 1
}
console.log(JSON.stringify(sessionsByPrice))
await shop.database.destroy()
