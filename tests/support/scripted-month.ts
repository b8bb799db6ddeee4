import type { Kysely } from 'kysely'
import { catalog } from '#content/catalog.ts'
import type { NewOrder, Schema } from '../../server/database/schema.ts'
import type { Effect } from '../../server/payments/effect.ts'
import type { PaymentMode } from '../../server/payments/payment-mode.ts'
import type { DailyFigures } from '../../server/stats/daily-figures.ts'

const day = 86_400_000
const hour = 3_600_000

/**
 * Stores a month of sales by a fixed rule. Day n, counted from 0, has n % 5 + 1 checkouts, and all but one are paid. On every
 * tenth day, one order is refunded: in full, or half of it on every twentieth day. On every seventh day, a dispute about
 * a sale of the day before is lost. Each buyer downloads on the next day, and
 * again two days later.
 * @param mode the provider and mode of the orders
 * @param first ms since 1970, the beginning of a day
 * @returns the expected figures of each day
 */
export async function storeMonth(
  database: Kysely<Schema>,
  mode: PaymentMode,
  first: number,
  days = 30,
): Promise<DailyFigures[]> {
  const month: DailyFigures[] = Array.from({ length: days }, (_, index) => ({
    day: first + index * day,
    views: (index + 1) * 40,
    checkouts: (index % 5) + 1,
    paid: index % 5,
    early: 0,
    revenue: 0,
    refunds: 0,
    refunded: 0,
    disputed: 0,
    downloads: 0,
  }))
  let sold = 0
  const report = (orderId: string, effect: Effect, at: number) =>
    database
      .insertInto('events')
      .values({
        id: `${orderId}:${effect.kind}`,
        provider: mode.name,
        type: effect.kind,
        effect: JSON.stringify(effect),
        order_id: orderId,
        outcome: 'applied',
        payload: '{}',
        created_at: at,
      })
      .execute()
  for (const [index, figures] of month.entries()) {
    for (let n = 0; n < figures.checkouts; n++) {
      const isPaid = n < figures.paid
      const isEarly = sold < 20
      const price = isEarly ? catalog.priceCents : catalog.listPriceCents
      const refunded = n === 0 && isPaid && index % 10 === 9 ? (index % 20 === 19 ? price / 2 : price) : 0
      const at = figures.day + (n + 8) * hour
      const id = `month-${index}-${n}`
      const disputeDay = isPaid && n === 1 && index % 7 === 6 ? month[index + 1] : undefined
      const order: NewOrder = {
        id,
        name: 'Ada',
        email: 'ada@kit.works',
        email_key: 'ada@kit.works',
        contact_key: 'ada@kit.works',
        status: isPaid ? (refunded === price ? 'refunded' : disputeDay ? 'disputed' : 'paid') : 'expired',
        dispute: disputeDay ? 'lost' : null,
        tier: isEarly ? 'early' : 'list',
        amount_cents: price,
        charged_cents: isPaid ? price : null,
        currency: catalog.currency,
        terms_version: '1',
        provider: mode.name as NewOrder['provider'],
        livemode: Number(mode.livemode),
        idempotency_key: `key-${id}`,
        request: '{}',
        expires_at: at + hour,
        created_at: at,
        completed_at: isPaid ? at + 60_000 : null,
        paid_at: isPaid ? at + 60_000 : null,
        refunded_at: refunded === price ? at + 5 * day : null,
        refunded_cents: refunded,
      }
      await database.insertInto('orders').values(order).execute()
      if (!isPaid) continue
      sold++
      figures.revenue += price
      figures.early += isEarly ? 1 : 0
      if (refunded > 0) {
        const totals = { refundedCents: refunded, amountCents: price, refunds: 1, failedRefunds: 0 }
        await report(id, { kind: 'refunded', ...totals }, at + 5 * day)
      }
      const refundDay = month[index + 5]
      if (refunded > 0 && refundDay) {
        refundDay.refunds++
        refundDay.refunded += refunded
      }
      if (disputeDay) {
        await report(id, { kind: 'dispute', disputeId: 'dp', state: 'lost' }, at + day)
        disputeDay.disputed += price
      }
      const next = month[index + 1]
      if (!next) continue
      next.downloads++
      for (const delay of [0, 2 * day]) {
        const download = { kind: 'file', ip: '', user_agent: '', bytes: 1, order_id: id } as const
        const downloadAt = at + day + delay
        await database
          .insertInto('downloads')
          .values({ ...download, id: `${id}-${delay}`, at: downloadAt })
          .execute()
      }
    }
    await database
      .insertInto('page_views')
      .values([
        { id: `${figures.day} /`, day: figures.day, page: '/', views: figures.views / 2 },
        { id: `${figures.day} /blog`, day: figures.day, page: '/blog', views: figures.views / 2 },
      ])
      .execute()
  }
  return month
}
