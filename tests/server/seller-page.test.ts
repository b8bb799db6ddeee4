import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { consultation } from '#content/consultation.ts'
import { functions, sellerPath } from '../../contract/paths.ts'
import { acts } from '../../server/acts/acts.ts'
import { createApp } from '../../server/app.ts'
import { startCheckout } from '../../server/checkout/start-checkout.ts'
import { linkLifeMs, signLink } from '../../server/downloads/link.ts'
import { silentLog } from '../../server/log/log.ts'
import { renderMail } from '../../server/mail/render-mail.ts'
import { applyEvent } from '../../server/orders/events.ts'
import { findOrder } from '../../server/orders/find-orders.ts'
import { erasePerson } from '../../server/personal-data/erase.ts'
import { readHistory } from '../../server/seller/history.ts'
import { aBuyer } from '../support/a-buyer.ts'
import { onBothDatabases } from '../support/databases.ts'
import { openShop, type TestShop } from '../support/shop.ts'

onBothDatabases("the seller's page of an order", (newDatabase) => {
  let shop: TestShop
  let app: ReturnType<typeof createApp>
  let lines: string[]
  let id: string
  let address: string

  beforeEach(async () => {
    lines = []
    const write = (event: string, row?: unknown) => void lines.push(JSON.stringify([event, row]))
    const log = { ...silentLog, info: write, warn: write, error: write }
    shop = { ...(await openShop(await newDatabase())), log }
    app = createApp(shop)
    await startCheckout(shop, aBuyer(), '203.0.113.1')
    const session = shop.stripe.newest()
    id = session.orderId
    await applyEvent(shop, await shop.stripe.pay(session.id))
    address = addressOf()
  })
  afterEach(() => shop.database.destroy())

  const addressOf = (purpose: 'seller' | 'download' = 'seller', life = linkLifeMs, orderId = id) =>
    sellerPath(signLink({ orderId, expiresAt: shop.now() + life }, shop.linkSecret, purpose))
  const ownPage = { 'sec-fetch-site': 'same-origin', origin: 'null' }
  const post = (fields: Record<string, string>, headers: Record<string, string> = ownPage) =>
    app.request(address, { method: 'POST', headers, body: new URLSearchParams(fields) })
  /** Presses a button of the page. @returns the page after it */
  const press = async (fields: Record<string, string>) => {
    const response = await post(fields)
    expect(response.status, await response.clone().text()).toBe(303)
    return (await app.request(response.headers.get('location') ?? '')).text()
  }
  const order = () => findOrder(shop.database, id)
  const history = () => readHistory(shop.database, id)
  const records = async () => (await history()).acts.map(({ action, by }) => `${action} by ${by}`)
  const everything = async () => JSON.stringify(await history())

  describe('the link', () => {
    test('opens the page of one order, for nobody else to store, index or be referred from', async () => {
      const response = await app.request(address)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toContain('no-store')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
      const page = await response.text()
      expect(page).toContain('ada@example.com')
      expect(page).toContain(id)
      expect(page).not.toContain('<script')
    })

    test('of a download does not open it, and its link does not open a download', async () => {
      expect(await app.request(addressOf('download'))).toMatchObject({ status: 404 })
      const token = address.replace(sellerPath(''), '')
      expect(await app.request(functions.download(token))).toMatchObject({ status: 404 })
      expect(await app.request(functions.download(token), { method: 'POST' })).toMatchObject({ status: 404 })
    })

    test.each([
      ['expired', 410, () => addressOf('seller', -1)],
      ['of an unknown order', 404, () => addressOf('seller', linkLifeMs, 'nobody')],
      ['that is cut off', 404, () => address.slice(0, -4)],
    ])('%s: its own page, which says nothing of the order, and no action', async (_, status, get) => {
      address = get()
      const before = await everything()
      for (const response of [await app.request(address), await post({ act: 'close' })]) {
        expect(response.status).toBe(status)
        expect(response.headers.get('referrer-policy')).toBe('no-referrer')
        expect(await response.text()).not.toContain('ada@')
      }
      expect(await everything()).toBe(before)
    })

    test('that has expired mails a new one to the seller alone, once an hour, and the answer says nothing else', async () => {
      const links = () =>
        shop.database.selectFrom('outbox').selectAll().where('kind', '=', 'notice').execute()
      const renew = async (expired: string) => {
        address = expired
        const response = await post({ act: 'new-link' })
        expect(response.status).toBe(200)
        return response.text()
      }
      const expired = addressOf('seller', -1)
      expect(await (await app.request(expired)).text()).toContain('name="act" value="new-link"')
      expect(await links()).toEqual([])
      const answer = await renew(expired)
      await Promise.all([renew(expired), renew(expired)])
      const [mail, ...more] = await links()
      expect(more).toEqual([])
      expect(mail?.recipient).toBe(shop.config.sellerEmail)
      const token = /\/seller\/([\w.~-]+)/.exec(mail ? (await renderMail(mail, shop)).text : '')?.[1] ?? ''
      expect((await app.request(sellerPath(token))).status).toBe(200)

      shop.clock.now += 3_600_000
      await renew(addressOf('seller', -1))
      expect(await links()).toHaveLength(2)

      shop.clock.now += 3_600_000
      expect(await renew(addressOf('seller', -1, 'nobody'))).toBe(answer)
      await erasePerson(shop.database, 'ada@example.com', { by: 'grace', now: shop.now() })
      expect(await renew(addressOf('seller', -1))).toBe(answer)
      shop.config.sellerEmail = null
      expect(await renew(addressOf('seller', -1))).toBe(answer)
      expect(await links()).toHaveLength(2)
    })

    test('of an erased buyer is gone', async () => {
      await erasePerson(shop.database, 'ada@example.com', { by: 'grace', now: shop.now() })
      const response = await app.request(address)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('erased')
    })

    test('changes nothing when a mail scanner opens it, and is never logged', async () => {
      const before = await everything()
      for (const method of ['GET', 'HEAD', 'GET'])
        expect((await app.request(address, { method })).status).toBe(200)
      expect(await everything()).toBe(before)
      await press({ act: 'close' })
      await post({ act: 'change-address', email: 'no' })
      await app.request(address.slice(0, -1))
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.join('\n')).not.toContain(address.split('.')[1])
    })
  })

  describe('a button', () => {
    test('does its act at once, once for a double tap, and the page says so until a reload of the plain address', async () => {
      const answers = await Promise.all([post({ act: 'close' }), post({ act: 'close' })])
      expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
      expect(await records()).toEqual(['close by link'])
      const page = await (await app.request(`${address}?done=close`)).text()
      expect(page).toContain('Done. The download is closed.')
      expect(await (await app.request(address)).text()).not.toContain('Done.')
      await press({ act: 'open' })
      await shop.database.updateTable('outbox').set({ status: 'sent' }).execute()
      await Promise.all([post({ act: 'resend' }), post({ act: 'resend' })])
      expect((await history()).mails.filter(({ kind }) => kind === 'link')).toHaveLength(1)
    })

    test.each([
      ['another website', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
      ['a sibling host', { origin: 'https://other.localhost', 'sec-fetch-site': 'same-site' }],
      ['a page without an origin', { origin: 'null' }],
    ])('from %s is refused', async (_, headers) => {
      const before = await everything()
      const response = await post({ act: 'close' }, headers)
      expect(response.status).toBe(403)
      expect(await everything()).toBe(before)
    })

    test('is limited for each client, before its body is read', async () => {
      let sent = 0
      while ((await post({ act: 'resend' })).status === 303 && sent < 200) sent++
      expect(sent).toBe(20)
      const tooLong = await app.request(address, {
        method: 'POST',
        headers: ownPage,
        body: 'x'.repeat(100_000),
      })
      expect(tooLong.status).toBe(429)
      expect((await app.request(address)).status).toBe(200)
    })

    test.each([{ act: 'erase' }, { act: 'note', text: 'x' }, { act: 'constructor' }, {}])(
      'that the page does not have is refused: %j',
      async (fields: Record<string, string>) => {
        const before = await everything()
        expect((await post(fields)).status).toBe(400)
        expect(await everything()).toBe(before)
      },
    )

    test('of each act of the page is shown while the order allows it', async () => {
      const shown = async () =>
        [...(await (await app.request(address)).text()).matchAll(/name="act" value="([\w-]+)"/g)].map(
          ([, name]) => name,
        )
      const whileOpen = await shown()
      expect(whileOpen).not.toContain('open')
      await press({ act: 'close' })
      const whileClosed = await shown()
      expect(whileClosed).not.toContain('close')
      expect(whileClosed).not.toContain('resend')
      const onPage = acts.filter(({ button }) => button !== null).map(({ name }) => name)
      expect(new Set([...whileOpen, ...whileClosed])).toEqual(new Set(onPage))
    })
  })

  test('a changed address: the failed receipt goes there, in the same step', async () => {
    await shop.database
      .updateTable('outbox')
      .set({ status: 'failed', attempts: 1, last_error: '550 no such user' })
      .execute()
    expect(await (await app.request(address)).text()).toMatch(
      /receipt to ada@example.com: <strong>not delivered.*550 no such user/,
    )
    const page = await press({ act: 'change-address', email: ' ada@new.example ' })
    expect(page).toContain('now goes to ada@new.example, and the link is on its way there.')
    expect((await order()).email).toBe('ada@new.example')
    expect((await history()).mails.find(({ kind }) => kind === 'receipt')).toMatchObject({
      status: 'queued',
      recipient: 'ada@new.example',
    })
    expect(await records()).toEqual(['change-address by link'])
  })

  test('a changed address of an order whose download is closed is changed, though no link is sent', async () => {
    await press({ act: 'close' })
    await press({ act: 'change-address', email: 'ada@new.example' })
    expect((await order()).email).toBe('ada@new.example')
    expect((await history()).mails).toHaveLength(2)
  })

  test('an invalid address is refused beside the field, and what was typed stays', async () => {
    const response = await post({ act: 'change-address', email: 'ada@' })
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(/value="ada@" aria-invalid="true" aria-describedby="problem"/)
    expect((await order()).email).toBe('ada@example.com')
  })

  test.skipIf(consultation === null)('the consultation is marked as held', async () => {
    expect(await press({ act: 'consultation' })).toContain('marked as done')
    expect((await order()).consultation_done_at).toBe(shop.now())
    expect(await (await app.request(address)).text()).not.toContain('value="consultation"')
  })
})
