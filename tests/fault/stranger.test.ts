import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { functions } from '../../contract/paths.ts'
import { type ServerProcess, startServer, temporaryDirectory } from '../support/server-process.ts'
import { attackWithSilence, clientAddress, type Door, send } from '../support/stranger.ts'

const data = temporaryDirectory()
let server: ServerProcess
let door: Door

beforeAll(async () => {
  server = await startServer(data.path)
  door = { port: Number(new URL(server.url).port), tlsName: null }
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  data.remove()
})

test('bodies that stop before their end stop nobody else, and the log says that they were refused', {
  timeout: 120_000,
}, async () => {
  const events = functions.paymentWebhook
  // Node answers a stalled body after ten seconds.
  const { checkouts, refused } = await attackWithSilence(door, (answers) =>
    Object.keys(answers).some((answer) => answer.startsWith(events) && answer !== `${events} 413`),
  )
  expect(checkouts).toEqual({ 200: 40 })
  // 413: events of 1 MB. 408: events that are not complete in time.
  expect(Object.keys(refused)).toEqual(expect.arrayContaining([`${events} 413`, `${events} 408`]))
  expect(server.output()).toMatch(
    /"event":"request.refused","code":"too_large","route":"[^"]*payment-webhook"/,
  )
  expect(server.output()).toMatch(/"event":"request.refused","code":"too_slow"/)
  expect(server.output().match(/request.refused/g)?.length).toBeLessThan(100)
})

test('40 forms with 16 KB of invisible characters over 20 connections stop nobody else', async () => {
  const statuses: Record<number, number> = {}
  const body = `name=x&email=a${'\u200b'.repeat(5440)}a`
  const type = 'application/x-www-form-urlencoded'
  const sendTwo = async () => {
    for (let n = 0; n < 2; n++) {
      const { status } = await send(door, clientAddress(100), functions.createCheckout, { type, body })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  const attack = Promise.all(Array.from({ length: 20 }, sendTwo))
  const pages: number[] = []
  for (let n = 0; n < 50; n++) pages.push((await send(door, clientAddress(101), '/healthz')).status)
  await attack
  expect(pages).toEqual(Array(50).fill(200))
  // The burst of a client, and one more if the attack takes ten seconds.
  expect(statuses[400]).toBeLessThan(13)
  expect(statuses[429]).toBe(40 - (statuses[400] ?? 0))
})

test('2,000 connections that send requests and never read stop nobody else @long', {
  timeout: 120_000,
}, async () => {
  const port = Number(new URL(server.url).port)
  const requests = 'GET /terms HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200)
  const sockets: Socket[] = []
  const pages: number[] = []
  // At 2 MB/s. All of them at once would be more than one client can send.
  while (sockets.length < 2000) {
    for (let n = 0; n < 30; n++) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: clientAddress(102) })
      socket.on('error', () => {}).pause()
      socket.write(requests)
      sockets.push(socket)
    }
    pages.push((await send(door, clientAddress(103), '/terms')).status)
    await pause(100)
  }
  expect(pages).toEqual(Array(pages.length).fill(200))
  expect(server.output()).toContain('"event":"request.refused","code":"too_many_connections"')
  for (const socket of sockets) socket.destroy()
})
