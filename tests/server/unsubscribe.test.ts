import { afterEach, beforeEach, expect, test } from 'vitest'
import { mails as words } from '#content/mails.ts'
import { functions } from '../../contract/paths.ts'
import { announce as announceNews } from '../../server/acts/announce.ts'
import { createApp } from '../../server/app.ts'
import { signLink } from '../../server/downloads/link.ts'
import { createSmtpMailer } from '../../server/mail/smtp-mailer.ts'
import { runOnce } from '../../server/mail/worker.ts'
import { readOrder } from '../../server/orders/find-orders.ts'
import { onBothDatabases } from '../support/databases.ts'
import { queue, storeOrder } from '../support/orders.ts'
import { openShop, type TestShop } from '../support/shop.ts'
import { type SmtpStandIn, startSmtp } from '../support/smtp.ts'

onBothDatabases('unsubscribing', (newDatabase) => {
  let shop: TestShop
  let smtp: SmtpStandIn
  let first: string
  let second: string

  beforeEach(async () => {
    smtp = await startSmtp()
    shop = { ...(await openShop(await newDatabase())), mailer: createSmtpMailer({ url: smtp.url }) }
    const { database } = shop
    // Both orders are Ada's. Only one of them gets the announcement.
    first = await storeOrder(database, { email: 'ada@example.com' })
    second = await storeOrder(database, { email: 'ada@example.com', created_at: Date.UTC(2026, 10, 21) })
    await storeOrder(database, { email: 'grace@example.com' })
  })
  afterEach(async () => {
    await shop.mailer.close()
    await smtp.stop()
    await shop.database.destroy()
  })

  /** Queues and sends an announcement to everybody. */
  async function announce(title: string) {
    const { queued } = await announceNews(shop, { title, text: 'New.' })
    shop.clock.now += 60_000
    return queued
  }
  const sendAll = async () => {
    while ((await runOnce(shop, 'worker')) > 0);
  }
  const mailTo = (address: string) => smtp.deliveries.find(({ to }) => to[0] === address)?.raw ?? ''
  const unfolded = (raw: string) => raw.replace(/\r\n[ \t]+/g, '')
  /** The path of the address in the header of somebody's mail. */
  const pathFor = (address: string) =>
    new URL(/^List-Unsubscribe: ?<([^>]+)>\r$/m.exec(unfolded(mailTo(address)))?.[1] ?? '').pathname
  /** As a mailbox provider does it (RFC 8058 §3.2). */
  const press = (path: string, headers = {}) =>
    createApp(shop).request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: 'List-Unsubscribe=One-Click',
    })
  const unsubscribedAt = async (id: string) => (await readOrder(shop.database, id))?.unsubscribed_at ?? null

  test('with one request from the mailbox ends the announcements to a person, and no other mail', async () => {
    expect(await announce('One')).toBe(2)
    await sendAll()
    const mail = unfolded(mailTo('ada@example.com'))
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect((await press(pathFor('ada@example.com'))).status).toBe(200)
    expect(await announce('Two')).toBe(1)
    await queue(shop, first, { kind: 'link', dedupeKey: 'link' })
    await sendAll()
    expect(smtp.deliveries.map(({ to, raw }) => [to[0], /Two/.test(raw)])).toEqual([
      ['ada@example.com', false],
      ['grace@example.com', false],
      ['grace@example.com', true],
      ['ada@example.com', false],
    ])
    expect(smtp.deliveries.at(-1)?.raw).not.toContain('List-Unsubscribe')
  })

  test('on the page takes its button, because mail scanners open links', async () => {
    await announce('One')
    await sendAll()
    const path = pathFor('ada@example.com')
    const page = await createApp(shop).request(path)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain(`<form method="post" action="${path}"`)
    expect(html).toContain(words.unsubscribe.button)
    expect(page.headers.get('cache-control')).toBe('no-store, no-transform')
    expect(await unsubscribedAt(first)).toBe(null)
    const done = await press(path, { 'sec-fetch-site': 'same-origin' })
    expect(await done.text()).toContain(words.unsubscribe.done.title)
    const at = await unsubscribedAt(first)
    expect(at).toBe(shop.now())
    shop.clock.now += 1000
    expect((await press(path)).status).toBe(200)
    expect(await unsubscribedAt(first)).toBe(at)
    expect(await unsubscribedAt(second)).toBe(null)
  })

  test('an announcement that is still queued is not sent', async () => {
    await announce('One')
    const token = signLink({ orderId: first, expiresAt: 0 }, shop.linkSecret, 'unsubscribe')
    await press(functions.unsubscribe(token))
    await sendAll()
    expect(smtp.deliveries.map(({ to }) => to[0])).toEqual(['grace@example.com'])
  })

  test('needs a link that was signed for it', async () => {
    const link = { orderId: first, expiresAt: shop.now() + 1000 }
    const tokens = [
      signLink(link, shop.linkSecret),
      signLink(link, 'x'.repeat(43), 'unsubscribe'),
      signLink({ ...link, orderId: 'nobody' }, shop.linkSecret, 'unsubscribe'),
      'nonsense',
    ]
    for (const token of tokens) {
      expect((await press(functions.unsubscribe(token))).status).toBe(404)
      expect((await createApp(shop).request(functions.unsubscribe(token))).status).toBe(404)
    }
    expect(await unsubscribedAt(first)).toBe(null)
    // The link to unsubscribe opens no download.
    const token = signLink(link, shop.linkSecret, 'unsubscribe')
    expect((await createApp(shop).request(functions.download(token))).status).toBe(404)
    const other = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
    expect((await press(functions.unsubscribe(token), other)).status).toBe(403)
  })
})
