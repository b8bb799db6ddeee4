import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { functions } from '../../contract/paths.ts'
import { createApp } from '../../server/app.ts'
import { sqliteFile } from '../../server/database/sqlite.ts'
import { linkLifeMs, signLink } from '../../server/downloads/link.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { storeOrder } from '../support/orders.ts'
import { openShop } from '../support/shop.ts'

test('while another program holds the lock, a buyer is asked to try again, and requests that only read still work', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-'))
  const shop = await openShop({ dataDir, databaseUrl: null })
  const error = vi.fn()
  const app = createApp({ ...shop, log: { ...shop.log, error } })
  const other = new DatabaseSync(sqliteFile(dataDir))
  other.exec('begin immediate')

  let answered = false
  const buying = Promise.resolve(
    app.request(functions.createCheckout, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(aBuyer()),
    }),
  ).finally(() => {
    answered = true
  })
  let otherRequests = 0
  while (!answered) {
    expect((await app.request('/healthz')).status).toBe(200)
    expect((await app.request(functions.offer)).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 50))
    otherRequests++
  }
  expect((await buying).status).toBe(503)
  expect((await buying).headers.get('retry-after')).toBe('30')
  expect(shop.stripe.created()).toBe(0)
  // The log reports neither a failure of the provider nor a crash.
  expect(error).not.toHaveBeenCalled()
  // The number depends on the machine. A blocked process would answer at most once between two attempts to get the lock.
  expect(otherRequests).toBeGreaterThan(5)

  other.close()
  await shop.database.destroy()
  rmSync(dataDir, { recursive: true })
})

test('while another program holds the lock, a download still works and is recorded afterwards', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'shop-'))
  const shop = await openShop({ dataDir, databaseUrl: null })
  const file = path.join(dataDir, 'kit.zip')
  writeFileSync(file, 'the kit')
  const { mtimeMs, size } = statSync(file)
  const app = createApp({ ...shop, kit: { ...shop.kit, path: file, bytes: size, mtimeMs } })
  const orderId = await storeOrder(shop.database)
  const token = signLink({ orderId, expiresAt: shop.now() + linkLifeMs }, shop.linkSecret)
  const other = new DatabaseSync(sqliteFile(dataDir))
  other.exec('begin immediate')

  const answer = await app.request(functions.download(token), { method: 'POST' })
  expect(await answer.text()).toBe('the kit')
  // The lock ends only now. If the answer had waited for the database to give up, the record would be lost.
  other.close()
  const downloads = () =>
    shop.database.selectFrom('downloads').select(['order_id', 'kind', 'bytes']).execute()
  await expect.poll(downloads).toEqual([{ order_id: orderId, kind: 'file', bytes: size }])

  await shop.database.destroy()
  rmSync(dataDir, { recursive: true })
})
