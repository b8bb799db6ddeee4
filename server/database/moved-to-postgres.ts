import { existsSync } from 'node:fs'
import path from 'node:path'
import { ShopError } from '../errors.ts'
import { replaceDurably } from '../files/durable-file.ts'

/** The file that marks a data folder whose orders were copied to Postgres. */
export const markFile = (dataDir: string): string => path.join(dataDir, 'moved-to-postgres')

export function markAsMoved(dataDir: string): void {
  replaceDurably(
    markFile(dataDir),
    'The orders beside this file were copied to Postgres. Neither the server nor npm run shop works on them.\nTo go back to them, without the orders since the copy, remove this file. After a week, or when a person is erased, shop.db is deleted.\n',
  )
}

/**
 * The reason why the SQLite database of a data folder must not be used; null: it may be used. After a move to Postgres, new
 * orders in SQLite would be missing from the shop.
 */
export function movedProblem(dataDir: string): ShopError | null {
  if (!existsSync(markFile(dataDir))) return null
  return new ShopError('conflict', `The orders in ${dataDir} were copied to Postgres.`, {
    remedy: `Set DATABASE_URL and the server's other variables. To go back to SQLite, without the orders since the copy, remove ${markFile(dataDir)}.`,
  })
}
