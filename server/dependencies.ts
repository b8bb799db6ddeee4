import type { Kysely } from 'kysely'
import type { PriceList } from '../contract/prices.ts'
import type { Config } from './config/env.ts'
import type { Schema } from './database/schema.ts'
import type { Kit } from './downloads/kit.ts'
import type { Log } from './log/log.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PaymentProvider } from './payments/provider.ts'

/** Everything that the app uses from outside. Nothing is global, so tests can replace each part. */
export interface Dependencies {
  config: Config
  database: Kysely<Schema>
  payments: PaymentProvider
  prices: PriceList
  mailer: Mailer
  kit: Kit
  /** The key that signs download links, or two keys with a comma between them; see `linkKeys`. */
  linkSecret: string
  log: Log
  /** Milliseconds since 1970. */
  now: () => number
}

/** What the command line has, too. It signs no links, sends no mails, and reads no kit. */
export type Shop = Omit<Dependencies, 'kit' | 'linkSecret' | 'mailer'>
