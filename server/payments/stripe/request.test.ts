import { expect, test } from 'vitest'
import { sessionInput } from '../../../tests/support/session-input.ts'
import { sessionParameters } from './request.ts'

const input = sessionInput(1_800_000_000_999)
const plain = {
  automaticTax: false,
  taxIds: false,
  invoices: false,
  promotionCodes: false,
  termsConsent: false,
  adaptivePricing: false,
}

test('a plain sale sends these parameters and no others', () => {
  const metadata = {
    order_id: 'order-1',
    shop: 'shop.example',
    terms_version: '2026-11',
    buyer_name: 'Ada Lovelace',
    tier: 'early',
  }
  expect(sessionParameters(input, plain)).toEqual({
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: 34800,
          product_data: { name: 'The kit', description: 'All of it.' },
        },
      },
    ],
    client_reference_id: 'order-1',
    customer_email: 'ada@example.com',
    metadata,
    payment_intent_data: { metadata },
    expires_at: 1_800_000_000,
    success_url: input.successUrl,
    cancel_url: input.cancelUrl,
    adaptive_pricing: { enabled: false },
  })
})

test.each([
  ['automaticTax', { automatic_tax: { enabled: true } }],
  ['taxIds', { tax_id_collection: { enabled: true } }],
  ['invoices', { invoice_creation: { enabled: true }, billing_address_collection: 'required' }],
  ['promotionCodes', { allow_promotion_codes: true }],
  ['termsConsent', { consent_collection: { terms_of_service: 'required' } }],
  ['adaptivePricing', { adaptive_pricing: { enabled: true } }],
] as const)('the feature %s adds its parameters', (feature, added) => {
  expect(sessionParameters(input, { ...plain, [feature]: true })).toEqual({
    ...sessionParameters(input, plain),
    ...added,
  })
})
