import type { MailKind } from '../database/schema.ts'

/**
 * Who gets a mail of each kind, whether it carries a download link, and what the seller calls it. A link is sent only while the
 * download is open.
 */
const kinds: Record<MailKind, { to: 'buyer' | 'seller'; carriesLink: boolean; name: string }> = {
  receipt: { to: 'buyer', carriesLink: true, name: 'receipt' },
  link: { to: 'buyer', carriesLink: true, name: 'new link' },
  'payment-pending': { to: 'buyer', carriesLink: false, name: 'note that the payment is pending' },
  'payment-refused': { to: 'buyer', carriesLink: false, name: 'note that the payment was refused' },
  refund: { to: 'buyer', carriesLink: false, name: 'note about a refund' },
  dispute: { to: 'buyer', carriesLink: false, name: 'note about a dispute' },
  announcement: { to: 'buyer', carriesLink: true, name: 'announcement' },
  sale: { to: 'seller', carriesLink: false, name: 'notice of the sale' },
  notice: { to: 'seller', carriesLink: false, name: 'notice' },
}

export const isToBuyer = (kind: MailKind): boolean => kinds[kind].to === 'buyer'

/** What the seller calls a mail, such as `receipt`. */
export const nameOfMail = (kind: MailKind): string => kinds[kind].name

export const carriesLink = (kind: MailKind): boolean => kinds[kind].carriesLink

/** The kinds that carry a link. A mail of any of them replaces an earlier link that did not arrive. */
export const kindsWithLink = (Object.keys(kinds) as MailKind[]).filter(carriesLink)
