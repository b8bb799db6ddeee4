import * as v from 'valibot'

/** Characters, after trimming. 254 is the longest address that fits an SMTP path (RFC 5321 §4.5.3.1.3). */
export const limits = { name: 200, email: 254 } as const

export interface Buyer {
  name: string
  email: string
}

type BuyerField = keyof Buyer

/** What is wrong with a form, in the words of both the toast and the text beside the field. */
export interface BuyerProblem {
  field: BuyerField
  title: string
  message: string
}

/**
 * No spaces, one at-sign, a dot in the domain: the specified rule. Beyond it, what could turn one recipient
 * into two, or into a header, is refused: list separators, angle brackets, quotes and control characters
 * (RFC 5322 §3.4 gives them meaning in an address list).
 */
const emailPattern = /^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@,;:<>()[\]\\"]+\.[^\s\p{Cc}@,;:<>()[\]\\"]+$/u

const required = 'Please enter your name and email to continue.'
export const invalidEmail = 'Please enter a valid email address.'

/** A field of an answer that is no text, such as null, is as good as none. */
const optionalText = v.fallback(v.optional(v.string()), undefined)

/** The checkout answer as it travels; JSON of any other shape has neither. */
export const checkoutResponseSchema = v.fallback(v.object({ url: optionalText, error: optionalText }), {})
export type CheckoutResponse = v.InferOutput<typeof checkoutResponseSchema>

/** One line, no control characters, no spaces around it. */
function clean(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/**
 * Both rules and both limits of the checkout form, for the browser and the server alike.
 * The name is reduced to one line; both values come back trimmed. Characters without a width (`Cf`), which come
 * along unseen when an address is copied, are taken out of it.
 */
export function checkBuyer(input: Buyer): { ok: true; buyer: Buyer } | { ok: false; problem: BuyerProblem } {
  const buyer = { name: clean(input.name), email: input.email.replace(/\p{Cf}/gu, '').trim() }
  const fail = (field: BuyerField, title: string, message: string) =>
    ({ ok: false, problem: { field, title, message } }) as const

  if (!buyer.name) return fail('name', 'Information required', required)
  if (!buyer.email) return fail('email', 'Information required', required)
  if (buyer.name.length > limits.name) {
    return fail('name', 'Name too long', `Please shorten your name to ${limits.name} characters.`)
  }
  if (buyer.email.length > limits.email) {
    return fail(
      'email',
      'Email too long',
      `Please enter an email address of at most ${limits.email} characters.`,
    )
  }
  if (!emailPattern.test(buyer.email)) {
    return fail('email', 'Invalid email', invalidEmail)
  }
  return { ok: true, buyer }
}
