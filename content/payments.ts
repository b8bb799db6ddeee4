export interface PaymentFeatures {
  automaticTax: boolean
  taxIds: boolean
  invoices: boolean
  promotionCodes: boolean
  termsConsent: boolean
  adaptivePricing: boolean
  stripePrices: { cents: number; id: string }[]
}

/**
 * Options of Stripe's hosted checkout. Set each one up in Stripe's dashboard first. `npm run shop -- doctor` checks what it
 * can. The sandbox shows none of them.
 */
export const payments: PaymentFeatures = {
  /** Stripe Tax adds the tax for the buyer's address. Needs a registration in the dashboard. */
  automaticTax: false,
  /** Business buyers may enter their tax id. */
  taxIds: false,
  /** Stripe creates a paid invoice for each sale. The dashboard decides whether Stripe emails it. */
  invoices: false,
  /** A field for promotion codes. A code by link needs none. */
  promotionCodes: false,
  /** A box to tick for your terms. Needs the terms' address in the dashboard's public details. */
  termsConsent: false,
  /** Buyers abroad may pay in their own currency, at Stripe's rate. */
  adaptivePricing: false,
  /** Prices that are kept in the dashboard, by their amount in cents. The shop sends any other amount without a price id. */
  stripePrices: [],
}
