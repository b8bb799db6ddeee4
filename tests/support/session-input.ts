import type { SessionInput } from '../../server/payments/provider.ts'

/** The input for a new session. @param expiresAt ms since 1970 */
export const sessionInput = (expiresAt: number, changes: Partial<SessionInput> = {}): SessionInput => ({
  orderId: 'order-1',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  tier: 'early',
  amountCents: 34800,
  currency: 'usd',
  shop: 'shop.example',
  termsVersion: '2026-11',
  productName: 'The kit',
  productDescription: 'All of it.',
  expiresAt,
  successUrl: 'https://shop.example/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://shop.example/#pricing',
  ...changes,
})
