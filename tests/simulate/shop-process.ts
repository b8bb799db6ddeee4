import type { Hono } from 'hono'
import { sql } from 'kysely'
import { createApp } from '../../server/app.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { MailError, type Message } from '../../server/mail/mailer.ts'
import type { DatabaseConfig } from '../support/databases.ts'
import { openShop, type TestShop } from '../support/shop.ts'
import type { Market } from './market.ts'
import { Power } from './power.ts'

/** The mail server. It keeps all accepted mail, even when the shop crashes. */
export class PostOffice {
  readonly accepted: Message[] = []
  readonly refused = new Set<string>()
  /** The outcomes of the next mails. Null: the server accepts the mail. `silent`: it accepts the mail but does not answer. */
  faults: ('later' | 'never' | 'silent' | null)[] = []

  send(message: Message): void {
    const fault = this.faults.shift() ?? null
    if (fault === 'later') throw new MailError('busy', { permanent: false })
    if (fault === 'never') {
      this.refused.add(message.messageId)
      throw new MailError('no such person', { permanent: true })
    }
    this.accepted.push(message)
    if (fault === 'silent') throw new MailError('the connection broke', { permanent: false })
  }
}

/** One process of the shop. After a crash, the next process uses the same database, provider and mail server. */
export interface ShopProcess {
  app: Hono
  deps: Dependencies
  power: Power
}

/** The shop's database and clock, which all processes and all stories use one after another. */
export interface TestBed {
  shop: TestShop
  clock: { now: number }
}

export async function openTestBed(config: DatabaseConfig): Promise<TestBed> {
  const shop = await openShop(config)
  // The power is cut between statements of this process, so writes do not need to reach the disk.
  if (config.databaseUrl === null) await sql`pragma synchronous = off`.execute(shop.database)
  return { shop, clock: shop.clock }
}

export async function clear({ shop }: TestBed): Promise<void> {
  for (const table of ['downloads', 'outbox', 'events', 'orders', 'progress'] as const)
    await shop.database.deleteFrom(table).execute()
}

export function startShopProcess({ shop }: TestBed, market: Market, post: PostOffice): ShopProcess {
  const power = new Power()
  const deps: Dependencies = {
    ...shop,
    config: { ...shop.config, trustProxy: 1 },
    database: shop.database.withPlugin(power.plugin),
    payments: market.connectWith(power),
    mailer: {
      async send(message) {
        power.mark()
        post.send(message)
        power.mark()
      },
      async close() {},
    },
  }
  return { app: createApp(deps), deps, power }
}
