import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { isThisMachine } from '../config/env.ts'
import { isLoopback } from './client-ip.ts'

/** Headers that a proxy adds. A request with one of them may come from another machine, even if the proxy runs on this one. */
const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/**
 * Whether the client is a program on this machine. The connection decides, not TRUST_PROXY. A page in this machine's browser is
 * not one, even if its own name leads here (DNS rebinding): it sends that name.
 */
export function isLocal(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return (
    isLoopback(incoming?.socket?.remoteAddress ?? '') &&
    isThisMachine(c.req.url) &&
    forwardingHeaders.every((name) => c.req.header(name) === undefined)
  )
}
