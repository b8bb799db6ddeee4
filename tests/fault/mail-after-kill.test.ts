import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '../../server/database/open.ts'
import { queue, storeOrder } from '../support/orders.ts'
import { type ServerProcess, startServer, temporaryDirectory } from '../support/server-process.ts'
import { testConfig } from '../support/shop.ts'
import { type SmtpFault, startSmtp } from '../support/smtp.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('mail in flight at a kill is sent again when its claim has ended', async () => {
  const data = temporaryDirectory()
  cleanups.push(() => data.remove())
  let fault: SmtpFault | null = { at: 'data', answer: 'hang' }
  const inFlight = Promise.withResolvers<void>()
  const smtp = await startSmtp({ fault: () => fault, onDelivery: () => inFlight.resolve() })
  cleanups.push(() => smtp.stop())
  const start = async (): Promise<ServerProcess> => {
    const server = await startServer(data.path, { SMTP_URL: smtp.url, MAIL_FROM: 'kit@shop.example' })
    cleanups.push(() => server.child.kill('SIGKILL'))
    return server
  }

  const first = await start()
  const database = openDatabase({ databaseUrl: null, dataDir: data.path })
  cleanups.push(() => database.destroy())
  const orderId = await storeOrder(database)
  await queue({ database, now: Date.now, config: testConfig({}) }, orderId)
  await inFlight.promise
  first.child.kill('SIGKILL')
  await first.ended

  fault = null
  const { claimed_until } = await database
    .selectFrom('outbox')
    .select('claimed_until')
    .executeTakeFirstOrThrow()
  expect(claimed_until).toBeLessThanOrEqual(Date.now() + 60_000)
  // The rest of the minute need not pass in a test.
  const soon = Date.now() + 2000
  await database.updateTable('outbox').set({ claimed_until: soon }).execute()
  await start()
  await expect.poll(() => smtp.deliveries.length, { timeout: 60_000 }).toBe(2)
  expect(Date.now()).toBeGreaterThanOrEqual(soon)
  const ids = smtp.deliveries.map(({ raw }) => /^Message-ID: (\S+)/im.exec(raw)?.[1])
  expect(ids[0]).toBe(ids[1])
}, 120_000)
