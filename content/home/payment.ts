import { payments } from '../payments.ts'

/** Below the price: who takes the money, and what accounts payable get. It follows content/payments.ts. */
export const payment = [
  'You pay on a page of Stripe, and we never see your card number.',
  payments.automaticTax
    ? 'Tax for your address is added there.'
    : 'The amount there is this price, without any tax on top.',
  payments.taxIds && 'Companies may enter their tax ID.',
  payments.invoices
    ? 'A paid invoice comes with the receipt.'
    : 'The receipt names seller, buyer, amount and date for your books.',
]
  .filter(Boolean)
  .join(' ')
