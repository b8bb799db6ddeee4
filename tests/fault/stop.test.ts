import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queue, storeOrder } from '../support/orders.ts'
import { listen, startServer, temporaryDirectory } from '../support/server-process.ts'
import { openShop, type TestShop } from '../support/shop.ts'
import { type SmtpFault, startSmtp } from '../support/smtp.ts'

let data: ReturnType<typeof temporaryDirectory>
let shop: TestShop

beforeEach(async () => {
  data = temporaryDirectory()
  shop = await openShop({ dataDir: data.path, databaseUrl: null })
  shop.clock.now = Date.now()
})
afterEach(async () => {
  await shop.database.destroy()
  data.remove()
})

test('if the shop stops while the mail server hangs, the mail is due again immediately', async () => {
  let fault: SmtpFault | null = null
  const delivered = Promise.withResolvers<void>()
  const smtp = await startSmtp({ fault: () => fault, onDelivery: () => delivered.resolve() })
  const server = await startServer(data.path, {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'kit@shop.example',
    SELLER_EMAIL: 'seller@shop.example',
  })
  fault = { at: 'data', answer: 'hang' }
  await queue(shop, await storeOrder(shop.database))
  await delivered.promise
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  const mail = await shop.database.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
  expect(mail).toMatchObject({ status: 'queued', attempts: 0, claimed_by: null })
  expect(mail.next_attempt_at).toBeLessThanOrEqual(Date.now())
  await smtp.stop()
})

test('a slow provider does not delay the stop @long', async () => {
  const called = Promise.withResolvers<void>()
  // Each answer takes almost the time limit of an attempt. Four answers take twice the time limit of the stop.
  let status = 'open'
  const stripe = createServer(async (request, response) => {
    const isList = request.url?.startsWith('/v1/checkout/sessions?')
    if (!isList) {
      called.resolve()
      await pause(3000)
    }
    const refused = request.method === 'POST'
    const session = { id: 'cs_1', object: 'checkout.session', status, payment_status: 'unpaid' }
    if (refused) status = 'expired'
    response.writeHead(refused ? 400 : 200, { 'content-type': 'application/json' })
    const error = { type: 'invalid_request_error', message: 'It has expired.' }
    response.end(JSON.stringify(isList ? { object: 'list', data: [] } : refused ? { error } : session))
  })
  const past = Date.now() - 7_200_000
  const times = { created_at: past, expires_at: past, completed_at: null, paid_at: null }
  const unpaid = { provider: 'stripe', status: 'open', session_id: 'cs_1', ...times } as const
  const id = await storeOrder(shop.database, unpaid)
  const kit = path.join(data.path, 'kit.zip')
  writeFileSync(kit, 'kit')
  const server = await startServer(data.path, {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_URL: `http://127.0.0.1:${await listen(stripe)}`,
    MAIL_FROM: 'kit@shop.example',
    SELLER_EMAIL: 'seller@shop.example',
    KIT_FILE: kit,
  })
  await called.promise
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  const order = shop.database.selectFrom('orders').select('status').where('id', '=', id)
  expect(await order.executeTakeFirst()).toEqual({ status: 'open' })
  stripe.close()
})

test('incomplete requests do not delay the stop', async () => {
  const server = await startServer(data.path)
  const { port } = new URL(server.url)
  const head =
    'POST /functions/v1/create-checkout HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const beginnings = [
    `${head}Content-Length: 100\r\n\r\n{"name":`,
    `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"na`,
    head,
  ]
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const socket = connect({ port: Number(port), host: '127.0.0.1' }).on('error', () => {})
      await once(socket, 'connect')
      socket.write(beginnings[index % beginnings.length] ?? head)
      return socket
    }),
  )
  // The server answers this request after it has read the beginnings of the others.
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.output()).toContain('"event":"stopping"')
  expect(server.output()).not.toContain('stop.cut_off')
  for (const socket of sockets) socket.destroy()
})
