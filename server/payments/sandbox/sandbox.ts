import type { Hono } from 'hono'
import { isLiveKey } from '../../config/env.ts'
import type { Log } from '../../log/log.ts'
import { type Loop, startLoop } from '../../timing/loop.ts'
import type { StripeAccess } from '../stripe/client.ts'
import { sandboxApi } from './api.ts'
import { type NewId, randomId } from './checkout.ts'
import { sandboxDelivery } from './delivery.ts'
import type { Memory } from './memory.ts'
import { sandboxRoutes } from './routes.ts'

export interface SandboxOptions {
  memory: Memory
  /** The key that signs the webhooks, not empty. */
  secret: string
  /** The API is not on a port, so the key is no secret. Only tests have one of live mode. */
  secretKey?: string
  /** Without a trailing slash. */
  publicUrl: string
  /** The webhook's URL, on the address that the server listens on. */
  webhookUrl: () => string
  log: Log
  /** ms since 1970 */
  now: () => number
  newId?: NewId
}

export interface Sandbox extends Loop {
  /** How the adapter reaches the API: in this process, because the API is on no address. */
  access: Required<StripeAccess> & { webhookSecret: string }
  /** The hosted pages. Mounted at /sandbox. */
  routes: Hono
  /** Ends expired checkouts and sends waiting events, once. */
  runOnce(): Promise<void>
  /** Calls `runOnce` every second, until `stop`. */
  start(): void
}

/** The pause between two runs, in ms. */
const pauseMs = 1000

/**
 * Stripe as far as the shop uses it: its API, a hosted checkout without money, and its webhooks. See docs/sandbox-differences.md.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { log, now, secret, secretKey = 'sk_test_sandbox', newId = randomId } = options
  const live = isLiveKey(secretKey)
  const moment = () => ({ now: now(), live, newId })
  const delivery = sandboxDelivery({ ...options, moment })
  let loop: Loop | undefined

  return {
    access: {
      secretKey,
      webhookSecret: secret,
      // If a request went to the network by mistake, it would go nowhere: RFC 2606 §2 reserves .invalid.
      apiUrl: 'http://stripe.invalid',
      server: sandboxApi({ ...options, secretKey, moment }).fetch,
    },
    routes: sandboxRoutes({ ...options, delivery, moment }),
    runOnce: delivery.deliverAll,
    start() {
      loop = startLoop(delivery.deliverAll, { pauseMs, log, event: 'sandbox.loop_failed' })
    },
    /** Events that were not sent stay in their rows. */
    async stop() {
      delivery.stop()
      await loop?.stop()
    },
  }
}
