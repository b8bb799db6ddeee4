import { site } from './site.ts'

interface Guarantee {
  /** Days from the purchase in which a buyer may ask for the money back. */
  days: number
  /** A noun. It stands in the pricing section, and in the description on the payment page. */
  name: string
  /** How to use it, and how it and the Terms of Service fit together. Stands in the pricing section. */
  terms: string
  /** At the end of the checkout dialog, in the hosted checkout and on the page after the payment. The address of support follows. */
  short: string
  /** A row of the receipt. `until` is the last day. */
  receipt: { label: string; value: (until: string) => string }
}

const days = 30

/** The money-back guarantee, wherever a buyer decides. `null`: you give none. */
export const guarantee: Guarantee | null = {
  days,
  name: `${days}-day money-back guarantee`,
  terms: `Write to ${site.emails.support} within ${days} days of your purchase, and we refund you in full. This overrides the Terms’ rule that purchases are final. A refund closes the download.`,
  short: `${days}-day money-back guarantee: write to`,
  receipt: {
    label: 'Money back',
    value: (until) => `in full, if you write to ${site.emails.support} by ${until}`,
  },
}
