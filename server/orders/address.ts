import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** What "the same person" is known by: their address, whatever the case of its letters. */
export const emailKey = (email: string): string => email.toLowerCase()

/** Orders of a person, for `where`: by the address that they typed at the checkout, or the one it was changed to. */
export const isOfPerson = (email: string) => (order: ExpressionBuilder<Schema, 'orders'>) =>
  order.or([
    order('email_key', '=', emailKey(email)),
    order(order.fn('lower', ['email']), '=', emailKey(email)),
  ])
