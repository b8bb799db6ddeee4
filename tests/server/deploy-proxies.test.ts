import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, request as requestHttp } from 'node:http'
import { type RequestOptions, request as requestHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesOf } from '../../server/addresses.ts'
import { mostBytes } from '../../server/app.ts'
import type { Dependencies } from '../../server/dependencies.ts'
import { silentLog } from '../../server/log/log.ts'
import {
  isInstalled,
  servedName as name,
  proxies,
  type RunningProxy,
  startProxy,
} from '../support/proxies.ts'
import { startServer, temporaryDirectory } from '../support/server-process.ts'
import { testConfig } from '../support/shop.ts'
import { attackWithSilence } from '../support/stranger.ts'

/** The addresses of the server that end with a token. */
const withToken = new Set(
  addressesOf({ config: testConfig({}), log: silentLog } as Dependencies)
    .map((address) => address.path)
    .filter((address) => address.endsWith('/:token')),
)

/** A request as the upstream server received it. */
interface ReceivedRequest {
  url: string
  forwarded: string | undefined
  range: string | undefined
  body: Buffer
}

describe.each(proxies)('the shop behind %s, with the file in deploy/ @long', (program, proxy) => {
  describe.skipIf(!isInstalled(program))('', () => {
    const folder = temporaryDirectory()
    const received: ReceivedRequest[] = []
    /** Sends the second half of the slow download. */
    let sendRest = () => {}
    const upstream = createServer(async (request, response) => {
      // A body that the proxy cuts off counts as empty.
      const body = await buffer(request).catch(() => Buffer.alloc(0))
      const { 'x-forwarded-for': forwarded, range } = request.headers
      received.push({ url: request.url ?? '', forwarded: forwarded as string | undefined, range, body })
      if (request.url === '/functions/v1/create-checkout')
        return response.writeHead(303, { location: 'https://pay.example/secret-page' }).end()
      if (request.url !== '/slow') return response.end('from the shop')
      response.write('first half, ')
      sendRest = () => response.end('second half')
    })
    let running: RunningProxy

    beforeAll(async () => {
      upstream.listen(0, '127.0.0.1')
      await once(upstream, 'listening')
      running = await startProxy(proxy, folder.path, (upstream.address() as AddressInfo).port)
    })
    afterAll(async () => {
      await running.stop()
      folder.remove()
    })

    function open(options: RequestOptions & { path: string }, isPlain = false) {
      const requestOptions = {
        host: '127.0.0.1',
        servername: name,
        rejectUnauthorized: false,
        agent: false as const,
        port: isPlain ? running.http : running.https,
        ...options,
        headers: { host: name, ...options.headers },
      }
      return (isPlain ? requestHttp : requestHttps)(requestOptions)
    }

    async function fetchThroughProxy(
      target: string,
      options: RequestOptions = {},
      isPlain = false,
      body?: Buffer,
    ) {
      const sent = open({ ...options, path: target }, isPlain)
      sent.end(body)
      const [response] = await once(sent, 'response')
      return {
        status: response.statusCode,
        location: response.headers.location,
        text: (await buffer(response)).toString(),
      }
    }

    test('pages are served over TLS, and the path is unchanged', async () => {
      expect(await fetchThroughProxy('/a%2Fb/../c?x=%20y')).toMatchObject({
        status: 200,
        text: 'from the shop',
      })
      expect(received.at(-1)?.url).toBe('/a%2Fb/../c?x=%20y')
    })

    test('a client cannot forge its address', async () => {
      await fetchThroughProxy('/', { headers: { 'x-forwarded-for': '203.0.113.9' } })
      expect(received.at(-1)?.forwarded).toBe('127.0.0.1')
    })

    test('plain HTTP redirects to TLS, and forms are refused', async () => {
      const page = await fetchThroughProxy('/terms', {}, true)
      expect(page.status).toBeGreaterThanOrEqual(301)
      expect(page.location).toMatch(new RegExp(`^https://${name.replaceAll('.', '\\.')}(:\\d+)?/terms$`))
      const before = received.length
      await fetchThroughProxy(
        '/functions/v1/create-checkout',
        { method: 'POST' },
        true,
        Buffer.from('email=a@b.c'),
      )
      expect(received.length).toBe(before)
    })

    test('the bytes of an event and the range of a download arrive unchanged', async () => {
      const bytes = Buffer.from([0, 13, 10, 255, 200, 123])
      const headers = { range: 'bytes=5-9', 'content-type': 'application/json' }
      await fetchThroughProxy('/functions/v1/payment-webhook', { method: 'POST', headers }, false, bytes)
      expect(received.at(-1)).toMatchObject({ body: bytes, range: 'bytes=5-9' })
    })

    test('a download is not buffered', async () => {
      const sent = open({ path: '/slow' })
      sent.end()
      const [response] = await once(sent, 'response')
      const [first] = await once(response, 'data')
      expect(String(first)).toBe('first half, ')
      sendRest()
      expect((await buffer(response)).toString()).toBe('second half')
    })

    test('a body of the largest size arrives, and a longer one is refused', async () => {
      const post = (bytes: number) =>
        fetchThroughProxy('/functions/v1/payment-webhook', { method: 'POST' }, false, Buffer.alloc(bytes))
      expect((await post(mostBytes.event)).status).toBe(200)
      expect(received.at(-1)?.body.length).toBe(mostBytes.event)
      // Caddy 2.6 answers 502.
      expect([413, 502]).toContain((await post(mostBytes.event + 1)).status)
      expect(received.at(-1)?.body.length).not.toBe(mostBytes.event + 1)
    })

    test('the log has no token of a link, and no address of a payment page', async () => {
      await fetchThroughProxy(
        '/functions/v1/create-checkout',
        { method: 'POST' },
        false,
        Buffer.from('email=a@b.c'),
      )
      for (const address of withToken) {
        const copied = address.replace(':token', 'secret.token')
        await fetchThroughProxy(`${copied}?a=1`)
        // Addresses that were copied wrongly do not work at the shop, but the token in them does.
        for (const wrong of [`/${copied}`, `/a/..${copied}`, copied.replaceAll('/', '//')])
          await fetchThroughProxy(wrong)
      }
      await fetchThroughProxy('/last')
      const { log } = running
      const logged = () => (existsSync(log) ? readFileSync(log, 'utf8') : '')
      while (!logged().includes('/last')) await pause(50)
      expect(logged()).not.toMatch(/secret\.token|secret-page/)
      expect(withToken.size).toBeGreaterThan(2)
      for (const address of withToken) expect(logged()).toContain(address.replace(':token', '(token)'))
    })

    test('no log has a token that is opened while the shop is down', async () => {
      upstream.closeAllConnections()
      upstream.close()
      for (const address of withToken) {
        const { status } = await fetchThroughProxy(address.replace(':token', 'late.token'))
        expect(status).toBe(502)
      }
      expect((await fetchThroughProxy('/after')).status).toBe(502)
      const logged = () =>
        running.logs.map((log) => (existsSync(log) ? readFileSync(log, 'utf8') : '')).join('')
      while (!logged().includes('/after')) await pause(50)
      expect(logged()).not.toContain('late.token')
    })
  })
})

describe.each(proxies)('a stranger who sends bodies and then nothing, through %s @long', (program, proxy) => {
  test.skipIf(!isInstalled(program))('stops nobody else', { timeout: 120_000 }, async () => {
    const folders = [temporaryDirectory(), temporaryDirectory()] as const
    const shop = await startServer(folders[0].path, { TRUST_PROXY: '1' })
    const running = await startProxy(proxy, folders[1].path, Number(new URL(shop.url).port))
    const { checkouts } = await attackWithSilence(running.door)
    expect(checkouts).toEqual({ 200: 40 })
    await running.stop()
    shop.child.kill('SIGTERM')
    await shop.ended
    for (const folder of folders) folder.remove()
  })
})
