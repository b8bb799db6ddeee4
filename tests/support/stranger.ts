import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect as connectTcp, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { functions, pages, securityTextPath } from '../../contract/paths.ts'
import { aBuyer } from './a-buyer.ts'

/** One address of each kind, for clients that ask for more than their share. */
export const attacked = [
  '/healthz',
  '/readyz',
  securityTextPath,
  functions.offer,
  '/functions/v1/none',
  pages.home,
  '/none',
]

/** Where a shop or its proxy listens on this machine. */
export interface Door {
  port: number
  /** The name in the certificate and the Host header. Null: plain HTTP. */
  tlsName: string | null
}

/** Each address of 127.0.0.0/8 is another client, for the shop as well as for a proxy in front of it. */
export const clientAddress = (number: number): string =>
  `127.0.${1 + Math.floor(number / 250)}.${1 + (number % 250)}`

export interface Answer {
  status: number
  /** Ms until the whole answer had arrived. */
  tookMs: number
}

/** Sends one request from a client address, over a new connection. Status 0: the connection broke. */
export async function send(
  { port, tlsName }: Door,
  client: string,
  path: string,
  post?: { type: string; body: string },
): Promise<Answer> {
  const startedAt = performance.now()
  const headers = {
    host: tlsName ?? 'localhost',
    ...(post && { 'content-type': post.type, 'content-length': Buffer.byteLength(post.body) }),
  }
  const options = { host: '127.0.0.1', port, path, localAddress: client, agent: false as const, headers }
  const method = post ? 'POST' : 'GET'
  const sent = tlsName
    ? requestHttps({ ...options, method, servername: tlsName, rejectUnauthorized: false })
    : requestHttp({ ...options, method })
  sent.end(post?.body)
  try {
    const { promise, resolve, reject } = Promise.withResolvers<import('node:http').IncomingMessage>()
    sent.on('response', resolve).on('error', reject)
    const response = await promise
    await buffer(response)
    return { status: response.statusCode ?? 0, tookMs: performance.now() - startedAt }
  } catch {
    return { status: 0, tookMs: performance.now() - startedAt }
  }
}

/** An honest checkout. */
export const checkOut = (door: Door, client: string, email: string): Promise<Answer> =>
  send(door, client, functions.createCheckout, {
    type: 'application/json',
    body: JSON.stringify(aBuyer({ email })),
  })

/** A header that looks signed, as anybody can write it. */
const looksSigned = `Stripe-Signature: t=1,v1=${'a'.repeat(64)}`

/**
 * Opens connections that each announce a body, send most of it, and then nothing. A connection that the server closes is
 * replaced.
 * @param options `bytes`: how long each body is said to be; `sent`: how much of it is sent
 */
function stall(
  { port, tlsName }: Door,
  options: {
    client: string
    connections: number
    path: string
    headers: string[]
    bytes: number
    sent: number
  },
): { answers: Map<number, number>; stop(): void } {
  const answers = new Map<number, number>()
  const open = new Set<Socket>()
  let isStopped = false
  const head = [
    `POST ${options.path} HTTP/1.1`,
    `Host: ${tlsName ?? 'localhost'}`,
    ...options.headers,
    `Content-Length: ${options.bytes}`,
    '',
    '',
  ].join('\r\n')
  function begin(): void {
    if (isStopped) return
    const tcp = connectTcp({ port, host: '127.0.0.1', localAddress: options.client })
    const socket = tlsName ? connectTls({ socket: tcp, servername: tlsName, rejectUnauthorized: false }) : tcp
    let answer = ''
    tcp.on('error', () => {})
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      answer += bytes
    })
    socket.once('close', () => {
      open.delete(socket)
      const status = Number(answer.split(' ')[1]) || 0
      answers.set(status, (answers.get(status) ?? 0) + 1)
      // Not at once. Otherwise, a server that refuses every connection gets more bytes than one client can send.
      setTimeout(begin, 1000)
    })
    open.add(socket)
    socket.write(head + 'x'.repeat(options.sent))
  }
  for (let n = 0; n < options.connections; n++) begin()
  return {
    answers,
    stop() {
      isStopped = true
      for (const socket of open) socket.destroy()
    },
  }
}

/** Bodies that stop before their end: events that look signed, and forms. */
const silences = [
  { path: functions.paymentWebhook, headers: [looksSigned], connections: 4, bytes: 1024 * 1024 },
  { path: functions.paymentWebhook, headers: [looksSigned], connections: 8, bytes: 64 * 1024 },
  { path: functions.createCheckout, headers: [], connections: 20, bytes: 16 * 1024 },
]

/** The number of answers to stalled bodies, by path and status, such as `/functions/v1/create-checkout 429`. */
export type Refused = Record<string, number>

/** The first refusals show that bodies have arrived. */
const someRefused = (refused: Refused) => Object.values(refused).reduce((sum, times) => sum + times, 0) > 3

/**
 * Lets one client stall all its bodies, while forty other clients check out.
 * @param hasArrived whether the others may begin
 * @returns the answers to the stranger, and the number of answers with each status to the others
 */
export async function attackWithSilence(door: Door, hasArrived = someRefused) {
  const attacks = silences.map(({ path, ...silence }) => ({
    path,
    ...stall(door, { path, ...silence, client: clientAddress(0), sent: silence.bytes - 8 }),
  }))
  const refused = (): Refused => {
    const sum: Refused = {}
    for (const { path, answers } of attacks)
      for (const [status, times] of answers)
        sum[`${path} ${status}`] = (sum[`${path} ${status}`] ?? 0) + times
    return sum
  }
  while (!hasArrived(refused())) await pause(50)
  const checkouts: Record<number, number> = {}
  for (let n = 1; n <= 40; n++) {
    const { status } = await checkOut(door, clientAddress(n), `the-buyer-with-number-${n}@example.com`)
    checkouts[status] = (checkouts[status] ?? 0) + 1
  }
  for (const attack of attacks) attack.stop()
  return { checkouts, refused: refused() }
}
