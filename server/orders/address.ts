import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '../database/schema.ts'

/**
 * The key of a person: their address in lowercase. Only a letter and its own uppercase form are equal. The Kelvin sign
 * (U+212A) also has the lowercase form k, but belongs to another address.
 */
export const emailKey = (email: string): string =>
  email.replace(/./gu, (letter) => {
    const small = letter.toLowerCase()
    return small.toUpperCase() === letter ? small : letter
  })

/**
 * A `where` condition for the orders of a person: by the address from the checkout, the changed address, or the address that
 * they gave to the provider.
 */
export const isOfPerson = (email: string) => (order: ExpressionBuilder<Schema, 'orders'>) =>
  order.or([
    order('email_key', '=', emailKey(email)),
    order('contact_key', '=', emailKey(email)),
    order('payer_key', '=', emailKey(email)),
  ])
