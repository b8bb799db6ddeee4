import type { ActionKind, SellerAction } from '../database/schema.ts'
import type { OrderHistory } from './history.ts'

interface HistoryLine {
  /** Ms since 1970. */
  at: number
  text: string
}

const actionNames: Record<Exclude<ActionKind, 'change-address'>, string> = {
  revoke: 'Download closed',
  restore: 'Download opened again',
  'consultation-held': 'Consultation marked as held',
  'consultation-not-held': 'Mark of the consultation removed',
  erase: 'Buyer erased',
  grant: 'Granted',
  resend: 'Mail sent again',
  note: 'Noted',
}

function actionText({ action, details, by }: SellerAction): string {
  const read = JSON.parse(details)
  const actor = `, by ${by}`
  if (action === 'change-address') return `Address changed from ${read.from} to ${read.to}${actor}`
  return `${actionNames[action]}${actor}`
}

/** What happened to an order in one line each, newest first. Mail is left out. */
export function historyLines({ order, actions, downloads }: OrderHistory): HistoryLine[] {
  const moments: [number | null, string][] = [
    [order.created_at, 'Ordered'],
    [order.paid_at, 'Paid'],
    [order.failed_at, 'Payment failed'],
    [order.expired_at, 'Checkout expired'],
    [order.disputed_at, 'Disputed'],
    [order.refunded_at, 'Refunded in full'],
  ]
  return [
    ...moments.flatMap(([at, text]) => (at === null ? [] : { at, text })),
    ...actions.map((one) => ({ at: one.at, text: actionText(one) })),
    ...downloads.map(({ at, kind }) => ({
      at,
      text: kind === 'file' ? 'Downloaded by the buyer' : 'Download page opened',
    })),
  ].sort((a, b) => b.at - a.at)
}
