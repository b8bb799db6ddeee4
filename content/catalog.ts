interface Catalog {
  priceCents: number
  listPriceCents: number
  /** How many are sold at `priceCents`; all others, and with 0 all, at `listPriceCents`. */
  earlyBirdSeats: number
  /** Most kits that are ever sold; null: as many as are asked for. */
  saleLimit: number | null
  consultationValueCents: number
}

/** The one price list. Amounts are integer US cents. */
export const catalog: Catalog = {
  priceCents: 34800,
  listPriceCents: 49700,
  earlyBirdSeats: 50,
  saleLimit: null,
  consultationValueCents: 20000,
}
