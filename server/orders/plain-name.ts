import { isName, plainText } from '../../contract/checkout.ts'
import type { Order } from '../database/schema.ts'

/** The longest name, in characters. A longer one is more likely a message. */
const longest = 60

/**
 * What mail programs turn into links, and what people read as one: a dot inside a word, unless a single letter follows it, as in
 * `J.R.R. Tolkien`; an at-sign; the beginning of a web address without its punctuation.
 */
const linkLike = /[\p{L}\p{N}\p{M}_-][.。](?:\p{L}[\p{L}\p{M}\p{N}-]|\p{N})|@|\b(?:www|https?)\b/iu

/** The punctuation of a message: a colon, also of a scheme, a question, or an exclamation at the end of a word. */
const sentenceLike = /[:?]|!(?!\p{L})/u

/** The most digits in a name. A phone number has more, whatever stands between its digits. */
const mostDigits = 6

function isMessage(name: string): boolean {
  // Mail programs, and people, take a wide or small dot for a dot (Unicode Standard Annex 15, NFKC).
  const text = name.normalize('NFKC').replace(/\p{Cf}/gu, '')
  const digits = text.match(/\p{N}/gu)?.length ?? 0
  return text.length > longest || digits > mostDigits || linkLike.test(text) || sentenceLike.test(text)
}

/**
 * The name of an order, safe for a mail, a table or a spreadsheet. Anybody can type a name for somebody else's address. So a
 * name that contains a link or a phone number, or is as long as a sentence, would put a stranger's words into our mail.
 * @returns one line without control and direction characters; null if only the address should be shown
 */
export function plainName({ name }: Pick<Order, 'name'>): string | null {
  const plain = plainText(name)
  return isName(plain) && !isMessage(plain) ? plain : null
}

/** The person of an order in one line: the plain name, if there is one, and the address. */
export function personOf(order: Pick<Order, 'name' | 'email'>): string {
  return [plainName(order), order.email].filter((part) => part !== null).join(', ')
}
