import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../log/log.ts'
import { limitConnections, mostConnections } from './limit-connections.ts'
import { logConnections } from './log-connections.ts'

test('one client keeps at most 500 connections, the log says so, and another client is answered', async () => {
  const server = createServer((_, response) => response.end('answered'))
  const warn = vi.fn()
  logConnections(server, { ...silentLog, warn }, () => 0)
  limitConnections(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const open = (client: string) =>
    connect({ port, host: '127.0.0.1', localAddress: client }).on('error', () => {})
  const greedy = Array.from({ length: mostConnections + 20 }, () => open('127.0.0.2').resume())
  onTestFinished(() => {
    for (const socket of greedy) socket.destroy()
    server.close()
  })
  const stillOpen = () => greedy.filter(({ closed }) => !closed)
  await expect.poll(() => stillOpen().length, { timeout: 10_000 }).toBe(mostConnections)
  expect(warn).toHaveBeenCalledWith('request.refused', { code: 'too_many_connections' })

  const answerTo = async (client: string) => {
    const socket = open(client)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    let answer = ''
    for await (const bytes of socket) answer += bytes
    return answer
  }
  expect(await answerTo('127.0.0.3')).toContain('answered')
  // A connection that ends makes room for another.
  stillOpen()[0]?.destroy()
  await expect.poll(() => answerTo('127.0.0.2').catch(() => '')).toContain('answered')
})
