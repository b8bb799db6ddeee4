import type { MailKind } from '../database/schema.ts'

/** Who gets a mail of each kind, and whether it carries a download link. A link is sent only while the download is open. */
const kinds: Record<MailKind, { to: 'buyer' | 'seller'; carriesLink: boolean }> = {
  receipt: { to: 'buyer', carriesLink: true },
  link: { to: 'buyer', carriesLink: true },
  'payment-pending': { to: 'buyer', carriesLink: false },
  'payment-refused': { to: 'buyer', carriesLink: false },
  refund: { to: 'buyer', carriesLink: false },
  dispute: { to: 'buyer', carriesLink: false },
  announcement: { to: 'buyer', carriesLink: true },
  'announcement-preview': { to: 'seller', carriesLink: false },
  sale: { to: 'seller', carriesLink: false },
  'refund-notice': { to: 'seller', carriesLink: false },
  'dispute-notice': { to: 'seller', carriesLink: false },
  'fraud-notice': { to: 'seller', carriesLink: false },
  'seats-notice': { to: 'seller', carriesLink: false },
  'amount-notice': { to: 'seller', carriesLink: false },
}

export const isToBuyer = (kind: MailKind): boolean => kinds[kind].to === 'buyer'

export const carriesLink = (kind: MailKind): boolean => kinds[kind].carriesLink

/** The kinds that carry a link. A mail of any of them replaces an earlier link that did not arrive. */
export const kindsWithLink = (Object.keys(kinds) as MailKind[]).filter(carriesLink)
