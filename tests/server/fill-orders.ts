import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { catalog } from '#content/catalog.ts'
import { retention } from '#content/retention.ts'
import type { Schema } from '../../server/database/schema.ts'
import { newCheckout } from '../../server/payments/sandbox/checkout.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** The length of the generated history, in days. */
const historyDays = 1000

/** A shop's number of open orders depends on today's buyers, not on the length of the history. */
const openOrders = 100

/** The document of each checkout in the sandbox. */
const checkout = JSON.stringify(
  newCheckout(
    'cs_1',
    'key',
    {
      success_url: 'https://shop.example/',
      expires_at: '1',
      line_items: [
        {
          price_data: { currency: 'usd', unit_amount: '49700', product_data: { name: 'The kit' } },
        },
      ],
    },
    0,
  ),
)

/**
 * Fills an empty database with the history of a shop. Of 100 orders, 62 are paid, 30 expired, 3 failed, 3 refunded and 2
 * disputed. Each has its events, mails, downloads and its session in the sandbox. All early-bird seats are sold. Data that
 * the retention rules would remove is left out. The same `count` and `now` give the same rows.
 * @param now ms since 1970
 */
export async function fillOrders(database: Kysely<Schema>, count: number, now: number): Promise<void> {
  const bigint = (value: number) => sql`cast(${sql.lit(value)} as bigint)`
  // Orders with higher numbers are newer. The newest is an hour old.
  const step = Math.max(1, Math.floor(((historyDays - 1) * day) / count))
  const start = now - 60 * minute - count * step
  const open = count - openOrders
  const numbers = sql`with recursive numbers(n) as (
    select 1 union all select n + 1 from numbers where n < ${sql.lit(count)}
  ), kinds as (
    select n, ${bigint(start)} + n * ${bigint(step)} as at, cast(n as text) as id, case
      when n > ${sql.lit(open)} then 'open' when n <= ${sql.lit(catalog.earlyBirdSeats)} then 'paid'
      when n % 100 < 62 then 'paid' when n % 100 < 92 then 'expired' when n % 100 < 95 then 'failed'
      when n % 100 < 98 then 'refunded' else 'disputed' end as status
    from numbers
  )`
  const hasPersonalData = sql`(status not in ('expired', 'failed') or at > ${bigint(now - retention.unpaidOrderDays * day)})`
  const paid = sql`status in ('paid', 'refunded', 'disputed')`
  await database.transaction().execute(async (trx) => {
    await sql`insert into orders (id, name, email, email_key, contact_key, status, tier, amount_cents, charged_cents, currency,
      terms_version, provider, livemode, idempotency_key, request, session_id, checkout_url, payment_id, payer_email,
      payer_key, expires_at, created_at, completed_at, paid_at, failed_at, expired_at, refunded_at, refunded_cents, dispute,
      disputes, disputed_at, checked_at, consultation_done_at, erased_at)
      ${numbers} select 'order-' || id, case when ${hasPersonalData} then 'Buyer ' || id else '' end,
      case when ${hasPersonalData} then 'buyer-' || id || '@example.com' else '' end,
      case when ${hasPersonalData} then 'buyer-' || id || '@example.com' else '' end,
      case when ${hasPersonalData} then 'buyer-' || id || '@example.com' else '' end, status,
      case when n <= ${sql.lit(catalog.earlyBirdSeats)} then 'early' else 'list' end, 49700,
      case when ${paid} then 49700 else null end, 'usd', '1', 'sandbox', 0, 'key-' || id,
      case when ${hasPersonalData} then ${sql.lit('{"productName":"AWS Multi-Account Kit","productDescription":"Terraform templates, policies and runbooks that set up a multi-account organization","amountCents":49700,"currency":"usd"}')} else '{}' end,
      'cs_' || id, case when ${hasPersonalData} then 'https://pay.example/' || id else null end, case when ${paid} then 'pi_' || id end,
      case when ${paid} then 'buyer-' || id || '@example.com' end, case when ${paid} then 'buyer-' || id || '@example.com' end,
      case when status = 'open' then ${bigint(now + 20 * minute)} else at + ${bigint(31 * minute)} end,
      case when status = 'open' then ${bigint(now - minute)} else at end, case when ${paid} then at end,
      case when ${paid} then at end, case when status = 'failed' then at end,
      case when status = 'expired' then at + ${bigint(32 * minute)} end, case when status = 'refunded' then at end,
      case when status = 'refunded' then 49700 else 0 end, case when status = 'disputed' then 'lost' end,
      case when status = 'disputed' then '{"dp":"lost"}' else '{}' end, case when status = 'disputed' then at end, null,
      case when n % 10 < 9 and at < ${bigint(now - 30 * day)} then at + ${bigint(day)} end,
      case when ${hasPersonalData} then null else at end from kinds`.execute(trx)
    await sql`insert into events (id, provider, type, effect, effect_key, order_id, outcome, happened_at, created_at)
      ${numbers} select 'evt_' || id, 'sandbox', case when ${paid} then 'checkout.session.completed' else 'checkout.session.expired' end,
      '{"kind":"completed","paid":true,"totalCents":49700}', 'session:cs_' || id || ':paid', 'order-' || id, 'applied', at, at
      from kinds where status != 'open'`.execute(trx)
    for (const kind of ['receipt', 'sale']) {
      await sql`insert into outbox (id, dedupe_key, kind, order_id, details, recipient, message_id, status, attempts,
        next_attempt_at, last_error, created_at, sent_at)
        ${numbers} select ${sql.lit(`${kind}-`)} || id, ${sql.lit(`${kind}:order-`)} || id, ${sql.lit(kind)}, 'order-' || id, '{}',
        'buyer-' || id || '@example.com', '<' || id || '@example.com>', case when n % 1000 = 500 then 'failed' else 'sent' end, 1, at,
        case when n % 1000 = 500 then 'no such user' end, at, case when n % 1000 = 500 then null else at end
        from kinds where ${paid}`.execute(trx)
    }
    for (const kind of ['page', 'file']) {
      await sql`insert into downloads (id, order_id, kind, at, ip, user_agent, bytes)
        ${numbers} select ${sql.lit(`${kind}-`)} || id, 'order-' || id, ${sql.lit(kind)}, at,
        case when at > ${bigint(now - retention.downloadTraceDays * day)} then '203.0.113.1' else '' end,
        case when at > ${bigint(now - retention.downloadTraceDays * day)} then 'Mozilla/5.0' else '' end, 60000
        from kinds where ${paid}`.execute(trx)
    }
    await sql`insert into sandbox_sessions (id, idempotency_key, document, due_at, updated_at)
      ${numbers} select 'cs_' || id, 'key-' || id, replace(${sql.lit(checkout)}, 'cs_1', 'cs_' || id),
      case when status = 'open' then ${bigint(now + 20 * minute)} end, at
      from kinds where ${hasPersonalData}`.execute(trx)
  })
  // Postgres runs ANALYZE by itself after a while. The shop never runs it on SQLite, so SQLite's plans stay the same.
  if (database.getExecutor().adapter instanceof PostgresAdapter) await sql`analyze`.execute(database)
}
