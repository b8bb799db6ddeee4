import {
  boolean,
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
        currency: oneOf('usd', 'eur', 'gbp'),
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
  allow_promotion_codes: boolean,
  consent_collection: fields({ terms_of_service: oneOf('none', 'required') }),
})

/**
 * Checks the parameters as Stripe does.
 * @param priceOf returns the cents of a price in the dashboard, or undefined for an unknown id
 * @param now ms since 1970
 * @throws Refusal
 */
export function readSession(
  form: { [name: string]: Field },
  priceOf: (id: string) => number | undefined,
  now: number,
) {
  const read = session(form, '')
  const mode = required(read.mode, 'mode')
  const successUrl = required(read.success_url, 'success_url')
  const items = required(read.line_items, 'line_items')
  const expiresAt = read.expires_at ?? Math.floor(now / 1000) + 86_400
  const lifetime = expiresAt - now / 1000
  if (lifetime < 1800 - 1) refuse('expires_at', 'must be at least 30 minutes from Checkout Session creation.')
  if (lifetime > 86_400) refuse('expires_at', 'must be less than 24 hours from Checkout Session creation.')

  let amount = 0
  for (const [index, item] of items.entries()) {
    const path = `line_items[${index}]`
    if ((item.price === undefined) === (item.price_data === undefined)) {
      refuse(path, 'needs one of `price` and `price_data`.')
    }
    const cents = item.price ? priceOf(item.price) : item.price_data?.unit_amount
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
    amount +=
      required(cents, `${path}[price_data][unit_amount]`) * required(item.quantity, `${path}[quantity]`)
  }
  if (amount < 50) refuse('line_items', 'total amount due must add up to at least $0.50 usd.')
  return { ...read, mode, successUrl, expiresAt, amount }
}

function refuse(path: string, message: string): never {
  throw new Refusal(400, `The \`${path}\` ${message}`, { param: path, code: 'parameter_invalid' })
}
