import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { renderMail } from '../../server/mail/render-mail.ts'
import { reportSoldOut } from '../../server/mail/report-sold-out.ts'
import { onBothDatabases } from '../support/databases.ts'
import { storeOrder } from '../support/orders.ts'
import { openShop, type TestShop } from '../support/shop.ts'

onBothDatabases('the last seat', (newDatabase) => {
  let shop: TestShop

  beforeEach(async () => {
    shop = await openShop(await newDatabase())
  })
  afterEach(() => shop.database.destroy())

  const notices = () =>
    shop.database.selectFrom('outbox').selectAll().where('kind', '=', 'sold-out-notice').execute()
  const sell = async (count: number) => {
    for (let n = 0; n < count; n++) await storeOrder(shop.database)
  }

  test('sold at the early-bird price is reported to the seller once, when it is paid', async () => {
    await sell(catalog.earlyBirdSeats - 1)
    const last = await storeOrder(shop.database, { status: 'open', paid_at: null })
    await reportSoldOut(shop)
    expect(await notices()).toEqual([])

    await shop.database.updateTable('orders').set({ status: 'paid' }).where('id', '=', last).execute()
    await Promise.all([reportSoldOut(shop), reportSoldOut(shop)])
    await reportSoldOut(shop)
    const [notice, ...more] = await notices()
    expect(more).toEqual([])
    if (!notice) throw new Error('no notice')
    expect(notice.recipient).toBe('seller@example.com')
    expect((await renderMail(notice, shop)).text).toContain('set earlyBirdSeats to 0 in content/catalog.ts')

    await shop.database.updateTable('orders').set({ status: 'refunded' }).where('id', '=', last).execute()
    await sell(1)
    await reportSoldOut(shop)
    expect(await notices()).toHaveLength(1)
    shop.prices.earlyBirdSeats = catalog.earlyBirdSeats + 1
    await sell(1)
    await reportSoldOut(shop)
    expect(await notices()).toHaveLength(2)
  })
})
