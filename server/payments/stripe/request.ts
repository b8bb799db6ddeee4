import type Stripe from 'stripe'
import { type PaymentFeatures, payments } from '#content/payments.ts'
import type { SessionInput } from '../provider.ts'

/**
 * The parameters of a session (docs.stripe.com/api/checkout/sessions/create). `ui_mode` is left out. Its default is the hosted
 * page, and the name of that value differs between API versions.
 */
export function sessionParameters(
  input: SessionInput,
  features: PaymentFeatures,
): Stripe.Checkout.SessionCreateParams {
  // Stripe does not copy the metadata of a session to its payment, where refunds and disputes find the order.
  const metadata = {
    order_id: input.orderId,
    shop: input.shop,
    terms_version: input.termsVersion,
    buyer_name: input.name,
    tier: input.tier,
  }
  return {
    mode: 'payment',
    line_items: [{ quantity: 1, ...price(input) }],
    client_reference_id: input.orderId,
    customer_email: input.email,
    metadata,
    payment_intent_data: { metadata },
    // In seconds, rounded down, so that the page never lives longer than the order.
    expires_at: Math.floor(input.expiresAt / 1000),
    success_url: input.successUrl,
    cancel_url: input.cancelUrl,
    // Set explicitly. Otherwise the dashboard's setting decides.
    adaptive_pricing: { enabled: features.adaptivePricing },
    ...(features.automaticTax && { automatic_tax: { enabled: true } }),
    ...(features.taxIds && { tax_id_collection: { enabled: true } }),
    // An invoice states the buyer's address. By default, Stripe asks only for what the payment needs.
    ...(features.invoices && {
      invoice_creation: { enabled: true },
      billing_address_collection: 'required' as const,
    }),
    ...(features.promotionCodes && { allow_promotion_codes: true }),
    ...(features.termsConsent && { consent_collection: { terms_of_service: 'required' } }),
  }
}

/**
 * The parameters as JSON. They are stored with the order, and a retry sends them again unchanged, because Stripe refuses other
 * parameters with the same idempotency key.
 */
export const sessionRequest = (input: SessionInput, features: PaymentFeatures = payments): string =>
  JSON.stringify(sessionParameters(input, features))

function price(input: SessionInput): Pick<Stripe.Checkout.SessionCreateParams.LineItem, 'price_data'> {
  return {
    price_data: {
      currency: input.currency,
      unit_amount: input.amountCents,
      product_data: {
        name: input.productName,
        ...(input.productDescription && { description: input.productDescription }),
      },
    },
  }
}
