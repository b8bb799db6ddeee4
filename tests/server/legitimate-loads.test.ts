import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { functions } from '../../contract/paths.ts'
import { createApp } from '../../server/app.ts'
import { createGuard } from '../../server/http/limits.ts'
import { createListener } from '../../server/http/listener.ts'
import { loadSite } from '../../server/http/site-files.ts'
import { silentLog } from '../../server/log/log.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { openShop, type TestShop } from '../support/shop.ts'

/** A page and what it loads: files of the size of the home page's, with their compressed variants. */
const pageFiles = Array.from({ length: 11 }, (_, n) => (n === 0 ? 'index.html' : `assets/${n}.js`))
const pagePaths = pageFiles.map((file) => (file === 'index.html' ? '/' : `/${file}`))
const sizes = { page: 172_000, asset: 40_000, compression: 6 }

// The guard's clock stands still unless a test moves it. So a client gets nothing back while it sends, however slow the machine.
describe.each([
  ['directly', 0],
  ['behind a proxy @long', 1],
])('clients that send much and mean well are all answered, %s', (_, trustProxy) => {
  const folder = temporaryDirectory()
  let shop: TestShop
  let server: ReturnType<typeof createListener>
  let port = 0

  beforeAll(async () => {
    mkdirSync(path.join(folder.path, 'site/assets'), { recursive: true })
    for (const file of pageFiles) {
      const bytes = file === 'index.html' ? sizes.page : sizes.asset
      writeFileSync(path.join(folder.path, 'site', file), Buffer.alloc(bytes))
      writeFileSync(path.join(folder.path, 'site', `${file}.br`), Buffer.alloc(bytes / sizes.compression))
    }
    shop = await openShop({ dataDir: folder.path, databaseUrl: null })
    const { config, now } = shop
    const files = loadSite(path.join(folder.path, 'site'), config)
    const app = createApp({ ...shop, config: { ...config, trustProxy } })
    server = createListener(app, files, {}, createGuard(trustProxy, now, silentLog))
    server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await shop.database.destroy()
    folder.remove()
  })

  /** A browser or another program at a client's address. Behind a proxy, the connections are the proxy's. */
  function open(client: string, connections = 6) {
    const address = trustProxy ? {} : { localAddress: client }
    const agent = new Agent({ keepAlive: true, maxSockets: connections, ...address })
    const send = async (target: string, options: { coding?: string | undefined; body?: string } = {}) => {
      const { coding = 'br', body } = options
      const headers = {
        ...(coding && { 'accept-encoding': coding }),
        ...(trustProxy && { 'x-forwarded-for': client }),
        ...(body && { 'stripe-signature': `t=1,v1=${'a'.repeat(64)}` }),
      }
      const method = body === undefined ? 'GET' : 'POST'
      const sent = request({ host: '127.0.0.1', port, path: target, method, agent, headers }).end(body)
      try {
        const [answer] = (await once(sent, 'response')) as [IncomingMessage]
        await once(answer.resume(), 'end')
        return answer.statusCode
      } catch {
        return 'broken'
      }
    }
    return {
      send,
      openPage: (coding?: string) =>
        Promise.all([...pagePaths, functions.offer].map((target) => send(target, { coding }))),
      close: () => agent.destroy(),
    }
  }
  const count = (statuses: unknown[]) => Object.groupBy(statuses.flat().map(String), (status) => status)
  /** The number of answers with each status. */
  const tally = (statuses: unknown[]) =>
    Object.fromEntries(Object.entries(count(statuses)).map(([status, all]) => [status, all?.length]))

  test.each([
    ['compressed', 'br', '127.0.2.1'],
    ['not compressed @long', '', '127.0.2.2'],
  ])(
    'an office of 100 people who open a page at once, and again three seconds later: %s',
    async (_, coding, office) => {
      for (const round of [1, 2]) {
        const people = Array.from({ length: 100 }, () => open(office))
        const statuses = await Promise.all(people.map((person) => person.openPage(coding)))
        expect([round, tally(statuses)]).toEqual([round, { 200: 1200 }])
        for (const person of people) person.close()
        shop.clock.now += 3000
      }
    },
  )

  test('a browser that opens 20 pages at once on 16 connections', async () => {
    const browser = open('127.0.2.3', 16)
    const statuses = await Promise.all(Array.from({ length: 20 }, () => browser.openPage()))
    expect(tally(statuses)).toEqual({ 200: 240 })
    browser.close()
  })

  test('100 events of the payment provider at once', async () => {
    const provider = open('127.0.2.4', 100)
    const statuses = Array.from({ length: 100 }, () =>
      provider.send(functions.paymentWebhook, { body: '{}' }),
    )
    // Their signatures are made up.
    expect(tally(await Promise.all(statuses))).toEqual({ 400: 100 })
    provider.close()
  })

  test('a monitor on this machine that asks both probes each second', async () => {
    const monitor = open('127.0.0.1')
    const statuses: unknown[] = []
    for (let second = 0; second < 300; second++) {
      statuses.push(await monitor.send('/healthz'), await monitor.send('/readyz'))
      shop.clock.now += 1000
    }
    // This shop has no kit, so it is not ready.
    expect(tally(statuses)).toEqual({ 200: 300, 503: 300 })
    monitor.close()
  })

  test('ten balancers that ask ten times a second', async () => {
    const balancers = Array.from({ length: 10 }, (_, n) => open(`127.0.3.${n + 1}`))
    const statuses: unknown[] = []
    for (let n = 0; n < 300; n++) {
      statuses.push(await Promise.all(balancers.map((balancer) => balancer.send('/healthz'))))
      shop.clock.now += 100
    }
    expect(tally(statuses)).toEqual({ 200: 3000 })
    for (const balancer of balancers) balancer.close()
  })
})
