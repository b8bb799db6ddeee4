// A process of buyers, for tests that need several: `node buyers.ts '{"databaseUrl":null,"dataDir":"…"}' name count`.
// All start a checkout at the same moment, and whoever is told to try again does. Prints how many orders its
// provider was asked for at each price: `{"34800":50,"49700":450}`.
import { createAdmission } from '../../server/checkout/admission.ts'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { ShopError } from '../../server/errors.ts'
import { openShop } from './shop.ts'

const [place = '', name = '', count = ''] = process.argv.slice(2)
const shop = await openShop(JSON.parse(place))
/** As the server does: without it, a slow machine would time out all buyers again and again. */
const admit = createAdmission()

/** One IPv6 network for each buyer of each process, as buyers come from many places. */
const addressOf = (index: number) => `2001:${(process.pid % 0xffff).toString(16)}:${index.toString(16)}::1`

async function buy(email: string, ip: string): Promise<void> {
  try {
    await admit(() => startCheckout(shop, { name, email }, ip))
  } catch (error) {
    const mayTryAgain = error instanceof ShopError && ['provider_failed', 'unavailable'].includes(error.code)
    if (!mayTryAgain) throw error
    await buy(email, ip)
  }
}
await Promise.all(
  Array.from({ length: Number(count) }, (_, index) => buy(`${name}-${index}@example.com`, addressOf(index))),
)

const asked: Record<string, number> = {}
for (const { amountCents } of shop.payments.sessions.values()) {
  asked[amountCents] = (asked[amountCents] ?? 0) + 1
}
console.log(JSON.stringify(asked))
await shop.database.destroy()
