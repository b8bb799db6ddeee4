import { catalog } from '#content/catalog.ts'
import type { PriceList } from '../../contract/prices.ts'
import { type Config, parseEnv } from '../../server/config/env.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import type { Kit } from '../../server/downloads/kit.ts'
import { silentLog } from '../../server/log/log.ts'
import type { PaymentProvider } from '../../server/payments/provider.ts'
import type { DatabaseConfig } from './databases.ts'
import { openStripe, type TestStripe } from './stripe.ts'

/** The configuration of a fresh clone, with the addresses for mail from the shop and to the seller. */
export function testConfig(overrides: Partial<Config>): Config {
  const parsed = parseEnv({ SELLER_EMAIL: 'seller@example.com', MAIL_FROM: 'shop@example.com' })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return { ...parsed.config, ...overrides }
}

export const testKit: Kit = {
  path: '/kit.zip',
  fileName: 'kit.zip',
  version: '1.2.3',
  bytes: 1,
  mtimeMs: 0,
  sha256: '0'.repeat(64),
  sample: true,
}

export interface TestShop extends Dependencies {
  /** The shop's adapter to `stripe`. Tests may replace its calls. */
  payments: { -readonly [Name in keyof PaymentProvider]: PaymentProvider[Name] }
  stripe: TestStripe
  /** A copy of the price list, for this shop alone. Tests change it. */
  prices: PriceList
  /** The shop's clock, in ms since 1970. Tests set it. */
  clock: { now: number }
}

/** Opens a shop with a real database, Stripe for tests, and a clock that only the test moves. */
export async function openShop(
  databaseConfig: DatabaseConfig,
  database: Dependencies['database'] = openDatabase(databaseConfig),
): Promise<TestShop> {
  const clock = { now: Date.UTC(2026, 10, 20, 12) }
  const stripe = openStripe({ now: () => clock.now })
  await migrate(database)
  return {
    config: testConfig(databaseConfig),
    database,
    payments: stripe.connect(),
    stripe,
    prices: { ...catalog },
    mailer: { send: async () => {}, close: async () => {} },
    kit: testKit,
    linkSecret: 'a secret of the tests with forty-one letters',
    log: silentLog,
    clock,
    now: () => clock.now,
  }
}
