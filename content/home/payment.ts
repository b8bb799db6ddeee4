import { payments } from '../payments.ts'
import { tax } from '../tax.ts'

/** Below the price: who takes the money, and what accounts payable get. It follows content/payments.ts. */
export const payment = [
  `You pay on Stripe's checkout page: this price, ${tax}. We never see your card number.`,
  payments.taxIds && 'Companies may enter their tax ID.',
  payments.invoices
    ? 'Stripe emails you a paid invoice.'
    : 'The receipt names seller, buyer, amount and date for your books.',
]
  .filter(Boolean)
  .join(' ')
