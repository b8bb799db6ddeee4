/**
 * The link to the invoice, which the payment provider makes, and the shop's pages when that link leads to no invoice. The seller's
 * page and notices say in code how you make a credit note.
 */
export const invoices = {
  /** In emails: a sentence that begins with the link. */
  mail: { link: 'Open your invoice', after: ' to print it or to save it as a PDF.' },
  /** In the email about a refund. */
  refunded: 'The invoice still states what you paid. If your books need a credit note, reply to this email.',
  /** The name of the page, in the browser's tab. */
  title: 'Invoice',
  none: {
    heading: 'There is no invoice yet',
    text: 'If you paid only minutes ago, please try again in a few minutes. Otherwise write to us and name your order:',
  },
  unavailable: {
    heading: 'The invoice cannot be opened right now',
    text: 'The payment provider did not return it. Your link stays valid: please try again in a few minutes. If that does not help, write to us and name your order:',
  },
  expired: {
    heading: 'This link has expired',
    text: "Your invoice is fine. We'll email a new link to the address on the order.",
    button: 'Email me a new link',
    /** Instead, for an order whose emails no longer have the link. */
    write: 'Your invoice is fine. Write to us and name your order, and we send it to you.',
  },
  erased: {
    heading: 'This link is closed',
    text: 'The order was erased at the buyer’s request. If you still need the invoice, write to us.',
  },
  unknown: {
    heading: "We don't recognize this link",
    text: 'Email programs sometimes cut a long address in two. Copy the whole address from the email, or get a new link by email.',
  },
}
