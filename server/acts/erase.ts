import type { Dependencies } from '../dependencies.ts'
import { mailFolder } from '../mail/create-mailer.ts'
import type { Actor } from '../orders/record-act.ts'
import { findErasable } from '../personal-data/erasable.ts'
import { erasePerson, removeMailFilesOf } from '../personal-data/erase.ts'
import { eraseBytes } from '../personal-data/erase-bytes.ts'

/**
 * Erases a person: in the database, in the mails that were written to files, and in the bytes that the database no longer uses.
 * @returns the ids of the erased orders, and what is left of them on the disk; null: nothing
 * @throws ShopError as `findErasable` does
 */
export async function erase(
  { config, database }: Pick<Dependencies, 'config' | 'database'>,
  email: string,
  actor: Actor,
): Promise<{ erased: string[]; problem: string | null }> {
  const folder = mailFolder(config)
  const orders = await findErasable(database, email, actor.now)
  // The files go first: after a crash in between, nobody could find the orders of this person again.
  await removeMailFilesOf(
    database,
    folder,
    orders.map(({ id }) => id),
  )
  const erased = await erasePerson(database, email, actor)
  // A mail may have been written meanwhile.
  await removeMailFilesOf(database, folder, erased)
  return { erased, problem: await eraseBytes(database, config) }
}
