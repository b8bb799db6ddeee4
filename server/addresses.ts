import { Hono, type MiddlewareHandler } from 'hono'
import { functions, securityTextPath, sellerPath } from '../contract/paths.ts'
import { returnRoutes } from './checkout/return-routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { isThisMachine } from './config/env.ts'
import type { Dependencies } from './dependencies.ts'
import { downloadRoutes } from './downloads/routes.ts'
import { health } from './health/routes.ts'
import type { Limit } from './http/limits.ts'
import { securityText } from './http/security-text.ts'
import { mailFolder } from './mail/create-mailer.ts'
import { mailboxRoutes } from './mail/mailbox-routes.ts'
import { unsubscribeRoutes } from './mail/unsubscribe-routes.ts'
import { applyEvent } from './orders/events.ts'
import { refuseUnsigned, webhookRoutes } from './payments/webhook.ts'
import { sellerRoutes } from './seller/routes.ts'

/**
 * Limits for the requests of one network. They leave room for a whole office behind one address, and keep a script from
 * filling the tables.
 */
const limits = {
  // Enough for three buyers with three tries each. A client can hold only three seats (docs/decisions/011-seats-per-client.md).
  checkout: { burst: 10, intervalMs: 10_000 },
  resend: { burst: 10, intervalMs: 10_000 },
  // A browser may fetch a download in parts, and each part is a request.
  download: { burst: 120, intervalMs: 1000 },
  // More than the acts of an order, each with a mistake or two.
  seller: { burst: 20, intervalMs: 5000 },
  // Mailbox providers send the requests of all their users from a few addresses.
  unsubscribe: { burst: 120, intervalMs: 250 },
  // Each change of a made-up checkout may write a mail.
  sandbox: { burst: 30, intervalMs: 10_000 },
  // Two or three events for each sale, from a few addresses of the provider, often many at once. Anybody can make an event look
  // signed until its body is read, so a network has room for 300 bodies, 20 MB.
  event: { burst: 300, intervalMs: 10 },
} satisfies Record<string, Limit>

interface Common {
  /** A path of Hono. */
  path: string
  /** The sites in ALLOWED_ORIGINS may call this address from their own pages. */
  otherOrigins?: true
  /** Routes that answer this address, among others. */
  routes: Hono
}

/** HEAD goes with GET. */
interface Reading extends Common {
  method: 'GET'
  /** Only for an answer that costs more than most. The guard limits all addresses together (`server/http/limits.ts`). */
  limit?: Limit
}

interface Posting extends Common {
  method: 'POST'
  /** How many requests one network may send. */
  limit: Limit
  /** Who may send it: a page of this site or a program; or anybody who passes `check`, which runs before the body is read. */
  from: 'own pages' | { check: MiddlewareHandler }
}

export type Address = Reading | Posting

/**
 * Every address that the server computes, with its limits and its routes. A route without an entry here is not reachable
 * (`server/app.ts`). The order counts: the first route that matches answers.
 * @param sandbox the hosted pages of the sandbox, if it is the provider
 */
export function addressesOf(deps: Dependencies, sandbox?: Hono): Address[] {
  const { config, database } = deps
  const probes = health(deps)
  const checkout = checkoutRoutes(deps)
  const downloads = downloadRoutes(deps)
  const webhook = webhookRoutes(deps, (event) => applyEvent(deps, event))
  const seller = sellerRoutes(deps)
  const download = functions.download(':token')
  const sellersPage = sellerPath(':token')
  const unsubscribe = functions.unsubscribe(':token')
  const unsubscribing = unsubscribeRoutes(deps)
  const own = 'own pages' as const

  const addresses: Address[] = [
    { method: 'GET', path: '/healthz', routes: probes },
    { method: 'GET', path: '/readyz', routes: probes },
    { method: 'GET', path: securityTextPath, routes: securityText(deps) },
    {
      method: 'POST',
      path: functions.createCheckout,
      limit: limits.checkout,
      from: own,
      otherOrigins: true,
      routes: checkout,
    },
    { method: 'GET', path: functions.offer, otherOrigins: true, routes: checkout },
    { method: 'GET', path: functions.checkoutReturn, routes: returnRoutes(deps) },
    {
      method: 'POST',
      path: functions.paymentWebhook,
      limit: limits.event,
      from: { check: refuseUnsigned(deps) },
      routes: webhook,
    },
    { method: 'GET', path: download, limit: limits.download, routes: downloads },
    { method: 'POST', path: download, limit: limits.download, from: own, routes: downloads },
    { method: 'GET', path: functions.resendLink, routes: downloads },
    {
      method: 'POST',
      path: functions.resendLink,
      limit: limits.resend,
      from: own,
      routes: downloads,
    },
    { method: 'GET', path: sellersPage, routes: seller },
    { method: 'POST', path: sellersPage, limit: limits.seller, from: own, routes: seller },
    { method: 'GET', path: unsubscribe, routes: unsubscribing },
    {
      method: 'POST',
      path: unsubscribe,
      limit: limits.unsubscribe,
      from: own,
      routes: unsubscribing,
    },
  ]
  if (!sandbox) return addresses
  // Mail stays on this machine only without SMTP_URL, and its links lead there only with a PUBLIC_URL of this machine.
  if (config.smtpUrl === null && isThisMachine(config.publicUrl)) {
    const mailbox = mailboxRoutes({ folder: mailFolder(config), database })
    const routes = new Hono().route('/sandbox/mail', mailbox)
    addresses.push({ method: 'GET', path: '/sandbox/mail/*', routes })
  }
  const routes = new Hono().route('/sandbox', sandbox)
  return [
    ...addresses,
    { method: 'GET', path: '/sandbox/*', routes },
    { method: 'POST', path: '/sandbox/*', limit: limits.sandbox, from: own, routes },
  ]
}
