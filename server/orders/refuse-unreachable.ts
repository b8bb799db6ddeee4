import { messages } from '#content/messages.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'

/**
 * Checks an address against what the mail server can take. Call it before somebody pays: the receipt would fail for good after that.
 * @throws ShopError `bad_input`
 */
export function refuseUnreachable({ takes }: Pick<Dependencies['mailer'], 'takes'>, email: string): void {
  if (!takes(email)) throw new ShopError('bad_input', messages.unreachableEmail)
}
