import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Schema } from '../../database/schema.ts'
import type { Log } from '../../log/log.ts'
import { type Loop, startLoop } from '../../timing/loop.ts'
import type { PaymentProvider } from '../provider.ts'
import { act } from './actions.ts'
import { sandboxDelivery } from './delivery.ts'
import { sandboxProvider } from './provider.ts'
import { sandboxRoutes } from './routes.ts'
import { sandboxStore } from './store.ts'

export interface SandboxOptions {
  database: Kysely<Schema>
  /** The key that signs and verifies the webhooks, not empty. This server both sends and receives them. */
  secret: string
  /** Without a trailing slash. */
  publicUrl: string
  /** The webhook's URL, on the address that the server listens on. */
  webhookUrl: string
  log: Log
  /** ms since 1970 */
  now: () => number
}

export interface Sandbox extends Loop {
  provider: PaymentProvider
  /** Mounted at /sandbox. */
  routes: Hono
  /** Ends expired checkouts and sends pending events, once. */
  runOnce(): Promise<void>
  /** Calls `runOnce` every second, until `stop`. */
  start(): void
}

/** The pause between two runs, in ms. */
const pauseMs = 1000

/** The embedded payment provider: a hosted checkout without money. See docs/sandbox-differences.md. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { log, now } = options
  const store = sandboxStore(options.database)
  const delivery = sandboxDelivery({ ...options, store })

  async function runOnce(): Promise<void> {
    for (const id of await store.overdue(now())) {
      await store.change(id, (session) => act(session, 'expire', { now: now() }))
    }
    await delivery.deliverAll()
  }

  let loop: Loop | undefined

  return {
    provider: sandboxProvider({ ...options, store }),
    routes: sandboxRoutes({ ...options, store, delivery }),
    runOnce,
    start() {
      const failed = (error: unknown) => log.error('sandbox.loop_failed', { error })
      loop = startLoop(runOnce, { pauseMs, failed })
    },
    /** Events that were not sent stay in their rows. */
    async stop() {
      await Promise.all([loop?.stop(), delivery.stop()])
    },
  }
}
