// The client that attacks: tests/bench/attack.ts starts this file in a process of its own.
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Door } from '../support/stranger.ts'

export interface Attack {
  door: Door
  /** The address of the attacker. */
  client: string
  /** What it asks for. */
  address: string
}

/** Without a proxy: connections, and the requests in each piece. */
const direct = { connections: 450, inOnePiece: 10 }
/** Through a proxy: HTTP/2 connections, and the requests in progress on each. */
const proxied = { connections: 12, streams: 240 }
/** What one client can send, in bytes a second. */
const bandwidth = 1e6
/** What a new connection and a request over HTTP/2 cost the attacker, in bytes: TCP, TLS, and a frame of compressed headers. */
const size = { tcp: 200, tls: 2000, stream: 40 }

const startedAt = performance.now()
let sent = 0
/** Waits until the bandwidth allows so many bytes. */
async function sendable(bytes: number): Promise<void> {
  sent += bytes
  await pause(Math.max(0, (sent / bandwidth) * 1000 - (performance.now() - startedAt)))
}

/** Sends pieces of pipelined requests on one connection, and the next piece after the last answer. Ends with the connection. */
async function pipeline({ door, client, address }: Attack): Promise<void> {
  await sendable(size.tcp)
  const piece = `GET ${address} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(direct.inOnePiece)
  const socket = connect({ port: door.port, host: '127.0.0.1', localAddress: client })
  let waiting = 0
  const next = async () => {
    waiting += direct.inOnePiece
    await sendable(piece.length)
    socket.write(piece)
  }
  socket.on('error', () => {}).on('connect', () => void next())
  socket.on('data', (bytes) => {
    waiting -= bytes.toString('latin1').split('HTTP/1.1 ').length - 1
    if (waiting === 0) void next()
  })
  await new Promise((resolve) => socket.once('close', resolve))
}

/** Keeps many requests in progress on one HTTP/2 connection. Ends with the connection. */
async function multiplex({ door, client, address }: Attack): Promise<void> {
  await sendable(size.tls)
  const session = connectHttp2(`https://${door.tlsName}:${door.port}`, {
    host: '127.0.0.1',
    localAddress: client,
    rejectUnauthorized: false,
  } as Parameters<typeof connectHttp2>[1])
  session.on('error', () => {})
  const ask = async () => {
    await sendable(size.stream)
    if (session.closed || session.destroyed) return
    const stream = session.request({ ':path': address }).on('error', () => {})
    stream.resume().once('close', () => void ask())
  }
  session.once('connect', () => {
    for (let n = 0; n < proxied.streams; n++) void ask()
  })
  await new Promise((resolve) => session.once('close', resolve))
}

const attack = JSON.parse(process.argv[2] ?? '') as Attack
const [act, connections] = attack.door.tlsName
  ? ([multiplex, proxied.connections] as const)
  : ([pipeline, direct.connections] as const)
for (let n = 0; n < connections; n++)
  void (async () => {
    for (;;) await act(attack)
  })()
