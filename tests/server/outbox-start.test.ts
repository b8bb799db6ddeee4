import { rmSync } from 'node:fs'
import { afterAll, expect, test, vi } from 'vitest'
import { runOnce } from '../../server/mail/worker.ts'
import { queue, storeOrder } from '../support/orders.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import { openShop } from '../support/shop.ts'

const loading = vi.hoisted(() => ({ begun: () => {}, go: Promise.resolve() }))
vi.mock('../../server/mail/html.ts', async (load) => {
  loading.begun()
  await loading.go
  return load()
})

const folder = temporaryDirectory()
afterAll(() => rmSync(folder.path, { recursive: true, force: true }))

test('while the renderer is being loaded no mail is claimed: a process that dies then holds none', async () => {
  const begun = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  Object.assign(loading, { begun: begun.resolve, go: go.promise })
  const shop = await openShop({ dataDir: folder.path, databaseUrl: null })
  await queue(shop, await storeOrder(shop.database))
  const claims = () => shop.database.selectFrom('outbox').select(['claimed_by', 'status']).execute()
  const running = runOnce(shop, 'worker')
  await begun.promise
  expect(await claims()).toEqual([{ claimed_by: null, status: 'queued' }])
  go.resolve()
  expect(await running).toBe(1)
  expect(await claims()).toEqual([{ claimed_by: null, status: 'sent' }])
  await shop.database.destroy()
})
