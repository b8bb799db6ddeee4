export interface PaymentFeatures {
  automaticTax: boolean
  taxIds: boolean
  invoices: boolean
  promotionCodes: boolean
  termsConsent: boolean
  adaptivePricing: boolean
}

/**
 * Options of Stripe's hosted checkout. Set each one up in Stripe's dashboard first. The sandbox shows invoices and tax ids, and none of the others.
 */
export const payments: PaymentFeatures = {
  /** Stripe Tax adds the tax for the buyer's address. Needs a registration in the dashboard. */
  automaticTax: false,
  /** A business may enter its name and its tax id, which the invoice states. */
  taxIds: true,
  /**
   * Stripe numbers and makes a paid invoice for each sale, and asks every buyer for the address on it. The dashboard decides
   * whether Stripe emails the invoice, too. Stripe's fee: 0.4 % of the total, at most $2 for each invoice
   * (https://stripe.com/pricing, "Post-payment invoices", read in September 2026).
   */
  invoices: true,
  /** A field for promotion codes. A code by link needs none. */
  promotionCodes: false,
  /** A box to tick for your terms. Needs the terms' address in the dashboard's public details. */
  termsConsent: false,
  /** Buyers abroad may pay in their own currency, at Stripe's rate. */
  adaptivePricing: false,
}
