import { existsSync } from 'node:fs'
import path from 'node:path'
import { ShopError } from '../errors.ts'
import { replaceDurably } from '../files/durable-file.ts'

/** Says that the orders of this SQLite database were copied to Postgres. */
const mark = (dataDir: string): string => path.join(dataDir, 'moved-to-postgres')

export function noteMove(dataDir: string): void {
  replaceDurably(
    mark(dataDir),
    'The orders beside this file were copied to Postgres. Neither the server nor npm run shop works on them.\nTo go back to them, without the orders since the copy, remove this file.\n',
  )
}

/**
 * Why the SQLite database of a data folder must not be used, or null. The shop now uses Postgres, so orders that were
 * written here would be missing there.
 */
export function movedProblem(dataDir: string): ShopError | null {
  if (!existsSync(mark(dataDir))) return null
  return new ShopError('conflict', `The orders in ${dataDir} were copied to Postgres.`, {
    remedy: `Set DATABASE_URL, and whatever else the server has. To go back to SQLite, without the orders since the copy, remove ${mark(dataDir)}.`,
  })
}
