import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MailError, type Message } from '../../server/mail/mailer.ts'
import { reportTrouble } from '../../server/mail/report-trouble.ts'
import { runOnce } from '../../server/mail/worker.ts'
import { erasePerson } from '../../server/personal-data/erase.ts'
import { act } from '../support/acts.ts'
import { onBothDatabases } from '../support/databases.ts'
import { queue, storeOrder } from '../support/orders.ts'
import { openShop, type TestShop } from '../support/shop.ts'

const minute = 60_000

onBothDatabases('mails to buyers that do not arrive', (newDatabase) => {
  // These tests send hundreds of mails, each in a few transactions.
  vi.setConfig({ testTimeout: 120_000 })

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
  /** What the loops of the server do in a minute. */
  const tick = async () => {
    shop.clock.now += minute
    await drain()
    await reportTrouble(shop)
    await drain()
  }
  const isToBuyer = (to: string) => to !== 'seller@example.com'
  const refuseBuyers = (permanent: boolean) => {
    answer = (to) => (isToBuyer(to) ? { text: `550 5.1.1 <${to}>: no such user`, permanent } : null)
  }
  const toSeller = () => sent.filter(({ to }) => !isToBuyer(to))
  const order = async (email = 'typo@gmial.test') => {
    const id = await storeOrder(shop.database, { email })
    await queue(shop, id, { recipient: email })
    return id
  }

  test('a failed mail that the seller sends again before any notice is not reported while it waits', async () => {
    refuseBuyers(true)
    const id = await order()
    await drain()
    shop.clock.now += 20 * minute
    await act(shop, 'resend', id)
    refuseBuyers(false)
    await tick()
    expect(toSeller()).toEqual([])
  })

  test('failures that trickle in cause at most one notice in 15 minutes', async () => {
    refuseBuyers(true)
    for (let n = 0; n < 45; n++) {
      await order(`buyer-${n}@gmial.test`)
      await tick()
    }
    expect(toSeller()).toHaveLength(3)
  })

  test('a failed mail: the notice has the order, the address, what the mail server said, and a link to the page', async () => {
    refuseBuyers(true)
    const id = await order()
    await tick()
    const [notice] = toSeller()
    expect(notice).toMatchObject({
      kind: 'failure-notice',
      subject: 'Not delivered: the receipt to Ada Lovelace',
    })
    expect(notice?.text).toContain(id)
    expect(notice?.text).toContain('typo@gmial.test')
    expect(notice?.text).toContain('550 5.1.1 <(address)>: no such user')
    expect(notice?.text).toContain('/seller/v1.')
    // A reply quotes the link, so it must not go to the buyer.
    expect(notice?.replyTo).not.toContain('gmial')
    for (let n = 0; n < 60; n++) await tick()
    expect(toSeller()).toHaveLength(1)
  })

  test('a mail that fails again after the seller sent it again is news', async () => {
    refuseBuyers(true)
    const id = await order()
    await tick()
    shop.clock.now += 20 * minute
    await act(shop, 'resend', id)
    await tick()
    expect(toSeller()).toHaveLength(2)
  })

  test('two hundred failures make a notice now, and one for the rest a quarter of an hour later', async () => {
    refuseBuyers(true)
    await order('first@buyer.test')
    await tick()
    for (let n = 0; n < 199; n++) await order(`buyer-${n}@buyer.test`)
    for (let n = 0; n < 40; n++) await tick()
    expect(toSeller().map(({ subject }) => subject)).toEqual([
      'Not delivered: the receipt to Ada Lovelace',
      'Not delivered: 199 emails to buyers',
    ])
  })

  test('a mail that waits for 15 minutes is reported once, and again if it fails in the end', async () => {
    refuseBuyers(false)
    await order()
    for (let n = 0; n < 14; n++) await tick()
    expect(toSeller()).toEqual([])
    for (let n = 0; n < 5; n++) await tick()
    expect(toSeller()).toMatchObject([{ kind: 'delay-notice', subject: 'Late: the receipt to Ada Lovelace' }])
    for (let n = 0; n < 100; n++) await tick()
    expect(toSeller()).toHaveLength(1)
    refuseBuyers(true)
    shop.clock.now += 12 * 60 * minute
    await tick()
    expect(toSeller().map(({ kind }) => kind)).toEqual(['delay-notice', 'failure-notice'])
  })

  test('a mail server that is down for an hour with 40 mails causes at most two notices, and none about what has arrived', async () => {
    answer = () => ({ text: 'connect ECONNREFUSED', permanent: false })
    for (let n = 0; n < 40; n++) {
      await order(`buyer-${n}@buyer.test`)
      await tick()
    }
    for (let n = 0; n < 20; n++) await tick()
    answer = () => null
    for (let n = 0; n < 60; n++) await tick()
    expect(sent.filter(({ to }) => isToBuyer(to))).toHaveLength(40)
    expect(toSeller().length).toBeLessThanOrEqual(2)
    const queued = shop.database.selectFrom('outbox').select('id').where('status', '=', 'queued')
    expect(await queued.execute()).toEqual([])
  })

  test('a notice that does not arrive causes no notice', async () => {
    answer = () => ({ text: '550 refused', permanent: true })
    await order()
    for (let n = 0; n < 40; n++) await tick()
    const notices = await shop.database
      .selectFrom('outbox')
      .select(['kind', 'status'])
      .where('recipient', '=', 'seller@example.com')
      .execute()
    expect(notices).toEqual([{ kind: 'failure-notice', status: 'failed' }])
  })

  test('nobody hears of a link to a download that the seller has closed', async () => {
    const id = await order()
    await shop.database.updateTable('orders').set({ revoked_at: 1 }).where('id', '=', id).execute()
    await tick()
    expect(toSeller()).toEqual([])
  })

  test('a notice that waits leaves out a buyer who was erased, and names the other', async () => {
    answer = (to) => ({ text: '550 refused', permanent: isToBuyer(to) })
    await order('erased@buyer.test')
    const other = await order('other@buyer.test')
    await tick()
    await erasePerson(shop.database, 'erased@buyer.test', { by: 'grace', now: shop.now() })
    answer = () => null
    for (let n = 0; n < 3; n++) await tick()
    expect(toSeller()).toMatchObject([{ subject: 'Not delivered: the receipt to Ada Lovelace' }])
    expect(toSeller()[0]?.text).toContain(other)
    expect(toSeller()[0]?.text).not.toContain('erased@buyer.test')
  })

  test('without SELLER_EMAIL nothing is queued', async () => {
    shop.config.sellerEmail = null
    refuseBuyers(true)
    await order()
    await tick()
    expect(toSeller()).toEqual([])
  })
})
