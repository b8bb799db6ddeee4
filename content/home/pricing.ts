/** "Simple Pricing". Every amount and count comes from content/catalog.ts. */
export const pricing = {
  heading: 'Simple Pricing',
  lead: 'One payment for the kit and the hour with the people who wrote it. No subscription, no seats, no usage.',
  badge: 'Early Bird Special',
  includes: [
    'Every module, template, policy and runbook in the file tree',
    'Use in all accounts and organizations of your company',
    'Email support during setup',
    '30-day money-back guarantee',
  ],
  consultation: '1-hour implementation consultation',
  buy: 'Get the Complete Kit + 1-Hour Consultation',
  /** The form that shows only where scripts are off. */
  form: { heading: 'Buy without scripts', name: 'Full Name', email: 'Email', submit: 'Continue' },
}
