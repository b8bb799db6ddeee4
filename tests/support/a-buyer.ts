import type { Buyer } from '../../contract/checkout.ts'

/**
 * A buyer whom every form accepts. A new field of the order gets its value here for all tests, different from the others.
 * @param change other values
 */
export const aBuyer = (change: Partial<Buyer> = {}): Buyer => ({
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  ...change,
})
