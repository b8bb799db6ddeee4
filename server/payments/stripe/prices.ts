import { catalog } from '#content/catalog.ts'
import { type PaymentFeatures, payments } from '#content/payments.ts'
import { site } from '#content/site.ts'
import { formatMoneyExact } from '../../../contract/money.ts'
import { type StripeAccess, stripeClient } from './client.ts'
import { nullIfMissing, throwProviderError } from './errors.ts'

const money = (cents: number, currency: string = catalog.currency) =>
  formatMoneyExact(cents, currency, site.language)

/** Finds price ids in content/payments.ts that share an amount, or whose amount is not in the catalog. */
function* listProblems(stripePrices: PaymentFeatures['stripePrices']): Generator<string> {
  const { priceCents, listPriceCents } = catalog
  const amounts = [priceCents, listPriceCents]
  for (const [index, { cents, id }] of stripePrices.entries()) {
    const former = stripePrices.slice(0, index).find((price) => price.cents === cents)
    if (former) yield `The prices ${former.id} and ${id} are both for ${money(cents)}.`
    else if (!amounts.includes(cents))
      yield `The price ${id} is for ${money(cents)}, which nothing in the catalog costs: no checkout uses it.`
  }
}

/**
 * Checks the prices in Stripe's dashboard. Returns their problems, one sentence each, for the launch check. A checkout charges
 * the dashboard's price, even if the page shows another one.
 * @throws ProviderError when Stripe does not answer
 */
export async function stripePriceProblems(
  access: StripeAccess,
  { stripePrices }: Pick<PaymentFeatures, 'stripePrices'> = payments,
): Promise<string[]> {
  const client = stripeClient(access)
  const problems = [...listProblems(stripePrices)]
  for (const { cents, id } of stripePrices) {
    const price = await client.prices.retrieve(id).catch(nullIfMissing).catch(throwProviderError)
    if (!price) problems.push(`Stripe does not know the price ${id}.`)
    else if (!price.active) problems.push(`The price ${id} is archived at Stripe.`)
    else if (price.type !== 'one_time') problems.push(`The price ${id} is not for a single payment.`)
    else if (price.unit_amount !== cents || price.currency !== catalog.currency) {
      const atStripe =
        price.unit_amount === null ? 'no fixed amount' : money(price.unit_amount, price.currency)
      problems.push(`The price ${id} is ${atStripe} at Stripe, but ${money(cents)} here.`)
    }
  }
  return problems
}
