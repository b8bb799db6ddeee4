import * as v from 'valibot'

/** Characters, after trimming. 254 is the longest address that fits an SMTP path (RFC 5321 §4.5.3.1.3). */
export const limits = { name: 200, email: 254 } as const

/**
 * A longer text is refused before any pattern reads it, in characters. Strangers send texts of any length, and nobody should
 * pay for reading them. It leaves room for the blanks that people copy with an address.
 */
const longestInput = 1000

/** Bytes before the at-sign (RFC 5321 §4.5.3.1.1). */
export const longestLocalPart = 64

/**
 * The one list of what a buyer types, with the attributes of each field. Every form is made from it, and the request, the
 * server's read and the order have its names. CONTRIBUTING.md, "Add a field to the order", names the other places.
 */
export const buyerFields = {
  name: { name: 'name', type: 'text', required: true, autoComplete: 'name' },
  email: {
    name: 'email',
    type: 'email',
    required: true,
    autoComplete: 'email',
    spellCheck: false,
  },
} as const

type BuyerField = keyof typeof buyerFields

export type Buyer = Record<BuyerField, string>

/** Reads each field of the list. @param read returns the text of one field */
export function buyerFrom(read: (field: BuyerField) => string): Buyer {
  const fields = Object.keys(buyerFields) as BuyerField[]
  return Object.fromEntries(fields.map((field) => [field, read(field)])) as Buyer
}

/** What can be wrong with a field. content/messages.ts has the words, for the browser and the server. */
export type InputProblem = 'required' | 'invalidEmail' | 'longEmail' | 'longLocalPart' | 'longName'

export interface BuyerProblem {
  field: BuyerField
  problem: InputProblem
}

/**
 * The specified rule is: no spaces, one at-sign, a dot in the domain. The pattern also refuses characters that could turn
 * one recipient into two or into a header: list separators, angle brackets, quotes and control characters (RFC 5322
 * §3.4). It refuses invisible characters, such as direction marks, because mail programs drop them: the mail would go to
 * another address than the stored one.
 */
const partPattern = /^[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}@,;:<>()[\]\\"]+$/u

function isEmail(text: string): boolean {
  const [localPart = '', domain = '', ...more] = text.split('@')
  const hasInnerDot = domain.slice(1, -1).includes('.')
  return more.length === 0 && hasInnerDot && partPattern.test(localPart) && partPattern.test(domain)
}

/** A space or an invisible character. They are not part of an address, but people copy them with it. */
const surrounding = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Goes through the characters once. A pattern for the end of a text tries each run of blanks inside it again. */
function trimSurrounding(text: string): string {
  const characters = [...text]
  const isPart = (character: string) => !surrounding.test(character)
  return characters.slice(characters.findIndex(isPart), characters.findLastIndex(isPart) + 1).join('')
}

/** A field that is not text, such as null, counts as missing. */
const optionalText = v.fallback(v.optional(v.string()), undefined)

/** The response of the checkout. JSON of any other shape counts as a response with neither field. */
export const checkoutResponseSchema = v.fallback(v.object({ url: optionalText, error: optionalText }), {})
export type CheckoutResponse = v.InferOutput<typeof checkoutResponseSchema>

/**
 * A joiner (U+200C, U+200D) that belongs to the spelling of a name: between two letters, after a mark, or between two parts of
 * a picture (Unicode Standard, chapter 23.2). The other format characters only hide or reverse text.
 */
const joinerOrFormat =
  /(\p{M}[\u200c\u200d]|[\p{L}\p{Emoji_Modifier}\p{Extended_Pictographic}][\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}]))|\p{Cf}/gu

/** Puts a text on one line and removes control characters, direction characters and the spaces around it. */
export function plainText(text: string): string {
  return text
    .replace(joinerOrFormat, '$1')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** Some letters and digits are invisible, such as the filler of Korean (U+3164). */
const visibleLetter = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u

/** Whether a text has a letter or a digit that people see. */
export const isName = (text: string): boolean => visibleLetter.test(text)

/**
 * Trims an address and gives each letter one form (Unicode NFKC): wide letters and the dots of other scripts, which people type
 * with an input method, become plain ones (RFC 5895 §2), and a letter with a separate accent becomes one letter.
 */
export const cleanEmail = (text: string): string =>
  trimSurrounding(text).normalize('NFKC').replaceAll('。', '.')

/**
 * Checks one email address by the rules of the checkout form. The returned address is trimmed and has no
 * invisible characters around it.
 */
export function checkEmail(
  text: string,
): { ok: true; email: string } | { ok: false; problem: Exclude<InputProblem, 'longName'> } {
  if (text.length > longestInput) return { ok: false, problem: 'longEmail' }
  const email = cleanEmail(text)
  if (!email) return { ok: false, problem: 'required' }
  if (email.length > limits.email) return { ok: false, problem: 'longEmail' }
  if (!isEmail(email)) return { ok: false, problem: 'invalidEmail' }
  const localPart = email.slice(0, email.indexOf('@'))
  const isLong = new TextEncoder().encode(localPart).length > longestLocalPart
  return isLong ? { ok: false, problem: 'longLocalPart' } : { ok: true, email }
}

/**
 * Checks the checkout form, in the browser and on the server. The returned name has one line and a visible letter or
 * digit, and both returned values are trimmed.
 */
export function checkBuyer(input: Buyer): { ok: true; buyer: Buyer } | { ok: false; problem: BuyerProblem } {
  const isLongName = input.name.length > longestInput
  const name = isLongName ? input.name : plainText(input.name)
  const checked = checkEmail(input.email)
  const fail = (field: BuyerField, problem: InputProblem) =>
    ({ ok: false, problem: { field, problem } }) as const

  if (!isLongName && !isName(name)) return fail('name', 'required')
  // An empty address is reported before a name that is too long.
  if (!checked.ok && checked.problem === 'required') return fail('email', 'required')
  if (isLongName || name.length > limits.name) return fail('name', 'longName')
  return checked.ok ? { ok: true, buyer: { name, email: checked.email } } : fail('email', checked.problem)
}
