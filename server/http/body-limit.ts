import type { MiddlewareHandler } from 'hono'
import { ShopError } from '../errors.ts'
import { errorResponse } from './error-response.ts'

/**
 * Refuses bodies above `maxBytes` with 413. A length that is told is believed, since node:http reads no further;
 * a body that comes in chunks, as proxies that do not buffer send it, is read here and counted. `hono/body-limit` then
 * copies the request with `new Request(request)`, which Node's own Request cannot do with this listener's: 500.
 */
export function limitBody(maxBytes: number): MiddlewareHandler {
  return async (c, next) => {
    const refuse = () =>
      errorResponse(c, new ShopError('too_large', `The request is larger than ${maxBytes} bytes.`))
    const told = c.req.header('content-length')
    if (c.req.header('transfer-encoding') === undefined && told !== undefined) {
      return Number(told) > maxBytes ? refuse() : next()
    }
    const { raw } = c.req
    if (!raw.body) return next()
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let bytes = 0
    for await (const chunk of raw.body) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) return refuse()
      chunks.push(chunk)
    }
    c.req.raw = new Request(raw.url, { method: raw.method, headers: raw.headers, body: new Blob(chunks) })
    return next()
  }
}
