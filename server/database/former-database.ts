import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { markFile } from './moved-to-postgres.ts'
import { sqliteFile } from './sqlite-file.ts'

/** The name that a restore gives to the SQLite database that it replaces. @param at ms since 1970 */
export const formerName = (database: string, at: number): string => `${database}.before-restore-${at}`

/** Files of SQLite databases that the shop no longer uses. */
function listFormer(dataDir: string, replacedBefore: number): string[] {
  const database = path.basename(sqliteFile(dataDir))
  const restored = formerName(database, 0).slice(0, -1)
  const movedAt = statSync(markFile(dataDir), { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
  const isFormer = (name: string) =>
    name.startsWith(restored)
      ? Number.parseInt(name.slice(restored.length), 10) < replacedBefore
      : movedAt < replacedBefore && ['', '-wal', '-shm'].some((suffix) => name === database + suffix)
  return readdirSync(dataDir)
    .filter(isFormer)
    .map((name) => path.join(dataDir, name))
}

/**
 * The databases that a restore has replaced or whose orders were copied to Postgres, each with its companion files.
 * @param replacedBefore ms since 1970; all of them by default
 */
export const formerDatabases = (dataDir: string, replacedBefore = Number.POSITIVE_INFINITY): string[] =>
  existsSync(dataDir) ? listFormer(dataDir, replacedBefore) : []

/** Removes these databases. @returns how many files were removed */
export function removeFormerDatabases(dataDir: string, replacedBefore?: number): number {
  const files = formerDatabases(dataDir, replacedBefore)
  for (const file of files) rmSync(file, { force: true })
  return files.length
}
