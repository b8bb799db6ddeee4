import type { Kysely } from 'kysely'
import type { Config } from '../config/env.ts'
import type { Schema } from '../database/schema.ts'
import { ShopError } from '../errors.ts'

/**
 * Refuses to open the sandbox on a real shop's database, for example after `npm start` in a shell without the service's
 * variables. Otherwise the sandbox would run behind the shop's proxy, and every visitor would get the sample without paying.
 * @throws ShopError `conflict`
 */
export async function checkRealOrders(
  { paymentsChosen }: Pick<Config, 'paymentsChosen'>,
  database: Kysely<Schema>,
): Promise<void> {
  if (paymentsChosen) return
  const real = await database
    .selectFrom('orders')
    .select('id')
    .where('provider', '=', 'stripe')
    .where('livemode', '=', 1)
    .limit(1)
    .executeTakeFirst()
  if (!real) return
  throw new ShopError(
    'conflict',
    'The database has orders that were paid with real money, but neither STRIPE_SECRET_KEY nor PAYMENTS is set, so nobody would be charged.',
    {
      remedy:
        'Set the same variables as the service, such as those in /etc/shop.env. To run the sandbox on this database anyway, set PAYMENTS=sandbox.',
    },
  )
}
