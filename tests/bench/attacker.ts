// The client that attacks: tests/bench/attack.ts starts this file in a process of its own. It sends as much as one client can, on
// connections that it opens again when they end.
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Door } from '../support/stranger.ts'

export interface Attack {
  door: Door
  /** The address of the attacker. */
  client: string
  /** What it asks for. */
  address: string
}
const { door, client, address }: Attack = JSON.parse(process.argv[2] ?? '')
/** What one client can send, in bytes a second. */
const bandwidth = 1e6

let sent = 0
/** Waits until the bandwidth allows so many bytes. */
async function sendable(bytes: number): Promise<void> {
  sent += bytes
  await pause(Math.max(0, (sent / bandwidth) * 1000 - performance.now()))
}

/** Ten requests at once on a connection, and ten more after each part of an answer. */
async function pipeline(): Promise<void> {
  await sendable(200)
  const piece = `GET ${address} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(10)
  const socket = connect({ port: door.port, host: '127.0.0.1', localAddress: client })
  socket.write(piece)
  for await (const _ of socket) {
    await sendable(piece.length)
    socket.write(piece)
  }
}

/** 240 requests in progress on an HTTP/2 connection, in about 40 bytes each: a frame of compressed headers. */
async function multiplex(): Promise<void> {
  await sendable(2000)
  const options = { host: '127.0.0.1', localAddress: client, rejectUnauthorized: false }
  const session = connectHttp2(`https://${door.tlsName}:${door.port}`, options as object)
  session.on('error', () => {})
  await once(session, 'connect')
  const ask = async () => {
    while (!session.closed && !session.destroyed) {
      await sendable(40)
      await finished(session.request({ ':path': address }).resume()).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: 240 }, ask))
}

const [act, connections] = door.tlsName ? ([multiplex, 12] as const) : ([pipeline, 450] as const)
for (let n = 0; n < connections; n++)
  void (async () => {
    for (;;) await act().catch(() => {})
  })()
