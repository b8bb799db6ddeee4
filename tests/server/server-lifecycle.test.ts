import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { freePort, serverMemory, startScript, temporaryDirectory } from '../support/server-process.ts'

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

// server/start/build-dependencies.test.ts has the other reasons not to start.
test('a start that fails names the cause with its remedy, and not the place in the code', async () => {
  const damaged = directory()
  writeFileSync(path.join(damaged, 'shop.db'), 'no database'.repeat(100))
  const { ended, output } = startScript(main, { DATA_DIR: damaged })
  expect(await ended).toBe(1)
  expect(output()).toContain(`Check ${path.join(damaged, 'shop.db')}`)
  expect(output()).not.toContain('at file:')
  expect(output()).not.toContain('version')
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
