export interface PaymentFeatures {
  automaticTax: boolean
  taxIds: boolean
  invoices: boolean
  promotionCodes: boolean
  termsConsent: boolean
  adaptivePricing: boolean
}

/**
 * Options of Stripe's hosted checkout. Set each one up in Stripe's dashboard first.
 */
export const payments: PaymentFeatures = {
  /** Stripe Tax adds the tax for the buyer's address. Needs a registration in the dashboard. */
  automaticTax: false,
  /** A business may enter its name and its tax id, which the invoice states. */
  taxIds: true,
  /**
   * Stripe numbers and makes a paid invoice for each sale, and asks every buyer for the address on it. Stripe emails it if
   * the dashboard's switch is on (docs/operations.md, "Invoices"). Stripe's fee: 0.4 % of the total, at most $2 for each invoice
   * (https://stripe.com/pricing, "Post-payment invoices", read in September 2026).
   */
  invoices: true,
  /** A field for promotion codes, which you make in the dashboard. */
  promotionCodes: true,
  /** A box to tick for your terms. Needs the terms' address in the dashboard's public details. */
  termsConsent: false,
  /** Buyers abroad may pay in their own currency, at Stripe's rate. */
  adaptivePricing: false,
}
