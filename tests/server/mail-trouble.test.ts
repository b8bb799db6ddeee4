import { afterEach, beforeEach, expect, test } from 'vitest'
import { MailError, type Message } from '../../server/mail/mailer.ts'
import { runOnce } from '../../server/mail/worker.ts'
import { erasePerson } from '../../server/personal-data/erase.ts'
import { act } from '../support/acts.ts'
import { onBothDatabases } from '../support/databases.ts'
import { queue, storeOrder } from '../support/orders.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const minute = 60_000

onBothDatabases('mails to buyers that do not arrive', (newDatabase) => {
  let shop: TestShop
  let sent: Message[]
  /** The mail server's answer to each recipient. Null: it takes the mail. */
  let answer: (to: string) => { text: string; permanent: boolean } | null

  beforeEach(async () => {
    sent = []
    answer = () => null
    shop = await openShop(await newDatabase())
    shop.mailer.send = async (message) => {
      const fault = answer(message.to)
      if (fault) throw new MailError(fault.text, { permanent: fault.permanent })
      sent.push(message)
    }
  })
  afterEach(() => shop.database.destroy())

  const drain = async () => {
    while ((await runOnce(shop, 'worker')) > 0);
  }
  /** What the worker does in a minute. */
  const tick = async () => {
    shop.clock.now += minute
    await drain()
  }
  const isToBuyer = (to: string) => to !== 'seller@example.com'
  const refuseBuyers = () => {
    answer = (to) => (isToBuyer(to) ? { text: `550 5.1.1 <${to}>: no such user`, permanent: true } : null)
  }
  const toSeller = () => sent.filter(({ to }) => !isToBuyer(to))
  const order = async (email = 'typo@gmial.test') => {
    const id = await storeOrder(shop.database, { email })
    await queue(shop, id, { recipient: email })
    return id
  }
  const notices = () =>
    shop.database.selectFrom('outbox').select(['status', 'details']).where('kind', '=', 'notice').execute()

  test('that failed: the notice has the order, the address, what the mail server said, and a link to the page', async () => {
    refuseBuyers()
    const id = await order()
    await tick()
    const [notice] = toSeller()
    expect(notice).toMatchObject({
      kind: 'notice',
      subject: 'Not delivered: the receipt, Ada Lovelace',
    })
    for (const part of [id, 'typo@gmial.test', '550 5.1.1 <(address)>: no such user', '/seller/v1.'])
      expect(notice?.text).toContain(part)
    // A reply quotes the link, so it must not go to the buyer.
    expect(notice?.replyTo).not.toContain('gmial')
    for (let n = 0; n < 60; n++) await tick()
    expect(toSeller()).toHaveLength(1)
  })

  test('that fail again after the seller sent them again are news', async () => {
    refuseBuyers()
    const id = await order()
    await tick()
    shop.clock.now += 20 * minute
    await act(shop, 'resend', id)
    await tick()
    expect(toSeller().map(({ subject }) => subject)).toEqual([
      'Not delivered: the receipt, Ada Lovelace',
      'Not delivered: the receipt, Ada Lovelace',
    ])
  })

  test('that the seller sends again before the notice left make it obsolete', async () => {
    answer = () => ({ text: 'connect ECONNREFUSED', permanent: false })
    const id = await order()
    refuseBuyers()
    const refuse = answer
    answer = (to) => (isToBuyer(to) ? refuse(to) : { text: 'connect ECONNREFUSED', permanent: false })
    await drain()
    expect(await notices()).toMatchObject([{ status: 'queued' }])
    answer = () => null
    await act(shop, 'resend', id)
    await tick()
    expect(toSeller()).toEqual([])
    expect(await notices()).toMatchObject([{ status: 'obsolete' }])
  })

  test('for an hour without a mail server arrive after it, and cause no notice', async () => {
    answer = () => ({ text: 'connect ECONNREFUSED', permanent: false })
    for (let n = 0; n < 40; n++) {
      await order(`buyer-${n}@buyer.test`)
      await tick()
    }
    for (let n = 0; n < 20; n++) await tick()
    answer = () => null
    for (let n = 0; n < 60; n++) await tick()
    expect(sent.filter(({ to }) => isToBuyer(to))).toHaveLength(40)
    expect(toSeller()).toEqual([])
    const queued = shop.database.selectFrom('outbox').select('id').where('status', '=', 'queued')
    expect(await queued.execute()).toEqual([])
  })

  test('nor the notice about them: no notice is about a notice', async () => {
    answer = () => ({ text: '550 refused', permanent: true })
    await order()
    for (let n = 0; n < 40; n++) await tick()
    expect(await notices()).toMatchObject([{ status: 'failed' }])
  })

  test('because the seller has closed the download: nobody hears of it', async () => {
    const id = await order()
    await shop.database.updateTable('orders').set({ revoked_at: 1 }).where('id', '=', id).execute()
    await tick()
    expect(await notices()).toEqual([])
  })

  test('to a buyer who was erased meanwhile: the notice is not sent, and keeps nothing of the person', async () => {
    answer = (to) => ({ text: `550 <${to}> refused`, permanent: isToBuyer(to) })
    await order('erased@buyer.test')
    await tick()
    expect(JSON.stringify(await notices())).toContain('refused')
    await erasePerson(shop.database, 'erased@buyer.test', { by: 'grace', now: shop.now() })
    answer = () => null
    for (let n = 0; n < 3; n++) await tick()
    expect(toSeller()).toEqual([])
    expect(await notices()).toEqual([{ status: 'failed', details: '{}' }])
  })

  test('without SELLER_EMAIL cause no notice', async () => {
    shop.config.sellerEmail = null
    refuseBuyers()
    await order()
    await tick()
    expect(await notices()).toEqual([])
  })
})
