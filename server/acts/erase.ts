import { removeFormerDatabases } from '../database/backup.ts'
import type { Shop } from '../dependencies.ts'
import { mailFolder } from '../mail/create-mailer.ts'
import type { Actor } from '../orders/record-act.ts'
import { findErasable } from '../personal-data/erasable.ts'
import { erasePerson, forgetSales, removeMailFilesOf } from '../personal-data/erase.ts'
import { emptyLog } from '../personal-data/retention.ts'

/**
 * Erases a person: marks the sales at the provider, then erases in the database, in its log, in the databases that a restore
 * replaced, and in the mails that were written to files.
 * @returns the ids of the erased orders
 * @throws ShopError as `findErasable` and `forgetSales` do; then nothing was erased
 */
export async function erase(
  { config, database, payments }: Shop,
  email: string,
  actor: Actor,
): Promise<string[]> {
  const folder = mailFolder(config)
  const orders = await findErasable(database, email, actor.now)
  await forgetSales(payments, orders)
  // The files go next: after a crash in between, nobody could find the orders of this person again.
  await removeMailFilesOf(
    database,
    folder,
    orders.map(({ id }) => id),
  )
  const erased = await erasePerson(database, email, actor)
  // A mail may have been written meanwhile.
  await removeMailFilesOf(database, folder, erased)
  removeFormerDatabases(config.dataDir)
  await emptyLog(database, config)
  return erased
}
