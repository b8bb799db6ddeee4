import * as v from 'valibot'
import type { MailKind } from '../database/schema.ts'

const cents = v.pipe(v.number(), v.integer())
const none = v.object({})
/** `text`: Markdown. */
const written = { title: v.string(), text: v.string() }

/** What a mail of each kind stores in addition to the id of its order. */
const schemas = {
  receipt: none,
  link: none,
  'payment-pending': none,
  'payment-refused': none,
  /** The total of refunds after and before the change. It is lower after a refund that failed. */
  refund: v.object({ refundedCents: cents, refundedBeforeCents: cents, amountCents: cents }),
  dispute: v.object({ state: v.picklist(['won', 'lost']) }),
  announcement: v.object(written),
  /** Whether another amount or currency than the price was charged. */
  sale: v.object({ isOddCharge: v.optional(v.boolean(), false) }),
  /** `mail`: the id of the failed mail that the notice is about. */
  notice: v.object({ ...written, mail: v.optional(v.string()) }),
} satisfies Record<MailKind, v.GenericSchema>

export type MailDetails = { [Kind in MailKind]: v.InferOutput<(typeof schemas)[Kind]> }

/** The kinds of mail that store only the id of their order. */
export type PlainKind = { [Kind in MailKind]: keyof MailDetails[Kind] extends never ? Kind : never }[MailKind]

/** Reads what a queued mail stores. @throws ValiError if a field is missing */
export const parseDetails = <Kind extends MailKind>(kind: Kind, json: string): MailDetails[Kind] =>
  v.parse(schemas[kind] as v.GenericSchema, JSON.parse(json)) as MailDetails[Kind]
