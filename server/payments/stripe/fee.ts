import type Stripe from 'stripe'
import type { Movement } from '../../database/schema.ts'

/**
 * Reads the fee from the balance transaction of a payment, a refund or a dispute (docs.stripe.com/api/balance_transactions/object).
 * Stripe creates that of a payment up to an hour after the payment (docs.stripe.com/payments/payment-intents/asynchronous-capture).
 * @returns null if there is none yet, or if the account is settled in another currency
 * @throws the SDK's errors, such as that of a key without the permission
 */
export async function findFee(
  client: Stripe,
  { type, reference, currency }: Pick<Movement, 'type' | 'reference' | 'currency'>,
): Promise<number | null> {
  const transactions = await transactionsOf(client, type, reference)
  const inCurrency = transactions.filter((one) => typeof one === 'object' && one?.currency === currency)
  if (inCurrency.length === 0 || inCurrency.length < transactions.length) return null
  return inCurrency.reduce((sum, one) => sum + (typeof one === 'object' && one ? one.fee : 0), 0)
}

type Transactions = (Stripe.BalanceTransaction | string | null | undefined)[]

async function transactionsOf(client: Stripe, type: Movement['type'], id: string): Promise<Transactions> {
  if (type === 'sale') {
    const { latest_charge: charge } = await client.paymentIntents.retrieve(id, {
      expand: ['latest_charge.balance_transaction'],
    })
    return typeof charge === 'object' ? [charge?.balance_transaction] : []
  }
  if (type === 'refund') {
    const refund = await client.refunds.retrieve(id, { expand: ['balance_transaction'] })
    return [refund.balance_transaction]
  }
  // One took the money, and another one may have given it back.
  const { balance_transactions: all } = await client.disputes.retrieve(id)
  return all.filter(({ amount }) => amount < 0 === (type === 'dispute'))
}
