import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { guarantee } from '#content/guarantee.ts'
import { inputProblems } from '#content/messages.ts'
import { site } from '#content/site.ts'
import { functions } from '../../contract/paths.ts'
import { sentTo } from '../../contract/sent-to.ts'
import { openDatabase } from '../../server/database/open.ts'
import { listOrders } from '../../server/orders/find-orders.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { type ServerProcess, startServer, temporaryDirectory } from '../support/server-process.ts'
import { billedPrice } from '../support/shown-price.ts'

const data = temporaryDirectory()
let server: ServerProcess

beforeAll(async () => {
  server = await startServer(data.path, { SELLER_EMAIL: 'seller@example.com' })
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  data.remove()
})

const form = (address: string, fields: Record<string, string>) =>
  fetch(address, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

const checkout = (email: string) => form(server.url + functions.createCheckout, aBuyer({ email }))

async function mailsTo(address: string) {
  const folder = path.join(data.path, 'mail')
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(
    names.map((name) => PostalMime.parse(readFileSync(path.join(folder, name)))),
  )
  return mails.filter((mail) => mail.to?.some((to) => to.address === address))
}

const receiptOf = (email: string) =>
  vi.waitFor(
    async () => {
      const [mail] = await mailsTo(email)
      if (!mail?.text) throw new Error('no mail yet')
      return mail.text
    },
    { timeout: 10_000, interval: 100 },
  )

const linkIn = (text: string) => /http:\S+\/functions\/v1\/download\/\S+/.exec(text)?.[0] ?? ''

test('a purchase without scripts: form, hosted page, mail, download page, file', async () => {
  const email = 'ada@example.com'
  const started = await checkout(email)
  expect(started.status).toBe(303)
  const hosted = started.headers.get('location') ?? ''
  expect(hosted).toMatch(new RegExp(`^${server.url}/sandbox/checkout/`))
  const hostedPage = await (await fetch(hosted)).text()
  expect(hostedPage).toContain(`Pay ${billedPrice(catalog.priceCents)}`)
  if (guarantee) expect(hostedPage).toContain(`${guarantee.short} ${site.emails.support}`)

  const paid = await form(hosted, { action: 'pay' })
  expect(paid.status).toBe(303)
  const back = await fetch(paid.headers.get('location') ?? '', { redirect: 'manual' })
  // The page shows the address partly hidden, so its own address has no more.
  expect(back.headers.get('location')).toBe(`${server.url}/payment-success${sentTo.write(email)}`)

  const text = await receiptOf(email)
  const link = linkIn(text)
  const sha256 = /\b[0-9a-f]{64}\b/.exec(text)?.[0]
  const downloadPage = await fetch(link)
  expect(downloadPage.status).toBe(200)
  expect(downloadPage.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(downloadPage.headers.get('referrer-policy')).toBe('strict-origin')
  expect(await downloadPage.text()).toContain(sha256)
  const file = await fetch(link, { method: 'POST' })
  expect(file.status).toBe(200)
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  await vi.waitFor(async () => expect(await mailsTo('seller@example.com')).toHaveLength(1))
})

test('after a kill between the checkout and the payment, the buyer can finish the same checkout', async () => {
  const email = 'grace@example.com'
  const hosted = (await checkout(email)).headers.get('location') ?? ''
  server.child.kill('SIGKILL')
  await server.ended
  server = await startServer(data.path, {
    PORT: new URL(server.url).port,
    SELLER_EMAIL: 'seller@example.com',
  })
  expect((await checkout(email)).headers.get('location')).toBe(hosted)
  expect((await form(hosted, { action: 'pay' })).status).toBe(303)
  expect(linkIn(await receiptOf(email))).not.toBe('')
})

test('a bad form is answered with a page, bad JSON with {error}, and neither creates an order', async () => {
  const database = openDatabase({ dataDir: data.path, databaseUrl: null })
  const before = await listOrders(database)
  const page = await form(server.url + functions.createCheckout, aBuyer({ name: '', email: '' }))
  expect(page.status).toBe(400)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain(inputProblems.required.message)
  const json = await fetch(server.url + functions.createCheckout, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":',
  })
  expect(json.status).toBe(400)
  expect(await json.json()).toEqual({ error: expect.any(String) })
  expect(await listOrders(database)).toEqual(before)
  await database.destroy()
})
