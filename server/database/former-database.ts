import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { sqliteFile } from './sqlite-file.ts'

/** The name that a restore gives to the SQLite database that it replaces. @param at ms since 1970 */
export const formerName = (database: string, at: number): string => `${database}.before-restore-${at}`

/**
 * The databases that a restore has replaced, each with its companion files.
 * @param replacedBefore ms since 1970; all of them by default
 */
function formerDatabases(dataDir: string, replacedBefore = Number.POSITIVE_INFINITY): string[] {
  if (!existsSync(dataDir)) return []
  const start = formerName(path.basename(sqliteFile(dataDir)), 0).slice(0, -1)
  return readdirSync(dataDir)
    .filter(
      (name) => name.startsWith(start) && Number.parseInt(name.slice(start.length), 10) < replacedBefore,
    )
    .map((name) => path.join(dataDir, name))
}

/** Removes these databases. @returns how many files were removed */
export function removeFormerDatabases(dataDir: string, replacedBefore?: number): number {
  const files = formerDatabases(dataDir, replacedBefore)
  for (const file of files) rmSync(file, { force: true })
  return files.length
}
