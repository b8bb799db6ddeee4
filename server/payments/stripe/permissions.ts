import Stripe from 'stripe'
import { type PaymentFeatures, payments } from '#content/payments.ts'
import { type StripeAccess, stripeClient } from './client.ts'
import { toProviderError } from './errors.ts'

const { StripeInvalidRequestError, StripePermissionError } = Stripe.errors

/**
 * Finds the missing permissions of a restricted key, one sentence each, for the launch check. The shop writes checkouts and refunds,
 * and reads payments, events, codes and invoices. An empty request shows whether the key may write, and changes nothing: Stripe
 * answers 403 without the permission, and otherwise 400, because parameters are missing. Who may write may also read.
 * @throws ProviderError when Stripe does not answer
 */
export async function stripePermissionProblems(
  access: StripeAccess,
  { invoices }: Pick<PaymentFeatures, 'invoices'> = payments,
): Promise<string[]> {
  const client = stripeClient(access)
  const read = [
    client.paymentIntents,
    client.charges,
    client.events,
    client.promotionCodes,
    client.coupons,
    ...(invoices ? [client.invoices] : []),
  ]
  const problems: string[] = []
  for (const call of [
    () => client.checkout.sessions.create({}),
    () => client.refunds.create({}),
    ...read.map((resource) => () => resource.list({ limit: 1 })),
  ])
    await call().catch((error: unknown) => {
      // Stripe names the permission that is missing.
      if (error instanceof StripePermissionError) problems.push(error.message)
      else if (!(error instanceof StripeInvalidRequestError)) throw toProviderError(error)
    })
  return problems
}
