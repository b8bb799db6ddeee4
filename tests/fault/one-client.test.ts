import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { functions, pages, securityTextPath } from '../../contract/paths.ts'
import { type ServerProcess, startServer, temporaryDirectory } from '../support/server-process.ts'
import { clientAddress, send } from '../support/stranger.ts'

/** One address of each kind. */
const attacked = [
  '/healthz',
  '/readyz',
  securityTextPath,
  functions.offer,
  '/functions/v1/none',
  pages.home,
  '/none',
]
/** A round of an attack: so many requests on so many connections. */
const connections = 20
const onEach = 100
/** More than any allowance. The attack ends when it is refused. */
const mostRounds = 30

let port = 0

/** @returns how many requests of one connection were answered before the server closed it */
async function pipeline(client: string, target: string): Promise<number> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: client }).on('error', () => {})
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(onEach - 1))
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  let text = ''
  try {
    for await (const bytes of socket) text += bytes.toString('latin1')
  } catch {}
  return text.split(/HTTP\/1\.1 \d{3} /).length - 1
}

const proxy = new Agent({ keepAlive: true, maxSockets: connections })
/** Sends a request as the proxy in front of the server forwards it. */
async function forward(client: string, target: string): Promise<number> {
  const headers = { 'x-forwarded-for': client }
  const sent = request({ port, host: '127.0.0.1', path: target, agent: proxy, headers }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
  return answer.statusCode ?? 0
}

describe.each([
  {
    way: 'directly',
    trustProxy: '0',
    isRefused: async (client: string, target: string) => {
      const answered = Array.from({ length: connections }, () => pipeline(client, target))
      return (await Promise.all(answered)).some((count) => count < onEach)
    },
    statusFor: async (client: string, target: string) =>
      (await send({ port, tlsName: null }, client, target)).status,
  },
  {
    way: 'through a proxy',
    trustProxy: '1',
    isRefused: async (client: string, target: string) => {
      const statuses = Array.from({ length: connections * onEach }, () => forward(client, target))
      return (await Promise.all(statuses)).includes(429)
    },
    statusFor: forward,
  },
])('one client who sends more than its share, $way', ({ trustProxy, isRefused, statusFor }) => {
  const data = temporaryDirectory()
  let server: ServerProcess

  beforeAll(async () => {
    server = await startServer(data.path, { TRUST_PROXY: trustProxy })
    port = Number(new URL(server.url).port)
  })
  afterAll(async () => {
    proxy.destroy()
    server.child.kill('SIGTERM')
    await server.ended
    data.remove()
  })

  test.each(attacked.map((target, n) => [target, n] as const))(
    'is refused at %s, and nobody else is',
    {
      timeout: 120_000,
    },
    async (target, n) => {
      const [client, neighbor] = [clientAddress(2 * n), clientAddress(2 * n + 1)]
      const usual = await statusFor(neighbor, target)
      const others: number[] = []
      let rounds = 0
      let hasEnded = false
      while (!hasEnded && rounds++ < mostRounds)
        [hasEnded] = await Promise.all([
          isRefused(client, target),
          statusFor(neighbor, target).then((status) => others.push(status)),
        ])
      expect(hasEnded).toBe(true)
      expect([0, 429]).not.toContain(usual)
      expect(others).toEqual(Array(rounds).fill(usual))
    },
  )
})
