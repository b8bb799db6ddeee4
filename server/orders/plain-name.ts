import type { Order } from '../database/schema.ts'

/** The longest name, in characters. A longer one is more likely a message. */
const longest = 60

/** What mail programs turn into links: a scheme, a dot between letters or digits, an at-sign. */
const linkLike = /:\/\/|[\p{L}\p{N}][.。．｡][\p{L}\p{N}]|[@＠]/u

/**
 * The name of an order, safe for a mail, a table or a spreadsheet. Anybody can type a name for somebody else's address. So a
 * name that contains a link, or is as long as a sentence, would put a stranger's words into our mail.
 * @returns one line without control and direction characters; null if only the address should be shown
 */
export function plainName({ name }: Pick<Order, 'name'>): string | null {
  const plain = name
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return plain === '' || plain.length > longest || linkLike.test(plain) ? null : plain
}

/** The person of an order in one line: the plain name, if there is one, and the address. */
export function personOf(order: Pick<Order, 'name' | 'email'>): string {
  return [plainName(order), order.email].filter((part) => part !== null).join(', ')
}
