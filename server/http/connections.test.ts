import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { trackConnections } from './connections.ts'

/** Sends the beginning of a request and nothing more. */
async function send(port: number, beginning: string) {
  const socket = connect({ port, host: '127.0.0.1' })
  await once(socket, 'connect')
  socket.write(beginning)
  return socket
}

test('incomplete requests and slow readers are disconnected, and a running request is not', async () => {
  const orderArrived = Promise.withResolvers<ServerResponse>()
  const posts: Promise<unknown>[] = []
  const server = createServer((request, response) => {
    if (request.url === '/order') orderArrived.resolve(response)
    // More than the buffers of both ends can hold, so a client that does not read never gets all of it.
    else if (request.url === '/file') response.end(Buffer.alloc(64 * 1024 * 1024))
    else posts.push(once(request, 'data'))
  })
  const endSlow = trackConnections(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const half = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf'
  const unfinished = await Promise.all([send(port, half), send(port, half), send(port, 'GET / HT')])
  const ended = Promise.all(unfinished.map((socket) => once(socket.resume(), 'close')))
  const reader = await send(port, 'GET /file HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(reader, 'readable')
  const order = await send(
    port,
    'POST /order HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
  )
  const received = text(order)
  const response = await orderArrived.promise
  await expect.poll(() => posts.length).toBe(2)
  await Promise.all(posts)

  const closed = once(server, 'close')
  server.close()
  endSlow()
  await ended
  reader.resume().on('error', () => {})
  await once(reader, 'close')
  response.end('paid')
  expect(await received).toContain('paid')
  await closed
})
