// The names in `--json` and in the CSV. docs/command-line.md describes them, and programs rely on them.
import type { ActRecord, Download, Mail, Order, StoredEvent } from '../server/database/schema.ts'
import { mayDownload, shownStatus } from '../server/orders/state.ts'

/** @param ms since 1970 @returns ISO 8601 in UTC */
const isoTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** The charged amount; null until the order is paid. The provider also names an amount for a payment that may still fail. */
export const chargedCents = (order: Order): number | null =>
  ['paid', 'refunded', 'disputed'].includes(order.status) ? order.charged_cents : null

export const orderFields = (order: Order) => ({
  id: order.id,
  status: shownStatus(order),
  download: mayDownload(order) ? 'open' : 'closed',
  name: order.name,
  email: order.email,
  amount_cents: order.amount_cents,
  charged_cents: chargedCents(order),
  tax_cents: order.tax_cents,
  refunded_cents: order.refunded_cents,
  currency: order.currency,
  price: order.tier,
  dispute: order.dispute,
  note: order.note,
  terms_version: order.terms_version,
  provider: order.provider,
  real_money: order.livemode === 1,
  session_id: order.session_id,
  payment_id: order.payment_id,
  created_at: isoTime(order.created_at),
  paid_at: isoTime(order.paid_at),
  failed_at: isoTime(order.failed_at),
  expired_at: isoTime(order.expired_at),
  refunded_at: isoTime(order.refunded_at),
  disputed_at: isoTime(order.disputed_at),
  closed_at: isoTime(order.revoked_at),
  opened_at: isoTime(order.restored_at),
  granted_at: isoTime(order.granted_at),
  consultation_done_at: isoTime(order.consultation_done_at),
  unsubscribed_at: isoTime(order.unsubscribed_at),
  erased_at: isoTime(order.erased_at),
})

export const eventFields = (event: StoredEvent) => ({
  id: event.id,
  type: event.type,
  effect: event.effect === null ? null : JSON.parse(event.effect),
  at: isoTime(event.happened_at),
})

export const mailFields = (mail: Mail) => ({
  kind: mail.kind,
  to: mail.recipient,
  status: mail.status,
  attempts: mail.attempts,
  problem: mail.last_error,
  message_id: mail.message_id,
  queued_at: isoTime(mail.created_at),
  sent_at: isoTime(mail.sent_at),
})

export const downloadFields = (download: Download) => ({
  what: download.kind,
  bytes: download.bytes,
  ip: download.ip,
  browser: download.user_agent,
  at: isoTime(download.at),
})

export const actFields = (record: ActRecord) => ({
  what: record.action,
  by: record.by,
  details: JSON.parse(record.details),
  at: isoTime(record.at),
})
