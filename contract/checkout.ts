import * as v from 'valibot'

/** Characters, after trimming. 254 is the longest address that fits an SMTP path (RFC 5321 §4.5.3.1.3). */
export const limits = { name: 200, email: 254 } as const

/** Bytes before the at-sign (RFC 5321 §4.5.3.1.1). */
const longestLocalPart = 64

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
 * (RFC 5322 §3.4 gives them meaning in an address list). So are characters without a shape, such as direction marks:
 * mail programs drop them, and the mail would go to an address other than the one that is stored.
 */
const part = '[^\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}@,;:<>()[\\]\\\\"]+'
const emailPattern = new RegExp(`^${part}@${part}\\.${part}$`, 'u')

/** Spaces and invisible characters around an address. They come along when it is copied, and are no part of it. */
const around = /^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]+|[\s\p{Cf}\p{Default_Ignorable_Code_Point}]+$/gu

const required = 'Please enter your name and email to continue.'
export const invalidEmail = 'Please enter a valid email address.'

/** A field of an answer that is no text, such as null, is as good as none. */
const optionalText = v.fallback(v.optional(v.string()), undefined)

/** The checkout answer as it travels; JSON of any other shape has neither. */
export const checkoutResponseSchema = v.fallback(v.object({ url: optionalText, error: optionalText }), {})
export type CheckoutResponse = v.InferOutput<typeof checkoutResponseSchema>

/** One line, no control or direction characters, no spaces around it. */
function clean(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** The domain as mail is routed to it: wide letters and dots of other scripts become plain ones (RFC 5895 §2). */
function cleanEmail(text: string): string {
  const email = text.replace(around, '')
  const at = email.lastIndexOf('@') + 1
  return email.slice(0, at) + email.slice(at).normalize('NFKC').replaceAll('。', '.')
}

/**
 * Both rules and both limits of the checkout form, for the browser and the server alike.
 * The name is reduced to one line; both values come back trimmed.
 */
export function checkBuyer(input: Buyer): { ok: true; buyer: Buyer } | { ok: false; problem: BuyerProblem } {
  const buyer = { name: clean(input.name), email: cleanEmail(input.email) }
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
  const localPart = buyer.email.slice(0, buyer.email.indexOf('@'))
  if (new TextEncoder().encode(localPart).length > longestLocalPart) {
    const most = `at most ${longestLocalPart} characters before the @`
    return fail('email', 'Email too long', `Please enter an email address with ${most}.`)
  }
  return { ok: true, buyer }
}
