import type { Hono } from 'hono'
import { sql } from 'kysely'
import { createApp } from '../../server/app.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { MailError, type Message } from '../../server/mail/mailer.ts'
import type { DatabaseConfig } from '../support/databases.ts'
import { openShop, type TestShop } from '../support/shop.ts'
import type { Market } from './market.ts'
import { Power } from './power.ts'
import { connectProvider } from './provider.ts'

/** The mail server. It keeps all mail that it accepted, also when the shop crashes. */
export class PostOffice {
  readonly taken: Message[] = []
  readonly refused = new Set<string>()
  /** The outcomes of the next mails. Null: the server accepts the mail. `silent`: it accepts the mail but does not answer. */
  troubles: ('later' | 'never' | 'silent' | null)[] = []

  send(message: Message): void {
    const trouble = this.troubles.shift() ?? null
    if (trouble === 'later') throw new MailError('busy', { permanent: false })
    if (trouble === 'never') {
      this.refused.add(message.messageId)
      throw new MailError('no such person', { permanent: true })
    }
    this.taken.push(message)
    if (trouble === 'silent') throw new MailError('the connection broke', { permanent: false })
  }
}

/** One run of the shop's process, until it crashes. The database, the provider and the mail server outlive it. */
export interface Life {
  app: Hono
  deps: Dependencies
  power: Power
}

export interface Ground {
  shop: TestShop
  clock: { now: number }
}

/** Opens the database. All processes and all seeds use it, one after another. */
export async function openGround(place: DatabaseConfig): Promise<Ground> {
  const shop = await openShop(place)
  // Crashes are simulated inside this process, so writes do not need to reach the disk.
  if (place.databaseUrl === null) await sql`pragma synchronous = off`.execute(shop.database)
  return { shop, clock: shop.clock }
}

export async function clear({ shop }: Ground): Promise<void> {
  for (const table of ['downloads', 'outbox', 'events', 'orders', 'progress'] as const)
    await shop.database.deleteFrom(table).execute()
}

export function startLife({ shop }: Ground, market: Market, post: PostOffice): Life {
  const power = new Power()
  const deps: Dependencies = {
    ...shop,
    config: { ...shop.config, trustProxy: 1 },
    database: shop.database.withPlugin(power.plugin),
    payments: connectProvider(market, power, () => shop.clock.now),
    mailer: {
      async send(message) {
        power.mark()
        post.send(message)
        power.mark()
      },
      async check() {},
      async close() {},
    },
  }
  return { app: createApp(deps), deps, power }
}
