import * as v from 'valibot'
import type { MailKind } from '../database/schema.ts'

interface Kind {
  to: 'buyer' | 'seller'
  /** Whether it carries a download link. Such a mail is sent only while the download is open. */
  carriesLink: boolean
  /** What the seller calls it. */
  name: string
  /** What it stores in addition to the id of its order. */
  details: v.GenericSchema
}

const cents = v.pipe(v.number(), v.integer())
const none = v.object({})
/** `text`: Markdown. */
const written = { title: v.string(), text: v.string() }
const buyer = { to: 'buyer', carriesLink: false, details: none } as const
const seller = { ...buyer, to: 'seller' } as const

const kinds = {
  receipt: { ...buyer, carriesLink: true, name: 'receipt' },
  link: { ...buyer, carriesLink: true, name: 'new link' },
  'payment-pending': { ...buyer, name: 'note that the payment is pending' },
  'payment-refused': { ...buyer, name: 'note that the payment was refused' },
  refund: {
    ...buyer,
    name: 'note about a refund',
    // The total of refunds after and before the change. It is lower after a refund that failed.
    details: v.object({ refundedCents: cents, refundedBeforeCents: cents, amountCents: cents }),
  },
  dispute: {
    ...buyer,
    name: 'note about a dispute',
    details: v.object({ state: v.picklist(['won', 'lost']) }),
  },
  announcement: { ...buyer, carriesLink: true, name: 'announcement', details: v.object(written) },
  sale: {
    ...seller,
    name: 'notice of the sale',
    // Whether another amount or currency than the price was charged.
    details: v.object({ isOddCharge: v.optional(v.boolean(), false) }),
  },
  notice: {
    ...seller,
    name: 'notice',
    // `mail`: the id of the failed mail that the notice is about.
    details: v.object({ ...written, mail: v.optional(v.string()) }),
  },
} satisfies Record<MailKind, Kind>

export type MailDetails = { [K in MailKind]: v.InferOutput<(typeof kinds)[K]['details']> }

/** The kinds of mail that store only the id of their order. */
export type PlainKind = { [K in MailKind]: keyof MailDetails[K] extends never ? K : never }[MailKind]

/** Reads what a queued mail stores. @throws ValiError if a field is missing */
export const parseDetails = <K extends MailKind>(kind: K, json: string): MailDetails[K] =>
  v.parse(kinds[kind].details as v.GenericSchema, JSON.parse(json)) as MailDetails[K]

export const isToBuyer = (kind: MailKind): boolean => kinds[kind].to === 'buyer'

/** What the seller calls a mail, such as `receipt`. */
export const nameOfMail = (kind: MailKind): string => kinds[kind].name

export const carriesLink = (kind: MailKind): boolean => kinds[kind].carriesLink
