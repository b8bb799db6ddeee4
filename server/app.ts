import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { contextStorage } from 'hono/context-storage'
import { cors } from 'hono/cors'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { requestId } from 'hono/request-id'
import { messages } from '#content/messages.ts'
import { type Address, addressesOf } from './addresses.ts'
import type { Dependencies } from './dependencies.ts'
import { ShopError } from './errors.ts'
import { warnAboutProxy } from './http/client.ts'
import { refuseCrossSite } from './http/cross-site.ts'
import { createErrorHandler, errorResponse } from './http/error-response.ts'
import { rateLimit } from './http/limits.ts'
import { withRequestId } from './http/request-id.ts'
import { securityHeaders } from './http/security-headers.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Whether the request is for an entry of `addressesOf`, and within its limits. */
    isWithinLimits?: boolean
  }
}

/**
 * The largest bodies, in bytes. An event of the provider has 2 to 10 KB. A form has two short fields; one of 64 KiB, full of tiny
 * fields, would take 30 ms to read. The limits of an address come before its bodies, and one network holds at most 1,000 of them
 * (`http/limits.ts`), for ten seconds (`http/listener.ts`).
 */
export const mostBytes = { form: 16 * 1024, event: 64 * 1024 }

/**
 * Creates the app, which computes all responses that are not files. It takes a Request, returns a Response, and opens no port.
 * @param sandbox the hosted pages of the sandbox, if it is the provider
 */
export function createApp(dependencies: Dependencies, sandbox?: Hono): Hono {
  const { config, now } = dependencies
  const log = withRequestId(dependencies.log)
  const app = new Hono()

  app.onError(createErrorHandler(log, now))
  app.notFound((c) => errorResponse(c, new ShopError('not_found', messages.notFound)))

  app.use(
    // Without the name of a header, it does not take the client's id. Its own header would be lost on a page, a plain Response.
    requestId({ headerName: '' }),
    contextStorage(),
    async (c, next) => {
      await next()
      c.res.headers.set('x-request-id', c.get('requestId'))
    },
    warnAboutProxy(config.trustProxy, log),
    securityHeaders(config),
  )
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
  const addresses = addressesOf({ ...dependencies, log }, sandbox)
  const { trustProxy, allowedOrigins } = config
  if (allowedOrigins.length > 0) {
    const siteElsewhere = cors({
      origin: allowedOrigins,
      allowMethods: ['GET', 'POST'],
      allowHeaders: ['content-type'],
      exposeHeaders: ['retry-after'],
      maxAge: 86_400,
    })
    for (const { path, otherOrigins } of addresses) if (otherOrigins) app.use(path, siteElsewhere)
  }
  const ownPagesOnly = refuseCrossSite(config)
  const refuseLarger = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: () => {
        throw new ShopError('too_large', `The request is larger than ${maxSize} bytes.`)
      },
    })
  /**
   * What runs before the routes of an address. A client is counted before the shop works for it. Only a request that another
   * website sent does not count: its visitor knows nothing of it.
   */
  function guardsOf(address: Address): MiddlewareHandler[] {
    const { method, limit } = address
    const from = method === 'POST' ? address.from : null
    return [
      ...(from === 'own pages' ? [ownPagesOnly] : []),
      ...(limit ? [rateLimit(limit, trustProxy, now)] : []),
      ...(from === 'own pages' ? [refuseLarger(mostBytes.form)] : []),
      ...(from && from !== 'own pages' ? [from.check, refuseLarger(mostBytes.event)] : []),
      async (c, next) => {
        c.set('isWithinLimits', true)
        return next()
      },
    ]
  }
  for (const address of addresses) app.on([address.method], [address.path], ...guardsOf(address))
  // An address without an entry is not reachable, so nobody can forget its limits.
  app.use(async (c, next) => (c.get('isWithinLimits') ? next() : c.notFound()))
  for (const routes of new Set(addresses.map((address) => address.routes))) app.route('/', routes)
  return app
}
