import { reductionOf, type SandboxCode } from './codes.ts'
import {
  boolean,
  currency,
  email,
  type Field,
  fields,
  integer,
  list,
  metadata,
  oneOf,
  Refusal,
  required,
  text,
  url,
} from './parameters.ts'

const enabled = fields({ enabled: boolean })

/** The parameters that the shop may send to create a session. The API versions of 2026 renamed the `ui_mode` `hosted` to `hosted_page`. */
const session = fields({
  mode: oneOf('payment', 'setup', 'subscription'),
  ui_mode: oneOf('elements', 'embedded_page', 'form', 'hosted_page'),
  line_items: list(
    fields({
      price: text(),
      quantity: integer,
      price_data: fields({
        currency,
        unit_amount: integer,
        product_data: fields({ name: text(), description: text() }),
      }),
    }),
  ),
  client_reference_id: text(200),
  customer_email: email,
  metadata,
  payment_intent_data: fields({ metadata }),
  expires_at: integer,
  success_url: url,
  cancel_url: url,
  adaptive_pricing: enabled,
  automatic_tax: enabled,
  tax_id_collection: enabled,
  invoice_creation: enabled,
  billing_address_collection: oneOf('auto', 'required'),
  allow_promotion_codes: boolean,
  discounts: list(fields({ promotion_code: text() })),
  consent_collection: fields({ terms_of_service: oneOf('none', 'required') }),
})

/** The checked parameters of a new session. They are stored. */
export type NewSession = Omit<ReturnType<typeof session>, 'expires_at'> & {
  success_url: string
  /** Seconds since 1970; null: the longest life. */
  expires_at: number | null
  /** Before the discount, in the currency's smallest unit. */
  subtotal: number
  /** After it. */
  amount: number
  /** The code of the discount, for the hosted page; null: none. */
  code: string | null
  currency: string
  /** Null for a price of the dashboard. */
  productName: string | null
  productDescription: string | null
}

/** The prices and codes in the dashboard. */
export interface Dashboard {
  /** Amounts by id, in the currency's smallest unit. */
  prices: ReadonlyMap<string, number>
  currency: string
  promotionCodes: SandboxCode[]
}

/**
 * Checks the parameters as Stripe does, all but the expiry.
 * @throws Refusal
 */
export function readSession(form: { [name: string]: Field }, account: Dashboard): NewSession {
  const read = session(form, '')
  const mode = required(read.mode, 'mode')
  const success_url = required(read.success_url, 'success_url')
  const items = required(read.line_items, 'line_items')
  let subtotal = 0
  for (const [index, item] of items.entries()) {
    const path = `line_items[${index}]`
    if ((item.price === undefined) === (item.price_data === undefined)) {
      refuse(path, 'needs one of `price` and `price_data`.')
    }
    const cents = item.price ? account.prices.get(item.price) : item.price_data?.unit_amount
    if (item.price && cents === undefined) {
      throw new Refusal(400, `No such price: '${item.price}'`, {
        code: 'resource_missing',
        param: `${path}[price]`,
      })
    }
    if (item.price_data) {
      required(item.price_data.currency, `${path}[price_data][currency]`)
      required(item.price_data.product_data?.name, `${path}[price_data][product_data][name]`)
    }
    subtotal +=
      required(cents, `${path}[price_data][unit_amount]`) * required(item.quantity, `${path}[quantity]`)
  }
  const code = items[0]?.price_data?.currency ?? account.currency
  // Stripe has a least amount for each currency. This is that of dollars and euros.
  const discount = discountOf(read, account, { subtotal, currency: code })
  const amount = subtotal - (discount?.reduction ?? 0)
  if (subtotal < 50 || (amount > 0 && amount < 50))
    refuse('line_items', `total amount due must add up to at least 50 of the smallest unit of ${code}.`)
  const product = items[0]?.price_data?.product_data
  return {
    ...read,
    mode,
    success_url,
    expires_at: read.expires_at ?? null,
    subtotal,
    amount,
    code: discount?.code ?? null,
    currency: code,
    productName: product?.name ?? null,
    productDescription: product?.description ?? null,
  }
}

/** The one discount of a session (docs.stripe.com/api/checkout/sessions/create, `discounts`). */
function discountOf(
  { discounts, allow_promotion_codes }: ReturnType<typeof session>,
  { promotionCodes }: Dashboard,
  { subtotal, currency }: { subtotal: number; currency: string },
): { code: string; reduction: number } | null {
  if (discounts === undefined) return null
  if (allow_promotion_codes !== undefined)
    refuse('discounts', 'cannot be used together with `allow_promotion_codes`.')
  const path = 'discounts[0][promotion_code]'
  const [discount, ...more] = discounts
  if (more.length > 0) refuse('discounts', 'can have one entry.')
  const id = required(discount?.promotion_code, path)
  const found = promotionCodes.find((code) => code.id === id)
  const reduction = found ? reductionOf(found, subtotal, currency) : null
  if (!found || reduction === null) refuse(path, `${id} cannot be used.`)
  return { code: found.code, reduction }
}

/**
 * Checks the expiry, apart from the other parameters: a repeated call with a known key is answered even if it would be too late now.
 * @param now ms since 1970
 * @returns ms since 1970
 * @throws Refusal
 */
export function readExpiry({ expires_at }: NewSession, now: number): number {
  const expiresAt = expires_at ?? Math.floor(now / 1000) + 86_400
  const lifetime = expiresAt - now / 1000
  if (lifetime < 1800 - 1) refuse('expires_at', 'must be at least 30 minutes from Checkout Session creation.')
  if (lifetime > 86_400) refuse('expires_at', 'must be less than 24 hours from Checkout Session creation.')
  return expiresAt * 1000
}

/** The success address of a session, with the placeholder filled in. */
export const successUrl = (template: string, sessionId: string) =>
  template.replaceAll('{CHECKOUT_SESSION_ID}', sessionId)

function refuse(path: string, message: string): never {
  throw new Refusal(400, `The \`${path}\` ${message}`, { param: path, code: 'parameter_invalid' })
}
