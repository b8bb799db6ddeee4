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
 * What the hosted checkout of Stripe offers beyond taking the money. Each needs its part set up in Stripe's
 * dashboard first; `npm run shop -- doctor` compares what it can. The sandbox shows none of it.
 */
export const payments: PaymentFeatures = {
  /** Stripe Tax adds what the buyer's address asks for. Needs a registration in the dashboard. */
  automaticTax: false,
  /** Business buyers may enter their tax id. */
  taxIds: false,
  /** A paid invoice for each sale, mailed by Stripe as the dashboard says. */
  invoices: false,
  /** A field for promotion codes. */
  promotionCodes: false,
  /** A box to tick for your terms. Needs the terms' address in the dashboard's public details. */
  termsConsent: false,
  /** Buyers abroad may pay in their own currency, at Stripe's rate. */
  adaptivePricing: false,
  /** Prices kept in the dashboard, by what they cost in cents. An amount without one is sent as it is. */
  stripePrices: [],
}
