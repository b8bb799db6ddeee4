/** "Simple Pricing". Every amount and count comes from content/catalog.ts. */
export const pricing = {
  heading: 'Simple Pricing',
  lead: 'One payment for the kit and the hour with the people who wrote it. No subscription, nothing per user or per account.',
  badge: 'Early Bird Special',
  /** In the badge's place when the early-bird price is over. */
  listBadge: 'List price',
  everything: 'Every module, template, policy and runbook in the file tree',
  includes: [
    'Email support during setup',
    'Use in all accounts and organizations of your company',
    '30-day money-back guarantee',
  ],
  /** The small print of the title block, beside what is counted: the files and the revision. */
  facts: [
    { label: 'License', value: 'Internal use, one company' },
    { label: 'Delivery', value: 'Download link by email' },
  ],
  buy: 'Get the Complete Kit + 1-Hour Consultation',
}
