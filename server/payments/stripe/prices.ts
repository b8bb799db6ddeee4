import { type PaymentFeatures, payments } from '../../../content/payments.ts'
import { stripeClient } from './client.ts'
import { isMissing, toProviderError } from './errors.ts'

/**
 * What is wrong with the prices kept in Stripe's dashboard, a sentence each, for the launch check: a checkout
 * would charge what they say, not what the page says.
 * @throws ProviderError when Stripe cannot be asked
 */
export async function stripePriceProblems(options: {
  secretKey: string
  apiUrl: string | null
  currency: string
  features?: PaymentFeatures
}): Promise<string[]> {
  const client = stripeClient(options.secretKey, options.apiUrl)
  const problems: string[] = []
  for (const { cents, id } of (options.features ?? payments).stripePrices) {
    const price = await client.prices.retrieve(id).catch((error) => {
      if (isMissing(error)) return null
      throw toProviderError(error)
    })
    if (!price) problems.push(`Stripe does not know the price ${id}.`)
    else if (!price.active) problems.push(`The price ${id} is archived at Stripe.`)
    else if (price.type !== 'one_time') problems.push(`The price ${id} is not for a single payment.`)
    else if (price.unit_amount !== cents || price.currency !== options.currency) {
      const theirs = `${price.unit_amount} ${price.currency} cents`
      problems.push(`The price ${id} is ${theirs} at Stripe, and ${cents} ${options.currency} cents here.`)
    }
  }
  return problems
}
