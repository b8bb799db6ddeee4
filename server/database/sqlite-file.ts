import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder, syncFolder } from '../files/durable-file.ts'
import { isBusy } from './busy.ts'

/** The path of the database in a data directory. */
export const sqliteFile = (dataDir: string): string => path.join(dataDir, 'shop.db')

/** Creates the file so that only its owner can read it. SQLite gives its two companion files the same permissions. */
export function makeFile(file: string): void {
  makeFolder(path.dirname(file))
  try {
    closeSync(openSync(file, 'wx', 0o600))
    syncFolder(path.dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Whether another connection, of a server or a command, has the database open. With a write-ahead log, exclusive locking
 * succeeds only if there is no other connection (https://www.sqlite.org/pragma.html#pragma_locking_mode).
 */
export function isInUse(file: string): boolean {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive; commit')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    database.close()
  }
}
