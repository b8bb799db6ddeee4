import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { isLoopback } from './client-ip.ts'

/** Headers that a proxy adds. A request with one of them may come from another machine, even if the proxy runs on this one. */
const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** Whether the client is a program on this machine. The connection decides, not TRUST_PROXY. */
export function isLocal(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  return (
    isLoopback(incoming?.socket?.remoteAddress ?? '') &&
    forwardingHeaders.every((name) => c.req.header(name) === undefined)
  )
}
