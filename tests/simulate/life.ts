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

/** The mail server: keeps what it took, over all lives of the shop. */
export class PostOffice {
  readonly taken: Message[] = []
  readonly refused = new Set<string>()
  /** For the mails to come, one each; null takes the mail. `silent`: takes it, and the shop is not told. */
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

/** One life of the shop's process, over what outlives it. */
export interface Life {
  app: Hono
  deps: Dependencies
  power: Power
}

export interface Ground {
  shop: TestShop
  clock: { now: number }
}

/** A database that all lives and all seeds of a run share, one after the other. */
export async function openGround(place: DatabaseConfig): Promise<Ground> {
  const shop = await openShop(place)
  // A crash is simulated inside this process, so nothing has to reach the disk.
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
