import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '../database/schema.ts'

/**
 * What "the same person" is known by: their address, whatever the case of its letters. Only a letter and its own
 * capital are one: the Kelvin sign (U+212A), too, has k as its small letter, and is somebody else's.
 */
export const emailKey = (email: string): string =>
  email.replace(/./gu, (letter) => {
    const small = letter.toLowerCase()
    return small.toUpperCase() === letter ? small : letter
  })

/**
 * Orders of a person, for `where`: by the address that they typed at the checkout, the one it was changed to, or the one
 * that they gave to the provider when they paid.
 */
export const isOfPerson = (email: string) => (order: ExpressionBuilder<Schema, 'orders'>) =>
  order.or([
    order('email_key', '=', emailKey(email)),
    order('contact_key', '=', emailKey(email)),
    order('payer_key', '=', emailKey(email)),
  ])
