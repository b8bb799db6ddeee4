import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { serve } from '@hono/node-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { downloads } from '#content/downloads.ts'
import { messages } from '#content/messages.ts'
import { site } from '#content/site.ts'
import { formatBytes, formatMoment } from '../../contract/format.ts'
import { functions } from '../../contract/paths.ts'
import { createApp } from '../../server/app.ts'
import type { NewOrder } from '../../server/database/schema.ts'
import { loadKit } from '../../server/downloads/kit.ts'
import { linkLifeMs, signLink } from '../../server/downloads/link.ts'
import { silentLog } from '../../server/log/log.ts'
import { act } from '../support/acts.ts'
import { onBothDatabases } from '../support/databases.ts'
import { storeOrder } from '../support/orders.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const archive = randomBytes(300_000)
const sha256 = createHash('sha256').update(archive).digest('hex')

onBothDatabases('downloads', (newDatabase) => {
  let shop: TestShop
  let app: ReturnType<typeof createApp>
  let kitFile: string

  beforeEach(async () => {
    const base = await openShop(await newDatabase())
    kitFile = path.join(base.config.dataDir, 'kit „2“.zip')
    writeFileSync(kitFile, archive)
    shop = { ...base, kit: await loadKit({ kitFile, livemode: true, dataDir: base.config.dataDir }) }
    app = createApp(shop)
  })
  afterEach(() => shop.database.destroy())

  const addressOf = (orderId: string, life = linkLifeMs) =>
    functions.download(signLink({ orderId, expiresAt: shop.now() + life }, shop.linkSecret))
  const paidAddress = async (change?: Partial<NewOrder>) => addressOf(await storeOrder(shop.database, change))
  const withPayments = (payments: 'sandbox' | 'stripe') => ({ ...shop, config: { ...shop.config, payments } })
  const post = (address: string, headers: Record<string, string> = {}) =>
    app.request(address, { method: 'POST', headers })
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
  const recorded = () => shop.database.selectFrom('downloads').selectAll().orderBy('at').execute()

  describe('the page', () => {
    test('names the file, offers it in a form, and does not use up the link', async () => {
      const address = await paidAddress()
      for (let n = 0; n < 3; n++) {
        const response = await app.request(address)
        expect(response.status).toBe(200)
        expect(response.headers.get('cache-control')).toContain('no-store')
        expect(response.headers.get('referrer-policy')).toBe('strict-origin')
        const text = await response.text()
        expect(text).toContain(`<form method="post" action="${address}">`)
        expect(text).toContain(sha256)
        expect(text).toContain(formatBytes(300_000, site.language))
        expect(text).toContain(formatMoment(Date.UTC(2026, 10, 27, 12), site.language))
      }
      expect((await recorded()).map((row) => row.kind)).toEqual(['page', 'page', 'page'])
      expect((await bytesOf(await post(address))).equals(archive)).toBe(true)
    })

    test('answers 429 when it is opened too often, before its records fill the disk', async () => {
      const address = await paidAddress()
      let opened = 0
      while ((await app.request(address)).status === 200 && opened < 1000) opened++
      expect(opened).toBeLessThan(1000)
      expect(await app.request(address)).toMatchObject({ status: 429 })
      shop.clock.now += 2000
      expect(await app.request(address)).toMatchObject({ status: 200 })
    })

    test('marks an order as a test only if it is from the sandbox', async () => {
      const textOf = async (payments: 'sandbox' | 'stripe') => {
        const address = await paidAddress({ provider: payments })
        return (await createApp(withPayments(payments)).request(address)).text()
      }
      expect(await textOf('sandbox')).toContain(downloads.testOrder.sandbox)
      expect(await textOf('stripe')).not.toContain(downloads.testOrder.sandbox)
    })

    test('and the file are served to a buyer even if the download cannot be recorded', async () => {
      const address = await paidAddress()
      await shop.database.schema.dropTable('downloads').execute()
      const lines: unknown[] = []
      app = createApp({ ...shop, log: { ...silentLog, warn: (event, row) => lines.push([event, row]) } })
      expect((await app.request(address)).status).toBe(200)
      expect((await bytesOf(await post(address))).equals(archive)).toBe(true)
      const warning = (kind: string) => ['download.not_noted', expect.objectContaining({ kind })]
      expect(lines).toEqual([warning('page'), warning('file')])
    })

    test('HEAD is answered and not recorded', async () => {
      const response = await app.request(await paidAddress(), { method: 'HEAD' })
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('')
      expect(await recorded()).toEqual([])
    })
  })

  describe('the file', () => {
    test('is sent whole, with its name, size and digest', async () => {
      const response = await post(await paidAddress(), { 'user-agent': 'Firefox' })
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-length': '300000',
        'content-disposition': `attachment; filename="kit _2_.zip"; filename*=UTF-8''kit%20%E2%80%9E2%E2%80%9C.zip`,
        'accept-ranges': 'bytes',
        etag: `"${sha256}"`,
      })
      expect((await bytesOf(response)).equals(archive)).toBe(true)
      expect(await recorded()).toMatchObject([
        { kind: 'file', bytes: 300_000, user_agent: 'Firefox', at: shop.now(), ip: expect.any(String) },
      ])
    })

    test('can be downloaded any number of times', async () => {
      const address = await paidAddress()
      for (let n = 0; n < 3; n++) expect((await bytesOf(await post(address))).equals(archive)).toBe(true)
    })

    test.each([
      ['bytes=0-9', 0, 9],
      ['bytes=299990-', 299_990, 299_999],
      ['bytes=-5', 299_995, 299_999],
    ])('is sent in part for %s', async (range, start, end) => {
      const response = await post(await paidAddress(), { range })
      expect(response.status).toBe(206)
      expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/300000`)
      expect(response.headers.get('content-length')).toBe(String(end - start + 1))
      expect((await bytesOf(response)).equals(archive.subarray(start, end + 1))).toBe(true)
      expect(await recorded()).toMatchObject([{ kind: 'file', bytes: end - start + 1 }])
    })

    test('416 for a range outside of the file', async () => {
      const response = await post(await paidAddress(), { range: 'bytes=300000-' })
      expect(response.status).toBe(416)
      expect(response.headers.get('content-range')).toBe('bytes */300000')
    })

    test('is sent whole if the range is for another copy', async () => {
      const address = await paidAddress()
      const same = await post(address, { range: 'bytes=5-', 'if-range': `"${sha256}"` })
      expect(same.status).toBe(206)
      await same.body?.cancel()
      const other = await post(address, { range: 'bytes=5-', 'if-range': '"other"' })
      expect(other.status).toBe(200)
      expect((await bytesOf(other)).equals(archive)).toBe(true)
    })

    test.each([
      ['is gone', () => {}],
      ['was replaced while the server runs', () => writeFileSync(kitFile, 'another')],
      ['was replaced by one of the same size', () => writeFileSync(kitFile, archive.toReversed())],
    ])('503 while it %s, and the link stays valid', async (_name, change) => {
      const address = await paidAddress()
      renameSync(kitFile, `${kitFile}.away`)
      change()
      const response = await post(address, { accept: 'text/html' })
      expect(response.status).toBe(503)
      expect(await response.text()).toContain(messages.download.again)
      expect(await recorded()).toEqual([])
      renameSync(`${kitFile}.away`, kitFile)
      expect((await bytesOf(await post(address))).equals(archive)).toBe(true)
    })

    // Other systems have no list of a process's open files.
    test.runIf(existsSync('/proc/self/fd'))('a refused download leaves no file open', async () => {
      const address = await paidAddress()
      writeFileSync(kitFile, 'another')
      for (let n = 0; n < 3; n++) expect((await post(address)).status).toBe(503)
      const open = readdirSync('/proc/self/fd').map((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`)
        } catch {
          return ''
        }
      })
      expect(open.filter((file) => file === realpathSync(kitFile))).toEqual([])
    })

    test('can be resumed after the connection broke', async () => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
      try {
        await once(server, 'listening')
        const { port } = server.address() as AddressInfo
        const options = { port, host: '127.0.0.1', method: 'POST', path: await paidAddress() }
        const send = async (headers: Record<string, string>) => {
          const sent = request({ ...options, headers }).end()
          const [incoming] = await once(sent, 'response')
          return { sent, incoming }
        }
        const { sent, incoming } = await send({})
        const [first] = (await once(incoming, 'data')) as [Buffer]
        sent.destroy()

        const { etag } = incoming.headers
        const rest = await send({ range: `bytes=${first.length}-`, 'if-range': etag })
        expect(rest.incoming.statusCode).toBe(206)
        const chunks = [first]
        for await (const chunk of rest.incoming) chunks.push(chunk)
        expect(Buffer.concat(chunks).equals(archive)).toBe(true)
      } finally {
        server.close()
        server.closeAllConnections()
      }
    })
  })

  describe('a link that does not open', () => {
    const closed: [string, Partial<NewOrder>][] = [
      ['refunded', { status: 'refunded', refunded_at: 1, refunded_cents: 34800 }],
      ['lost in a dispute', { status: 'disputed', disputed_at: 1, dispute: 'lost' }],
      ['revoked', { revoked_at: 1 }],
      ['erased', { erased_at: 1 }],
      ['not paid', { status: 'open', paid_at: null, completed_at: null }],
    ]
    test.each(closed)('403: the order is %s', async (_name, change) => {
      const address = await paidAddress(change)
      for (const response of [await app.request(address), await post(address)]) {
        expect(response.status).toBe(403)
        expect(await response.text()).toContain(downloads.closed.heading)
      }
      expect(await recorded()).toEqual([])
    })

    test.each([
      ['a minute', 60_000],
      ['a day', 24 * 3_600_000],
    ])('403: the order was refunded %s ago', async (_, ms) => {
      const refunded_at = shop.now()
      const address = await paidAddress({ status: 'refunded', refunded_at, refunded_cents: 34800 })
      shop.clock.now += ms
      expect((await post(address)).status).toBe(403)
    })

    test('403: the order is from the sandbox, and the shop is live now', async () => {
      const address = await paidAddress({ provider: 'sandbox' })
      app = createApp(withPayments('stripe'))
      for (const response of [await app.request(address), await post(address)]) {
        expect(response.status).toBe(403)
        expect(await response.text()).toContain(downloads.closed.notReal)
      }
    })

    test("403, and no new link: the order is from Stripe's test mode, and the shop is live now", async () => {
      const order = await storeOrder(shop.database, { provider: 'stripe', livemode: 0 })
      const testMode = withPayments('stripe')
      const live = { ...testMode, payments: { ...testMode.payments, livemode: true } }
      const response = await createApp(live).request(addressOf(order))
      expect(response.status).toBe(403)
      expect(await response.text()).toContain(downloads.closed.notReal)
      await expect(act(live, 'resend', order)).rejects.toMatchObject({
        code: 'conflict',
      })
      expect(await act(testMode, 'resend', order)).toMatchObject({ id: order })
    })

    test('410: the address of the order was changed after the link was signed; a newer link opens', async () => {
      const order = await storeOrder(shop.database)
      const old = addressOf(order)
      expect((await app.request(old)).status).toBe(200)
      shop.clock.now += 1500
      await act(shop, 'change-address', order, 'ada@new.example')
      expect((await bytesOf(await post(addressOf(order)))).equals(archive)).toBe(true)
      for (const response of [await app.request(old), await post(old)]) {
        expect(response.status).toBe(410)
        expect(await response.text()).toContain(downloads.expired.heading)
      }
      shop.clock.now += 5000
      await act(shop, 'change-address', order, 'ada@new.example')
      expect((await post(addressOf(order))).status).toBe(200)
    })

    test('503: the order was paid with real money, and the shop runs as a sandbox now', async () => {
      const address = await paidAddress({ provider: 'stripe' })
      for (const response of [await app.request(address), await post(address)]) {
        expect(response.status).toBe(503)
      }
      app = createApp(withPayments('stripe'))
      expect((await bytesOf(await post(address))).equals(archive)).toBe(true)
    })

    test("503: the order was paid with real money, and the shop runs in Stripe's test mode now", async () => {
      const address = await paidAddress({ provider: 'stripe', livemode: 1 })
      app = createApp(withPayments('stripe'))
      for (const response of [await app.request(address), await post(address)]) {
        expect(response.status).toBe(503)
      }
    })

    test('a dispute that is open or won does not close the download', async () => {
      for (const dispute of ['open', 'won'] as const) {
        const status = dispute === 'open' ? 'disputed' : 'paid'
        const response = await post(await paidAddress({ status, dispute, disputed_at: 1 }))
        expect((await bytesOf(response)).equals(archive)).toBe(true)
      }
    })

    test('410: it has expired, to the millisecond, and the page has a form for a new one', async () => {
      const address = await paidAddress()
      shop.clock.now += linkLifeMs - 1
      expect((await app.request(address)).status).toBe(200)
      shop.clock.now += 1
      const response = await app.request(address)
      expect(response.status).toBe(410)
      expect((await post(address)).status).toBe(410)
      const [, token = ''] = /name="token" value="([^"]+)"/.exec(await response.text()) ?? []
      expect(functions.download(token)).toBe(address)
    })

    test('404: its signature is wrong, or its order does not exist', async () => {
      const other = signLink({ orderId: await storeOrder(shop.database), expiresAt: shop.now() + 1000 }, 'x')
      for (const address of [addressOf('nobody'), functions.download(other), functions.download('v1.x')]) {
        for (const response of [await app.request(address), await post(address)]) {
          expect(response.status).toBe(404)
          expect(await response.text()).toContain(downloads.unknown.title)
        }
      }
    })

    test('other methods are refused', async () => {
      const response = await app.request(await paidAddress(), { method: 'DELETE' })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toContain('POST')
    })
  })
})
