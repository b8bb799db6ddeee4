import { site } from './site.ts'

/** The server's pages behind the link to the download. What they call the product is in words.ts. */
export const downloads = {
  /** The name of the page, in the browser's tab. */
  title: 'Download',
  /** Stands before the product's name, which stays on one line. */
  thanks: 'Thank you for buying the',
  testOrder: {
    sandbox: 'This order was placed in the sandbox: no money has moved, and the file is a sample archive.',
    testMode:
      "This order was placed in the payment provider's test mode: no money has moved, and the file is a sample archive.",
  },
  labels: { file: 'File', size: 'Size', order: 'Order', until: 'Works until' },
  check: {
    heading: 'Check your file',
    before: 'The file is complete and unchanged if its SHA-256 is the one above:',
    /** Each follows a command. */
    linux: 'on Linux,',
    mac: 'on macOS,',
    windows: 'in PowerShell.',
    after: 'An interrupted download can be resumed.',
  },
  expired: {
    title: 'Link expired',
    heading: 'This link has expired',
    text: "Your order is fine. We'll email a new link to the address on the order.",
  },
  closed: {
    title: 'Download closed',
    heading: 'This download is closed',
    /** The reason, as a sentence before `text`. */
    lost: 'The payment was disputed, and the bank returned the money.',
    refunded: 'The payment was refunded.',
    revoked: 'The seller has closed it.',
    unpaid: 'There is no payment for it.',
    erased: 'The order was erased at the buyer’s request.',
    notReal: 'It was a test order, and the shop sells for real money now.',
    text: 'If this is a mistake, write to us and name the order.',
  },
  unknown: {
    title: 'Unknown link',
    heading: "We don't recognize this link",
    text: 'Email programs sometimes cut a long address in two. Copy the whole address from the email, or get a new link.',
  },
  sent: {
    title: 'Check your email',
    text: 'If there is an order for that address, a new download link is on its way to it. It arrives within minutes. Please check your spam folder too.',
  },
  /** The last line of the server's pages, before the address of support; and a way back. */
  help: 'Need help? Write to',
  back: `Back to ${site.name}`,
}
