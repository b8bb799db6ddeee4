import type { Kysely } from 'kysely'
import type { Config } from '../config/env.ts'
import { ShopError } from '../errors.ts'
import type { Schema } from './schema.ts'

/**
 * Refuses to open the sandbox on a real shop's database because the environment is missing, as when somebody types
 * `npm start` beside the service: behind the running proxy every visitor would get the kit's sample for nothing.
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

    'The database holds orders of real money, and neither STRIPE_SECRET_KEY nor PAYMENTS is set, so nobody would be charged.',
    {
      remedy:
        'Set the variables that the service has, such as those of /etc/shop.env. To run the sandbox on this database all the same, set PAYMENTS=sandbox.',
    },
  )
}
