/** The one price list. Amounts are integer US cents. */
export const catalog = {
  currency: 'usd',
  priceCents: 34800,
  listPriceCents: 49700,
  earlyBirdSeats: 50,
  consultationValueCents: 20000,
} as const
