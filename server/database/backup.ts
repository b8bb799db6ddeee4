import { execFile } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration'
import type { Config } from '../config/env.ts'
import { reasonOf, ShopError } from '../errors.ts'
import { makeFolder, putInPlace } from '../files/durable-file.ts'
import { stamp } from '../files/stamp.ts'
import { isBusy } from './busy.ts'
import { readProgress, storeProgress } from './progress.ts'
import type { Schema } from './schema.ts'
import { sqliteFile } from './sqlite.ts'

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>

/** Stores that a backup is complete, for doctor. @param at ms since 1970 */
export const recordBackup = (database: Kysely<Schema>, at: number): Promise<void> =>
  storeProgress(database, 'backup', at)

/** When the last backup was complete, in ms since 1970; null if there was none. */
export const lastBackup = (database: Kysely<Schema>): Promise<number | null> =>
  readProgress(database, 'backup')

/**
 * Writes a snapshot of all orders, events and mails into a new file. The shop can keep selling. Only the owner can read the
 * file. A file of this name exists only when the backup is complete and on the disk.
 * @param folder created if it does not exist
 * @param now ms since 1970; the file is named after it
 * @returns the path of the file: `shop-….db` of SQLite, `shop-….dump` of Postgres
 * @throws ShopError `not_found` without a database or without `pg_dump`, `conflict` when the file exists, `unavailable` with
 * the reason when the copy fails
 */
export async function createBackup(place: Place, folder: string, now: number): Promise<string> {
  const file = path.join(folder, `shop-${stamp(now)}.${place.databaseUrl ? 'dump' : 'db'}`)
  if (existsSync(file)) throw new ShopError('conflict', `${file} already exists.`)
  const temporary = `${file}.${process.pid}.tmp`
  try {
    makeFolder(folder)
    // The file will hold names and addresses, so only its owner may read it, from the first byte on.
    closeSync(openSync(temporary, 'wx', 0o600))
    if (place.databaseUrl) await dumpPostgres(place.databaseUrl, temporary)
    else copySqlite(sqliteFile(place.dataDir), temporary)
    putInPlace(temporary, file)
  } catch (cause) {
    // Below a path that is no folder, rmSync would throw.
    if (existsSync(temporary)) rmSync(temporary)
    if (cause instanceof ShopError) throw cause
    throw new ShopError('unavailable', `The backup failed: ${reasonOf(cause)}`, {
      remedy: `Check that ${folder} has room and that the user ${userInfo().username} may write there.`,
      cause,
    })
  }
  return file
}

/** The name that a restore gives to the SQLite database that it replaces. @param at ms since 1970 */
const formerName = (database: string, at: number): string => `${database}.before-restore-${at}`

/**
 * Removes the databases that a restore replaced, with their companion files, and what a crashed restore left.
 * @param replacedBefore ms since 1970; all of them by default
 * @returns how many files were removed
 */
export function removeFormerDatabases(dataDir: string, replacedBefore = Number.POSITIVE_INFINITY): number {
  if (!existsSync(dataDir)) return 0
  const start = formerName(path.basename(sqliteFile(dataDir)), 0).slice(0, -1)
  const files = readdirSync(dataDir).filter(
    (name) => name.startsWith(start) && Number.parseInt(name.slice(start.length), 10) < replacedBefore,
  )
  for (const file of files) rmSync(path.join(dataDir, file), { force: true })
  return files.length
}

/**
 * Replaces the shop's SQLite database with a backup. The old file stays beside it under another name, until retention or an erasure
 * removes it. If the restore fails, everything stays as it was.
 * @param now ms since 1970; the old file is named after it
 * @returns the new path of the old database; null if there was none
 * @throws ShopError `bad_input` when the file is damaged or not a backup of SQLite, or the shop uses Postgres; `conflict` while a
 * server or a command has the database open
 */
export async function restoreBackup(place: Place, file: string, now: number): Promise<string | null> {
  try {
    accessSync(file, constants.R_OK)
  } catch (cause) {
    throw new ShopError('not_found', `${file} cannot be read: ${reasonOf(cause)}`, {
      remedy: `Copy it to a folder that the user ${userInfo().username} may read.`,
      cause,
    })
  }
  if (place.databaseUrl)
    throw new ShopError('bad_input', 'This command restores SQLite, and the shop uses Postgres.', {
      remedy: `Restore with pg_restore, as docs/operations.md says: pg_restore --single-transaction --no-owner --dbname=<an empty database> ${file}`,
    })
  const database = sqliteFile(place.dataDir)
  makeFolder(path.dirname(database))
  const temporary = `${formerName(database, now)}.tmp`
  try {
    await copyFile(file, temporary)
    chmodSync(temporary, 0o600)
    checkIntact(temporary, file)
    const former = existsSync(database) ? formerName(database, now) : null
    if (former) {
      refuseWhileOpen(database)
      linkSync(database, former)
      // After a crash there may be a write-ahead log. It belongs to the old database and would damage the new one.
      for (const suffix of ['-wal', '-shm'])
        if (existsSync(database + suffix)) renameSync(database + suffix, former + suffix)
    }
    putInPlace(temporary, database)
    return former
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(temporary + suffix, { force: true })
  }
}

/**
 * Reads one snapshot and writes its rows into a new file. With a write-ahead log nobody waits for it. A copy of the pages could
 * hold text that was erased.
 * @param to an empty file
 */
function copySqlite(from: string, to: string): void {
  if (!existsSync(from)) throw new ShopError('not_found', `There is no database ${from}.`)
  const database = new DatabaseSync(from, { readOnly: true })
  try {
    // https://www.sqlite.org/lang_vacuum.html#vacuum_with_an_into_clause
    database.prepare('vacuum into ?').run(to)
  } finally {
    database.close()
  }
}

/**
 * With a write-ahead log, exclusive locking succeeds only if there is no other connection
 * (https://www.sqlite.org/pragma.html#pragma_locking_mode).
 * @throws ShopError `conflict` while a server or a command has the database open
 */
function refuseWhileOpen(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive; commit')
  } catch (cause) {
    // A database with another error is damaged, which may be the reason for the restore.
    if (!isBusy(cause)) return
    throw new ShopError('conflict', `A server or another command has ${file} open.`, {
      remedy: 'Stop it first.',
      cause,
    })
  } finally {
    database.close()
  }
}

/** @throws ShopError `bad_input` */
function checkIntact(copy: string, file: string): void {
  const damaged = (cause?: unknown) =>
    new ShopError('bad_input', `${file} is damaged or is not a backup.`, {
      remedy: 'Use another backup. Nothing was changed.',
      cause,
    })
  try {
    const database = new DatabaseSync(copy)
    try {
      const problems = database.prepare('pragma quick_check(1)').all()
      database.prepare('select count(*) from orders where id is null').get()
      // Another program's database may have orders, too. Without its migrations, the next start could not use it.
      const migration = database.prepare(`select name from ${DEFAULT_MIGRATION_TABLE} limit 1`).get()
      if (problems[0]?.quick_check !== 'ok' || !migration) throw damaged()
    } finally {
      database.close()
    }
  } catch (cause) {
    throw cause instanceof ShopError ? cause : damaged(cause)
  }
}

/**
 * Postgres reads one snapshot for the whole dump, and nobody waits for it (https://www.postgresql.org/docs/current/app-pgdump.html).
 * The password is in the environment, because every user of the machine can read a command line.
 */
async function dumpPostgres(url: string, file: string): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  const args = ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`, `--dbname=${address}`]
  try {
    await promisify(execFile)('pg_dump', args, { env })
  } catch (cause) {
    const { code, stderr = '' } = cause as { code?: unknown; stderr?: string }
    if (code === 'ENOENT') {
      throw new ShopError('not_found', 'pg_dump is not installed.', {
        remedy:
          "Install PostgreSQL's client programs, not older than the server: apt-get install postgresql-client",
        cause,
      })
    }
    throw new ShopError('unavailable', `pg_dump failed: ${stderr.trim() || reasonOf(cause)}`, { cause })
  }
}
