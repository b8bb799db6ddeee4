import { consultation } from './consultation.ts'

/** The words of the checkout, and of the page after the payment. */
export const purchase = {
  /** The end of each post, after the product's name. */
  offer: (files: number) =>
    `is ${files} files of Terraform, policies and runbooks that you read, change and keep`,
  /** The form in the dialog, and the form without JavaScript. Only the second one shows the heading. */
  form: {
    heading: 'Check out without JavaScript',
    name: 'Full Name',
    email: 'Email',
    submit: 'Continue',
    cancel: 'Cancel',
    busy: 'Processing...',
    /** Before an address whose domain is that of a large provider, when the typed one looks misspelled. */
    didYouMean: 'Did you mean',
  },
  ordered: 'The complete kit',
  /** For screen readers, before the two prices. */
  listPrice: 'List price ',
  youPay: 'You pay ',
  /** Follows the early-bird price where scripts are off. */
  whileSeatsLast: 'while seats last',
  secure: "You pay on Stripe's secure checkout page, which opens in a new tab.",
  /** A sentence with two links in it. */
  accept: {
    before: 'By buying you accept the ',
    terms: 'terms',
    and: ' and the ',
    privacy: 'privacy policy',
    after: '.',
  },
  /** The words of the toasts. `close` and `region` are names for screen readers. */
  notices: {
    region: 'Notifications',
    close: 'Close toast',
    opening: 'Opening checkout…',
    busy: 'Many people are buying right now. Trying again…',
    opened: ['Checkout opened', 'Finish paying in the new tab.'],
    blocked: ['Your browser blocked the new tab', 'Your checkout is ready. Open it to finish paying.'],
    open: 'Open checkout',
    ready: 'Your checkout is ready at',
    failed: 'Checkout failed',
    tryLater: 'Please try again later.',
    refused: 'Failed to create checkout session',
    offline: 'You seem to be offline. Please check your connection and try again.',
    unreachable: 'The shop could not be reached. Please check your connection and try again.',
    slow: 'The shop took too long to answer. Nothing was charged. Please try again.',
    unreadable: 'The shop gave an answer that could not be read. Please try again.',
  },
  next: [
    'Download the kit from the link in your email.',
    'Review the implementation guide: docs/getting-started.md.',
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
      'Read the implementation guide in it: docs/getting-started.md.',
    ],
    last: ['Start implementing.'],
  },
  /** The purchase, written like the log of `terraform apply`: a resource and its name for each step. */
  log: [
    ['payment', 'this'],
    ['kit_download', 'link'],
    ['email_message', 'receipt'],
    ...(consultation ? [consultation.log] : []),
  ],
} as const
