import { site } from './site.ts'

/**
 * The words of emails to buyers. The steps and the description of the purchase are in purchase.ts, and what emails call the
 * product is in words.ts. Notices to you are not here: they are in English, like the command line.
 */
export const mails = {
  /**
   * How each email begins. `name` is null if the buyer's name cannot be shown. The next sentence begins with a lowercase letter.
   */
  greeting: (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`),
  /** Below a button. */
  noButton: 'If the button does not work, copy this address:',
  /** The labels in the tables of emails. */
  labels: {
    order: 'Order',
    buyer: 'Buyer',
    ordered: 'Ordered',
    amount: 'Amount',
    amountPaid: 'Amount paid',
    bought: 'Bought',
    tax: 'Tax',
    date: 'Date',
    seller: 'Seller',
    address: 'Address',
    taxId: 'Tax ID',
    file: 'File',
    size: 'Size',
    refunded: 'Refunded',
    refundedInTotal: 'In total',
  },
  taxIncluded: (amount: string) => `${amount}, included in the amount`,
  /** Below the button of the download: a sentence with a link in it. */
  download: {
    before: (until: string) =>
      `The link works until ${until}. After that, open it to have a new link emailed to you. If you lose this email, `,
    link: 'get a new link',
    after: '.',
  },
  testOrder: {
    sandbox:
      'This order was placed in the sandbox: no money has moved, and the download is a sample archive.',
    testMode:
      "This order was placed in the payment provider's test mode: no money has moved, and the download is a sample archive.",
  },
  /** The end of each email: a sentence with the address of support and the order in it. */
  help: {
    heading: 'If you need help',
    before: 'Reply to this email, or write to ',
    between: ' and mention order ',
    after: '.',
  },
  next: 'What happens next',
  receipt: {
    subject: `Your ${site.name}: download link and receipt`,
    preview: (amount: string) => `Payment of ${amount} received. Your download link is inside.`,
    previewOfGift: 'Your download link is inside.',
    text: `thank you for buying the ${site.name}. Your payment has arrived.`,
    textOfGift: `the ${site.name} is yours.`,
    heading: 'Receipt',
    /**
     * With a booking link, `booking` stands before it. Without one, the buyer's address stands between `weWrite` and
     * `toFindATime`. `name` is the name of the consultation.
     */
    booking: (name: string) => `Book your ${name}, which is part of your order: `,
    weWrite: 'We write to you at ',
    toFindATime: (name: string) => ` to find a time for your ${name}. It is part of your order.`,
  },
  newLink: {
    subject: `Your ${site.name}: a new download link`,
    preview: 'The link to your download is inside.',
    title: 'A new download link',
    text: (version: string) =>
      `here is a new link for your order of the ${site.name}. It downloads version ${version}. If you didn't request this, you can ignore it. Nobody else received it.`,
  },
  pending: {
    subject: `Your ${site.name} order: waiting for your bank`,
    preview: (amount: string) => `Your bank has not confirmed the payment of ${amount} yet.`,
    title: 'Waiting for your bank',
    text: (amount: string) =>
      `thank you for ordering the ${site.name}. Your bank has not confirmed the payment of ${amount} yet. Depending on how you pay, this can take a few days.`,
    steps: [
      'Your bank confirms the payment. We then email you the receipt and your download link.',
      'If your bank refuses the payment, we email you too, and you owe nothing.',
    ],
    wait: "You don't have to do anything. Please don't pay a second time.",
  },
  refused: {
    subject: `Your ${site.name} order: your bank refused the payment`,
    preview: 'We received no money for your order, and you owe nothing.',
    title: 'Your bank refused the payment',
    text: (amount: string) =>
      `your bank refused the payment of ${amount} for the ${site.name}. We received no money, and you owe nothing. The order is closed.`,
    heading: 'If you still want it',
    again: 'Order again and choose another way to pay. Your bank can tell you why it refused this one.',
    button: 'Order again',
  },
  refund: {
    subject: (now: string) => `Refund: ${site.name}, ${now}`,
    /** For a partial refund: `now` is the part that was refunded. */
    part: (now: string, paid: string) => `${now} of the ${paid}`,
    preview: (share: string) => `We refunded ${share} that you paid.`,
    title: 'Your payment was refunded',
    titleOfPart: 'Part of your payment was refunded',
    text: (share: string) =>
      `we refunded ${share} that you paid for the ${site.name}. Banks usually need five to ten business days to show it in your account.`,
    open: 'Your download stays open.',
    closed: 'The download that came with this order is closed.',
    failed: {
      subject: (back: string) => `Refund failed: ${site.name}, ${back}`,
      preview: (back: string) => `Your bank did not take the refund of ${back}. We will sort it out.`,
      title: 'A refund did not go through',
      text: (back: string) =>
        `the refund of ${back} for the ${site.name} did not go through: your bank sent the money back to us. We will sort it out with you. To choose another way to get your money, reply to this email.`,
    },
  },
  /** For each state of the dispute. */
  dispute: {
    payment: (amount: string) => `the payment of ${amount} for the ${site.name}`,
    open: {
      subject: `Your ${site.name} order: your bank disputes the payment`,
      title: 'Your bank disputes the payment',
      preview: 'Your download stays open until your bank decides.',
      text: (payment: string) =>
        `your bank told us that you dispute ${payment}. Your download stays open until your bank decides.`,
      more: [
        "If you didn't mean to dispute it, tell your bank: it can withdraw the dispute.",
        'If something is wrong with your order, reply to this email. We can often fix it faster than the bank.',
      ],
    },
    won: {
      subject: `Your ${site.name} order: the dispute is closed`,
      title: 'The dispute is closed',
      preview: 'Your download is open.',
      text: (payment: string) => `the dispute about ${payment} is closed. Your download is open.`,
      more: [],
    },
    lost: {
      subject: `Your ${site.name} order: your download is closed`,
      title: 'Your download is closed',
      preview: 'Your bank returned the payment to you.',
      text: (payment: string) =>
        `your bank returned ${payment} to you. The download that came with it is closed.`,
      more: ['If that is a mistake, reply to this email.'],
    },
  },
  announcement: {
    subject: (title: string) => `${site.name}: ${title}`,
    preview: 'What changed, and your download link.',
    text: `there is something new in the ${site.name}, which you bought.`,
    heading: 'Get the new version',
    /** The last sentence, with a link in it. */
    unsubscribe: {
      before: 'You get this email because you bought it. To stop these emails, ',
      link: 'unsubscribe',
      after: '.',
    },
  },
  /** The page behind that link. */
  unsubscribe: {
    title: 'No more news?',
    text: 'Press the button to stop our emails about new versions. Nothing else about your order changes.',
    button: 'Unsubscribe',
    done: {
      title: 'You are unsubscribed',
      text: 'We send you no more emails about new versions. Nothing else about your order changes.',
    },
    unknown: {
      title: "We don't recognize this link",
      text: 'Email programs sometimes cut a long address in two. Copy the whole address from the email, or write to us.',
    },
  },
}
