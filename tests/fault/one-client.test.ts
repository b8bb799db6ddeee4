import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServerProcess, startServer, temporaryDirectory } from '../support/server-process.ts'
import { attacked, clientAddress } from '../support/stranger.ts'

/** A round of an attack: so many connections, and the requests on each, in one piece. */
const connections = 20
const inOnePiece = 400
/** More than any allowance. The attack ends when it is refused. */
const mostRounds = 10

const isTooMany = (status: number) => status === 429

describe.each([
  ['directly', 0],
  ['through a proxy', 1],
])('one client who sends more than its share, %s', (_, trustProxy) => {
  const data = temporaryDirectory()
  let server: ServerProcess
  let port = 0

  beforeAll(async () => {
    server = await startServer(data.path, { TRUST_PROXY: String(trustProxy) })
    port = Number(new URL(server.url).port)
  })
  afterAll(async () => {
    server.child.kill('SIGTERM')
    await server.ended
    data.remove()
  })

  /** Sends requests on one connection, as the client or as the proxy in front of the server. @returns the status of each answer */
  async function ask(client: string, target: string, times = 1): Promise<number[]> {
    const address = trustProxy ? {} : { localAddress: client }
    const socket = connect({ port, host: '127.0.0.1', ...address }).on('error', () => {})
    const forwarded = trustProxy ? `X-Forwarded-For: ${client}\r\n` : ''
    const lines = (end: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${forwarded}${end}\r\n`
    socket.write(lines('').repeat(times - 1) + lines('Connection: close\r\n'))
    let text = ''
    try {
      for await (const bytes of socket) text += bytes.toString('latin1')
    } catch {}
    return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
  }

  /** Directly, the server closes the connections. Behind a proxy, it answers every request, with 429. */
  async function isRefused(client: string, target: string): Promise<boolean> {
    const attack = Array.from({ length: connections }, () => ask(client, target, inOnePiece))
    const statuses = await Promise.all(attack)
    if (trustProxy) expect(statuses.map(({ length }) => length)).toEqual(Array(connections).fill(inOnePiece))
    return trustProxy ? statuses.flat().some(isTooMany) : statuses.flat().length < connections * inOnePiece
  }

  // Through a proxy, `npm test -- long` has the other addresses: the limits are the same, and only how a client is named differs.
  const tagged = attacked.map(
    (target, n) => [target + (trustProxy && n % 3 ? ' @long' : ''), target, n] as const,
  )
  test.each(tagged)(
    'is refused at %s, and nobody else is',
    {
      timeout: 300_000,
    },
    async (_, target, n) => {
      const [client, neighbor] = [clientAddress(2 * n), clientAddress(2 * n + 1)]
      const others = [await ask(neighbor, target)]
      let hasEnded = false
      while (!hasEnded && others.length <= mostRounds) {
        const attack = isRefused(client, target)
        others.push(await ask(neighbor, target))
        hasEnded = await attack
      }
      expect(hasEnded).toBe(true)
      for (const statuses of others) expect(statuses).toEqual([expect.not.toSatisfy(isTooMany)])
    },
  )
})
