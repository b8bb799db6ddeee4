/**
 * How the seller makes a credit note for a refund. Only the dashboard makes one
 * (https://docs.stripe.com/invoicing/dashboard/credit-notes), and it can also move money.
 */
export const creditNoteAdvice =
  'The invoice still states the whole amount. If you or the buyer need a credit note, open the invoice in the Stripe dashboard and issue the credit note there. The money is already back, so choose the refund that was made, or “outside of Stripe”. Otherwise Stripe refunds it once more.'
