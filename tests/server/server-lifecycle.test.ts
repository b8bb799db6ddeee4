import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { storeOrder } from '../support/orders.ts'
import {
  freePort,
  serverMemory,
  startScript,
  startServer,
  temporaryDirectory,
} from '../support/server-process.ts'

const directories: { remove(): void }[] = []
function directory(): string {
  const created = temporaryDirectory()
  directories.push(created)
  return created.path
}
afterEach(() => {
  for (const created of directories.splice(0)) created.remove()
})

const main = [...serverMemory, 'server/main.ts']

/** Starts the real server, and runs `code` in its process soon after it listens. */
async function startWithCode(code: string) {
  const module = `data:text/javascript,${encodeURIComponent(`
    import { Server } from 'node:http'
    const { listen } = Server.prototype
    Server.prototype.listen = function (...args) {
      this.once('listening', () => setTimeout(() => { ${code} }, 200).unref())
      return listen.apply(this, args)
    }`)}`
  const port = await freePort()
  const started = startScript(['--import', module, ...main], { PORT: String(port), DATA_DIR: directory() })
  return { ...started, url: `http://127.0.0.1:${port}` }
}

test.each([
  ['uncaught exception', "throw new Error('nobody caught this')"],
  ['unhandled rejection', "Promise.reject(new Error('nobody caught this'))"],
])('an %s ends the process with a line in the log', async (event, code) => {
  const { ended, output } = await startWithCode(code)
  expect(await ended).toBe(1)
  const line = output()
    .split('\n')
    .find((text) => text.includes(event))
  expect(JSON.parse(line ?? '')).toMatchObject({
    level: 'error',
    event,
    error: { message: 'nobody caught this' },
  })
})

test('errors of the listening server become log lines; the shop keeps running, even if nobody reads its log any more; SIGINT ends it cleanly and frees the port', async () => {
  const server = await startWithCode("this.emit('error', new Error('too many open files'))")
  await vi.waitFor(() => expect(server.output()).toContain('too many open files'), { timeout: 20_000 })
  expect(server.output()).toMatch(/^\{.*"level":"error","event":"server.failed".*too many open files.*\}$/m)
  server.child.stdout?.destroy()
  const refused = () => fetch(`${server.url}/functions/v1/payment-webhook`, { method: 'POST', body: '{}' })
  for (let n = 0; n < 3; n++) expect((await refused()).status).toBe(400)
  const keptAlive = await fetch(`${server.url}/healthz`)
  expect(keptAlive.status).toBe(200)
  await keptAlive.text()
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
  const { port } = new URL(server.url)
  const again = createServer().listen(Number(port), '127.0.0.1')
  await once(again, 'listening')
  again.close()
})

// server/config/env.test.ts has each problem.
test('every problem of the configuration is reported at once, and nothing is created', async () => {
  const { ended, output } = startScript(main, {
    PORT: 'x',
    TRUST_PROXY: 'yes',
    DATA_DIR: '/nonexistent/shop',
  })
  expect(await ended).toBe(1)
  expect(output()).toContain('PORT: it is not a whole number')
  expect(output()).toContain('TRUST_PROXY: it is not a whole number')
  expect(output()).not.toContain('at file:')
  expect(existsSync('/nonexistent')).toBe(false)
})

test.each([
  ['is a file', '/dev/null'],
  ['lies below a file', '/dev/null/data'],
])('a data folder that %s is named with its remedy', async (_, folder) => {
  const { ended, output } = startScript(main, { DATA_DIR: folder })
  expect(await ended).toBe(1)
  expect(output()).toContain(`This user cannot write ${folder}. Give this user the folder`)
  expect(output()).not.toContain('at file:')
})

test('a database that is damaged or does not answer is named with its remedy', async () => {
  const damaged = directory()
  writeFileSync(path.join(damaged, 'shop.db'), 'no database'.repeat(100))
  const databaseUrl = `postgres://127.0.0.1:${await freePort()}/shop`
  const starts = [
    startScript(main, { DATA_DIR: damaged }),
    startScript(main, {
      DATA_DIR: directory(),
      DATABASE_URL: databaseUrl,
      LINK_SECRET: '0123456789abcdef'.repeat(2),
    }),
  ]
  expect(await Promise.all(starts.map(({ ended }) => ended))).toEqual([1, 1])
  const [file, server] = starts.map(({ output }) => output())
  expect(file).toContain(`Check ${path.join(damaged, 'shop.db')}`)
  expect(server).toContain('Check DATABASE_URL')
  for (const text of [file, server]) expect(text).not.toContain('version')
})

test('a port that is taken is reported with a remedy', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  const { ended, output } = startScript(main, { PORT: String(port), DATA_DIR: directory() })
  expect(await ended).toBe(1)
  other.close()
  expect(output()).toContain(`Port ${port} is taken by another program.`)
  expect(output()).toContain(`PORT=${port + 1}`)
})

test('a host that is not this machine is reported', async () => {
  const { ended, output } = startScript(main, { HOST: 'nobody.invalid', DATA_DIR: directory() })
  expect(await ended).toBe(1)
  expect(output()).toBe('HOST=nobody.invalid is not an address of this machine.\n')
})

test('without its variables, the server does not open a database of real orders in the sandbox', async () => {
  const dataDir = directory()
  const database = openDatabase({ dataDir, databaseUrl: null })
  await migrate(database)
  await storeOrder(database, { provider: 'stripe', livemode: 1 })
  await database.destroy()
  const { ended, output } = startScript(main, { DATA_DIR: dataDir })
  expect(await ended).toBe(1)
  expect(output()).toContain('The database has orders that were paid with real money')
  expect(output()).toContain('set PAYMENTS=sandbox')
  const sandbox = await startServer(dataDir, {
    PAYMENTS: 'sandbox',
    LINK_SECRET: '0123456789abcdef'.repeat(2),
  })
  sandbox.child.kill('SIGTERM')
  expect(await sandbox.ended).toBe(0)
})
