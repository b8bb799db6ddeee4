import { consultation } from './consultation.ts'

/** What the checkout says is bought, and what the page after the payment says comes next. */
export const purchase = {
  /** The end of each post. It follows the product's name and the number of files. */
  offer: 'files of Terraform, policies and runbooks that you read, change and own',
  /** The form in the dialog, and the form without JavaScript. Only the second one shows the heading. */
  form: { heading: 'Check out without JavaScript', name: 'Full Name', email: 'Email', submit: 'Continue' },
  ordered: 'The complete kit',
  next: [
    'Download the kit from the link in your email.',
    'Review the implementation guide.',
    ...(consultation ? [consultation.next] : []),
    'Start implementing.',
  ],
  /** The page after the checkout while the buyer's bank has not confirmed the payment. */
  waiting: {
    heading: 'Waiting for your bank',
    text: 'Your bank has not confirmed the payment yet. Depending on how you pay, this can take a few days.',
    next: [
      'Your bank confirms the payment.',
      'We email you the receipt and your download link.',
      'If your bank refuses the payment, we email you too, and you owe nothing.',
    ],
    log: ['payment.this: Creating...', 'payment.this: Still creating...', 'Waiting for your bank.'],
  },
  /** The steps in the receipt. Between them, the receipt says who suggests a time for the consultation. */
  receipt: {
    first: [
      'Download the kit and compare its SHA-256 with the one above.',
      'Read the implementation guide in it.',
    ],
    last: ['Start implementing.'],
  },
  /** The purchase as an apply log: a resource and its name for each step. */
  log: [
    ['payment', 'this'],
    ['kit_download', 'link'],
    ['email_message', 'receipt'],
    ...(consultation ? [consultation.log] : []),
  ],
} as const
