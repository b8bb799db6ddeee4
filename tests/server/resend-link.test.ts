import { afterEach, beforeEach, expect, test } from 'vitest'
import { inputProblems, messages } from '#content/messages.ts'
import { functions } from '../../contract/paths.ts'
import { createApp } from '../../server/app.ts'
import { signLink } from '../../server/downloads/link.ts'
import { act } from '../support/acts.ts'
import { onBothDatabases } from '../support/databases.ts'
import { storeOrder } from '../support/orders.ts'
import { openShop, type TestShop } from '../support/shop.ts'

onBothDatabases('a new link', (newDatabase) => {
  let shop: TestShop
  let app: ReturnType<typeof createApp>

  beforeEach(async () => {
    shop = await openShop(await newDatabase())
    app = createApp(shop)
  })
  afterEach(() => shop.database.destroy())

  const requestLink = (fields: unknown, headers = { 'content-type': 'application/json' }) =>
    app.request(functions.resendLink, { method: 'POST', headers, body: JSON.stringify(fields) })
  const requestLinkByForm = (fields: Record<string, string>) =>
    app.request(functions.resendLink, { method: 'POST', body: new URLSearchParams(fields) })
  const deliver = () =>
    shop.database.updateTable('outbox').set({ status: 'sent', sent_at: shop.now() }).execute()
  const queued = async () =>
    (await shop.database.selectFrom('outbox').selectAll().execute())
      .map((mail) => `${mail.kind} ${mail.order_id} ${mail.recipient}`)
      .sort()

  test('goes to the address of each paid order, however the buyer types it', async () => {
    const first = await storeOrder(shop.database)
    const moved = await storeOrder(shop.database, { email: 'ada@new.example' })
    await storeOrder(shop.database, { email: 'eve@example.com', email_key: 'eve@example.com' })
    await storeOrder(shop.database, { status: 'refunded', refunded_at: 1, refunded_cents: 34800 })
    await storeOrder(shop.database, { revoked_at: 1 })
    await storeOrder(shop.database, { erased_at: 1 })
    await storeOrder(shop.database, { provider: 'stripe' })
    expect((await requestLink({ email: ' ADA@example.com ' })).status).toBe(200)
    expect(await queued()).toEqual([`link ${first} ada@example.com`, `link ${moved} ada@new.example`].sort())
  })

  test('also goes to the address that the seller corrected', async () => {
    const moved = await storeOrder(shop.database, {
      email: 'Ada@new.example',
      email_key: 'ada@typo.example',
    })
    await requestLink({ email: 'ada@NEW.example' })
    expect(await queued()).toEqual([`link ${moved} Ada@new.example`])
  })

  test('for an expired link is sent only for its order', async () => {
    const order = await storeOrder(shop.database)
    await storeOrder(shop.database)
    const token = signLink({ orderId: order, expiresAt: shop.now() - 1000 }, shop.linkSecret)
    const response = await requestLinkByForm({ token })
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(await queued()).toEqual([`link ${order} ada@example.com`])
  })

  test('is not sent for a forged link', async () => {
    const token = signLink({ orderId: await storeOrder(shop.database), expiresAt: 1 }, 'another key')
    expect((await requestLinkByForm({ token })).status).toBe(200)
    expect(await queued()).toEqual([])
  })

  test('fails in the same way for known and unknown addresses if nothing can be written', async () => {
    await storeOrder(shop.database)
    await shop.database.schema.alterTable('progress').renameTo('away').execute()
    const answers = ['ada@example.com', 'nobody@example.com'].map((email) => requestLink({ email }))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([500, 500])
  })

  test('gives the same answer for known and unknown addresses', async () => {
    await storeOrder(shop.database)
    const answers = await Promise.all(
      ['ada@example.com', 'nobody@example.com'].flatMap((email) =>
        [requestLink({ email }), requestLinkByForm({ email })].map(async (answer) => {
          const response = await answer
          // This header is random for each request.
          response.headers.delete('x-request-id')
          return { status: response.status, headers: [...response.headers], body: await response.text() }
        }),
      ),
    )
    expect(answers[0]?.status).toBe(200)
    expect(answers[2]).toEqual(answers[0])
    expect(answers[3]).toEqual(answers[1])
  })

  test('is mailed at most once in a quarter of an hour', async () => {
    await storeOrder(shop.database)
    await Promise.all([1, 2, 3, 4].map(() => requestLink({ email: 'ada@example.com' })))
    expect(await queued()).toHaveLength(1)
    // The shop counts from each full quarter of an hour, and the clock of this test starts at one.
    shop.clock.now += 15 * 60_000 - 1
    await requestLink({ email: 'ada@example.com' })
    expect(await queued()).toHaveLength(1)
    shop.clock.now += 1
    await requestLink({ email: 'ada@example.com' })
    expect(await queued()).toHaveLength(2)
  })

  test('is mailed at most three times a day, besides those that the seller sends, and the answer stays the same', async () => {
    const order = await storeOrder(shop.database)
    const texts = new Set<string>()
    for (let n = 0; n < 5; n++) {
      const answer = await requestLink({ email: 'ada@example.com' })
      texts.add(`${answer.status} ${await answer.text()}`)
      await deliver()
      await act(shop, 'resend', order)
      await deliver()
      shop.clock.now += 15 * 60_000
    }
    expect(texts.size).toBe(1)
    expect(await queued()).toHaveLength(3 + 5)
    shop.clock.now += 24 * 60 * 60_000
    await requestLink({ email: 'ada@example.com' })
    expect(await queued()).toHaveLength(4 + 5)
  })

  test('is mailed each time the seller asks', async () => {
    const order = await storeOrder(shop.database)
    for (let n = 0; n < 2; n++) {
      // A double tap sends one.
      await Promise.all([act(shop, 'resend', order), act(shop, 'resend', order)])
      await deliver()
    }
    expect(await queued()).toHaveLength(2)
  })

  test('is refused to the seller too, if the download is closed or the order is unknown', async () => {
    const order = await storeOrder(shop.database, { revoked_at: 1 })
    await expect(act(shop, 'resend', order)).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(act(shop, 'resend', 'nobody')).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await queued()).toEqual([])
  })

  test.each([
    [{}, messages.orderEmail],
    [{ email: '  ' }, messages.orderEmail],
    [{ email: ['ada@example.com'] }, 'Send one email, as text.'],
    [{ email: 'ada' }, inputProblems.invalidEmail.message],
    [{ email: 'ada@example.com,eve@example.com' }, inputProblems.invalidEmail.message],
    ['text', 'The request is not a JSON object.'],
  ])('400 for %j', async (fields, error) => {
    const response = await requestLink(fields)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error })
  })

  test('415 for a body that is neither JSON nor a form', async () => {
    expect((await requestLink({ email: 'ada@example.com' }, { 'content-type': 'text/plain' })).status).toBe(
      415,
    )
  })
})
