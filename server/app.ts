import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { functions } from '../contract/paths.ts'
import { rememberForm } from './checkout/form-again.ts'
import { returnRoutes } from './checkout/return-routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { isThisMachine } from './config/env.ts'
import { asShopError } from './database/failure.ts'
import type { Dependencies } from './dependencies.ts'
import { downloadRoutes } from './downloads/routes.ts'
import { ShopError } from './errors.ts'
import type { ReadinessCheck } from './health/readiness.ts'
import { health } from './health/routes.ts'
import { createBodyLimit } from './http/body-limit.ts'
import { refuseCrossSite } from './http/cross-site.ts'
import { createErrorHandler, errorResponse } from './http/error-response.ts'
import { type Limit, rateLimit } from './http/rate-limit.ts'
import { assignRequestId, withRequestId } from './http/request-id.ts'
import { securityHeaders } from './http/security-headers.ts'
import { securityText } from './http/security-text.ts'
import { warnAboutProxy } from './http/warn-about-proxy.ts'
import { mailFolder } from './mail/create-mailer.ts'
import { mailboxRoutes } from './mail/mailbox-routes.ts'
import { receiveEvent } from './orders/receive-event.ts'
import { refuseUnsigned, webhookRoutes } from './payments/webhook.ts'

/** The largest bodies, in bytes. A form has two short fields. A provider event holds a whole object. */
const formBytes = 16 * 1024
const eventBytes = 1024 * 1024

/**
 * Limits for the requests of one network. They leave room for a whole office behind one address, and keep a script from
 * filling the tables.
 */
const limits: Record<'checkout' | 'resend' | 'download', Limit> = {
  // Enough for three buyers with three tries each. A client can hold only three seats (docs/decisions/011-seats-per-client.md).
  checkout: { burst: 10, intervalMs: 10_000 },
  resend: { burst: 10, intervalMs: 10_000 },
  // A browser may fetch a download in parts, and each part is a request.
  download: { burst: 120, intervalMs: 1000 },
}

/** For an app without a readiness check. */
const neverChecked = { latest: () => null }

/**
 * Creates the app, which computes all responses that are not files. It takes a Request, returns a Response, and opens no port.
 * @param parts `sandbox`: the hosted pages of the sandbox, if it is the provider; `readiness`: the result for /readyz, which
 * is "not ready" without it
 */
export function createApp(
  dependencies: Dependencies,
  parts: { sandbox?: Hono; readiness?: Pick<ReadinessCheck, 'latest'> } = {},
): Hono {
  const { config, now } = dependencies
  const log = withRequestId(dependencies.log)
  const deps = { ...dependencies, log }
  const { trustProxy, allowedOrigins } = config
  const app = new Hono()

  app.onError(createErrorHandler(log, { now, asShopError }))
  app.notFound((c) => errorResponse(c, new ShopError('not_found', 'There is nothing at this address.')))

  app.use(assignRequestId)
  app.use(warnAboutProxy({ trustProxy, log, now }))
  app.use(securityHeaders(config))
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) =>
        errorResponse(
          c,
          new ShopError('method_not_allowed', `This address accepts only ${methods.join(', ')}.`, {
            remedy:
              'One of our forms is sent to this address. Please start again from the page with the form.',
          }),
          { allow: methods.join(', ') },
        ),
    }),
  )
  if (allowedOrigins.length > 0) {
    const siteElsewhere = cors({
      origin: allowedOrigins,
      allowMethods: ['GET', 'POST'],
      allowHeaders: ['content-type'],
      exposeHeaders: ['retry-after'],
      maxAge: 86_400,
    })
    for (const path of [functions.createCheckout, functions.offer]) app.use(path, siteElsewhere)
  }
  // The webhook does not need this check, because a signature proves who sent the request.
  for (const path of [
    functions.createCheckout,
    functions.resendLink,
    functions.download(':token'),
    '/sandbox/*',
  ])
    app.use(path, refuseCrossSite(config))
  const limitBody = createBodyLimit()
  app.use(functions.paymentWebhook, refuseUnsigned(deps), limitBody(eventBytes))
  for (const path of [functions.createCheckout, functions.resendLink]) app.use(path, limitBody(formBytes))
  app.use(functions.createCheckout, rememberForm)
  app.use(functions.createCheckout, rateLimit({ limit: limits.checkout, trustProxy, now }))
  app.use(functions.resendLink, rateLimit({ limit: limits.resend, trustProxy, now }))
  app.use(functions.download(':token'), rateLimit({ limit: limits.download, trustProxy, now }))

  app.route('/', health(parts.readiness ?? neverChecked))
  app.route('/', securityText(deps))
  app.route('/', checkoutRoutes(deps))
  app.route('/', returnRoutes(deps))
  app.route(
    '/',
    webhookRoutes(deps, (event, body) => receiveEvent(deps, event, body)),
  )
  app.route('/', downloadRoutes(deps))
  // Add the mailbox before the sandbox's own pages, and only while mail stays on this machine.
  if (parts.sandbox && config.smtpUrl === null && isThisMachine(config.publicUrl)) {
    const folder = mailFolder(config)
    app.route('/sandbox/mail', mailboxRoutes({ folder, database: dependencies.database }))
  }
  if (parts.sandbox) app.route('/sandbox', parts.sandbox)
  return app
}
