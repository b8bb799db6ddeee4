import type { ExpressionBuilder } from 'kysely'
import type { Order, Schema } from '../database/schema.ts'
import type { PaymentProvider } from './provider.ts'

/** The provider and its mode, live or test. Orders in the sandbox or in Stripe's test mode are not sales. */
export type PaymentMode = Pick<PaymentProvider, 'name' | 'livemode'>

/** The mode as orders store it. */
export const storedMode = ({ name, livemode }: PaymentMode): Pick<Order, 'provider' | 'livemode'> => ({
  provider: name,
  livemode: Number(livemode),
})

/** The mode in which an order was placed. */
export const modeOf = ({ provider, livemode }: Pick<Order, 'provider' | 'livemode'>): PaymentMode => ({
  name: provider,
  livemode: livemode === 1,
})

/** A `where` condition for the orders of one payment mode. */
export const inMode = (mode: PaymentMode) => (order: ExpressionBuilder<Schema, 'orders'>) =>
  order.and(storedMode(mode))

/** The mode in the id of a row that each mode has of its own. */
export const modeKey = ({ name, livemode }: PaymentMode): string => `${name}:${livemode ? 'live' : 'test'}`

/** Where an order without real money was placed, in texts for the seller. */
export const testPlaceOf = ({ provider }: Pick<Order, 'provider'>): string =>
  provider === 'sandbox' ? 'the sandbox' : "the payment provider's test mode"
