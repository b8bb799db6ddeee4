import Stripe from 'stripe'
import { type PaymentFeatures, payments } from '#content/payments.ts'
import { type StripeAccess, stripeClient } from './client.ts'
import { toProviderError } from './errors.ts'

/**
 * Finds the missing read permissions of a restricted key, one sentence each, for the launch check. The shop needs them for
 * events, refunds, disputes, codes and invoices. Write permissions are not checked, because a check would change something.
 * @throws ProviderError when Stripe does not answer
 */
export async function stripePermissionProblems(
  access: StripeAccess,
  { invoices }: Pick<PaymentFeatures, 'invoices'> = payments,
): Promise<string[]> {
  const client = stripeClient(access)
  const problems: string[] = []
  const always = ['paymentIntents', 'charges', 'refunds', 'events', 'promotionCodes', 'coupons'] as const
  for (const resource of [...always, ...(invoices ? (['invoices'] as const) : [])]) {
    await client[resource].list({ limit: 1 }).catch((error) => {
      if (!(error instanceof Stripe.errors.StripePermissionError)) throw toProviderError(error)
      // Stripe names the permission that is missing.
      problems.push(error.message)
    })
  }
  return problems
}
