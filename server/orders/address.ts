import { domainToASCII } from 'node:url'
import type { ExpressionBuilder } from 'kysely'
import { cleanEmail } from '../../contract/checkout.ts'
import type { Schema } from '../database/schema.ts'

/**
 * The key of a person: their address in lowercase, with its domain in ASCII form. Browsers send a domain with other letters in
 * either form: Chrome as `xn--mller-kva.example`, Firefox and Safari as `müller.example`.
 * @param email as anybody typed it
 */
export function emailKey(email: string): string {
  // Lowercase may have a letter and its accent apart again.
  const key = cleanEmail(email).toLowerCase().normalize('NFC')
  const at = key.lastIndexOf('@') + 1
  return key.slice(0, at) + asciiDomain(key.slice(at))
}

/** `domainToASCII` reads a part of a URL, so it would cut `example.com/x` to `example.com`, which is another domain. */
const asciiDomain = (domain: string): string => (/[%/?#]/.test(domain) ? '' : domainToASCII(domain)) || domain

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
