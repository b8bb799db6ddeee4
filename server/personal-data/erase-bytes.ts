import type { Kysely } from 'kysely'
import type { Config } from '../config/env.ts'
import { emptyLog, rewriteFile } from '../database/erased-bytes.ts'
import { removeFormerDatabases } from '../database/former-database.ts'
import type { Schema } from '../database/schema.ts'
import { reasonOf } from '../errors.ts'

/** How long an erasure waits for programs that read the database, in ms. */
const longestWait = 5000

/**
 * Removes what remains of erased people in the files of `dataDir`: in databases that the shop no longer uses, in unused parts of the
 * database file, and in the write-ahead log. Call it after `erasePerson`.
 * @returns a sentence about what could not be done; null: everything was done
 */
export async function eraseBytes(
  database: Kysely<Schema>,
  { dataDir }: Pick<Config, 'dataDir'>,
): Promise<string | null> {
  removeFormerDatabases(dataDir)
  try {
    await rewriteFile(database)
  } catch (error) {
    return `The database file could not be written anew (${reasonOf(error)}), so unused parts of it may still hold old text. The next erasure tries again.`
  }
  if (await emptyLog(database, longestWait)) return null
  return 'Another program is reading the database, so its log, shop.db-wal, still holds old text. The server empties the log within an hour after that program has ended.'
}
