/** The one price list. Amounts are integer US cents. */
export const catalog = {
  priceCents: 34800,
  listPriceCents: 49700,
  /** How many are sold at `priceCents`; all others, and with 0 all, at `listPriceCents`. */
  earlyBirdSeats: 50,
  /** Most kits that are ever sold; null: as many as are asked for. */
  saleLimit: null as number | null,
  consultationValueCents: 20000,
}
