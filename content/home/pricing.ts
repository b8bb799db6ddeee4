import { guarantee } from '../guarantee.ts'

/** "Simple Pricing". Every amount and count comes from content/catalog.ts. */
export const pricing = {
  heading: 'Simple Pricing',
  lead: 'One payment for the whole kit and an hour of help. No subscription, no price per user or account.',
  badge: 'Early Bird Special',
  saving: (percent: number) => `${percent}% OFF`,
  /** Replaces the badge when the early-bird price is over. */
  listBadge: 'List price',
  everything: 'Every module, template, policy and runbook in the file tree',
  includes: [
    'Email support during setup',
    'All updates at no extra charge; the license never expires',
    'Use it in every account and organization your company owns; contractors may help',
    ...(guarantee ? [guarantee.name] : []),
  ],
  /** After the name and the role of the person in content/site.ts. */
  answersMail: (answers: string) => `answers your mail, usually ${answers}.`,
  /** The small print of the title block. The number of files and the revision are added to it. */
  details: [
    { label: 'License', value: 'Internal use, one company' },
    { label: 'Delivery', value: 'Download link by email' },
  ],
  revision: 'Revision',
  files: 'Files',
  unit: 'USD, one-time',
  /** Follows the name in content/consultation.ts. */
  valuedAt: (value: string) => `valued at ${value}`,
  /** For screen readers: before the price, and between it and the list price. */
  price: 'Price: ',
  insteadOf: ', instead of ',
  /** The early-bird seats: the limit, how many are left, and the text when none are left. */
  seats: {
    limited: (seats: number, after: string) => `Limited to first ${seats} customers, then ${after}`,
    left: (left: number, seats: number, price: string) => `${left} of ${seats} left at ${price}`,
    taken: (seats: number) => `The first ${seats} are taken`,
  },
  buy: 'Get the Complete Kit + 1-Hour Consultation',
}
