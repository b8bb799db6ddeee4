import { messages } from '#content/messages.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'

/**
 * Checks an address against what the mail server can take. Call it before somebody pays: the receipt would fail for good after that.
 * @throws ShopError `bad_input`
 */
export async function refuseUnreachable(
  mailer: Pick<Dependencies['mailer'], 'takes'>,
  email: string,
): Promise<void> {
  if (!(await mailer.takes(email))) throw new ShopError('bad_input', messages.unreachableEmail)
}
