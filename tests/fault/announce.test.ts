import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '../../server/database/open.ts'
import { storeOrder } from '../support/orders.ts'
import { startScript, startServer, temporaryDirectory } from '../support/server-process.ts'
import { startSmtp } from '../support/smtp.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const messageIdOf = (raw: string) => /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? ''

test('an announcement reaches each of 100 buyers once, even if the command and the server are killed midway @long', async () => {
  const data = temporaryDirectory()
  cleanups.push(() => data.remove())
  const smtp = await startSmtp()
  cleanups.push(() => smtp.stop())
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'kit@shop.example', SELLER_EMAIL: 'seller@example.com' }
  const start = async () => {
    const server = await startServer(data.path, env)
    cleanups.push(() => server.child.kill('SIGKILL'))
    return server
  }
  const server = await start()
  const database = openDatabase({ databaseUrl: null, dataDir: data.path })
  cleanups.push(() => database.destroy())
  const buyers = Array.from({ length: 100 }, (_, number) => `buyer-${number}@example.com`)
  const order = (email: string, change = {}) =>
    storeOrder(database, { email, email_key: email, name: email, ...change })
  for (const email of buyers) await order(email)
  // A buyer's second order, and orders without a right to download.
  await order('buyer-7@example.com')
  await order('refunded@example.com', { status: 'refunded', refunded_at: 1, refunded_cents: 34800 })
  await order('revoked@example.com', { revoked_at: 1 })
  await order('open@example.com', { status: 'open', paid_at: null })
  // This one does not want it.
  await order('unsubscribed@example.com', { unsubscribed_at: 1 })

  const notes = path.join(data.path, 'notes.md')
  writeFileSync(notes, '# Version 9\n\nRegions are a **list**, see [the guide](https://docs.example/9).\n')
  const announce = () => startScript(['operator/cli.ts', 'announce', notes], { DATA_DIR: data.path, ...env })
  const sent = () => smtp.deliveries.filter(({ raw }) => raw.includes('Version 9'))

  const first = announce()
  await expect.poll(() => sent().length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(20)
  first.child.kill('SIGKILL')
  server.child.kill('SIGKILL')
  await Promise.all([first.ended, server.ended])
  expect(sent().length).toBeLessThan(100)

  await start()
  const second = announce()
  expect(await second.ended).toBe(0)
  expect(second.output()).toContain('of 100 buyers')
  const reached = () => new Set(sent().map(({ to }) => to[0]))
  // Two leave in a second. Those that the killed server had claimed leave a minute after it.
  await expect.poll(() => reached().size, { timeout: 120_000 }).toBe(100)
  // A third run has nothing to do.
  expect(await announce().ended).toBe(0)

  expect([...reached()].sort()).toEqual([...buyers].sort())
  const idsOf = Map.groupBy(sent(), ({ to }) => to[0])
  for (const [email, mails] of idsOf) {
    const ids = new Set(mails.map(({ raw }) => messageIdOf(raw)))
    // Mails that were in flight at the kill may arrive twice, with the same Message-ID.
    expect({ email, ids: ids.size }).toEqual({ email, ids: 1 })
  }
  expect(sent().length - 100).toBeLessThanOrEqual(4)
}, 240_000)
