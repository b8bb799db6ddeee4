import * as v from 'valibot'
import type { MailKind } from '../database/schema.ts'

const cents = v.pipe(v.number(), v.integer())
const none = v.object({})
const dispute = v.picklist(['open', 'won', 'lost'])
/** The total of refunds after and before the change. It is lower after a refund that failed. */
const refunds = v.object({ refundedCents: cents, refundedBeforeCents: cents, amountCents: cents })
const mails = v.object({ mails: v.array(v.string()) })
const announcement = v.object({ announcement: v.string() })

/** What a mail of each kind stores in addition to the id of its order. */
const schemas = {
  receipt: none,
  link: none,
  'payment-pending': none,
  'payment-refused': none,
  refund: refunds,
  dispute: v.object({ state: dispute }),
  announcement,
  'announcement-preview': announcement,
  sale: none,
  'refund-notice': refunds,
  /** `dueAt`: the deadline of the seller's answer, in ms since 1970; null: the provider names none. */
  'dispute-notice': v.object({ state: dispute, dueAt: v.nullable(v.number()) }),
  'fraud-notice': none,
  'seats-notice': v.object({ held: v.number(), seats: v.number() }),
  'sold-out-notice': v.object({ what: v.picklist(['early', 'all']), count: v.number() }),
  /** What the provider charged, as far as it says so. */
  'amount-notice': v.object({ chargedCents: v.nullable(cents), chargedCurrency: v.nullable(v.string()) }),
  'paid-twice-notice': none,
  'seller-link': none,
  /** The ids of the mails that failed or are late. */
  'failure-notice': mails,
  'delay-notice': mails,
} satisfies Record<MailKind, v.GenericSchema>

export type MailDetails = { [Kind in MailKind]: v.InferOutput<(typeof schemas)[Kind]> }

/** The kinds of mail that store only the id of their order. */
export type PlainKind = { [Kind in MailKind]: keyof MailDetails[Kind] extends never ? Kind : never }[MailKind]

/** Reads what a queued mail stores. @throws ValiError if a field is missing */
export const parseDetails = <Kind extends MailKind>(kind: Kind, json: string): MailDetails[Kind] =>
  v.parse(schemas[kind] as v.GenericSchema, JSON.parse(json)) as MailDetails[Kind]
