import { createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Kysely } from 'kysely'
import { type Config, linkSecretLength } from '../config/env.ts'
import type { Schema } from '../database/schema.ts'
import { ShopError } from '../errors.ts'
import { makeFolder, syncFolder, writeDurably } from '../files/durable-file.ts'
import { linkKeys } from './link.ts'

type SecretConfig = Pick<Config, 'linkSecret' | 'dataDir' | 'databaseUrl'>

/** The file with the key that this shop created. */
export const linkSecretFile = (dataDir: string): string => path.join(dataDir, 'link-secret')

/** The one row of the table `link_secrets`. */
const current = 'current'
/** Stands for the fingerprint while the next start may sign with any key. */
const forgotten = ''

/** Distinguishes two keys and reveals neither: 8 of the 64 hex digits of a SHA-256. */
const fingerprintOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

const ifLost =
  'If it is lost, run "npm run shop -- forget-link-secret" and start again. Links in sent emails then stop working, and their page offers to email a new one.'

/**
 * Reads LINK_SECRET, or the key that is stored in `dataDir`. Creates none.
 * @returns null if there is none yet
 * @throws ShopError `unavailable` with a remedy, if several machines would each create their own key, or if the stored key is
 * damaged
 */
export function readLinkSecret(config: SecretConfig): string | null {
  if (config.linkSecret) return config.linkSecret
  if (config.databaseUrl) {
    throw new ShopError(
      'unavailable',
      'With Postgres every machine must sign with the same key: set LINK_SECRET on all of them.',
    )
  }
  const file = linkSecretFile(config.dataDir)
  if (!existsSync(file)) return null
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < linkSecretLength) {
    throw new ShopError('unavailable', `${file} is damaged.`, {
      remedy: `Put it back from a backup. ${ifLost} Delete the damaged file before that.`,
    })
  }
  return secret
}

const readFingerprint = (database: Kysely<Schema>) =>
  database.selectFrom('link_secrets').select('fingerprint').where('id', '=', current).executeTakeFirst()

async function hasPaidOrders(database: Kysely<Schema>): Promise<boolean> {
  const order = await database
    .selectFrom('orders')
    .select('id')
    // Every paid order has one of these statuses. The condition lets the database use the index of the statuses.
    .where('status', 'in', ['paid', 'refunded', 'disputed'])
    .where('paid_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
}

/**
 * Whether the links of paid orders were signed with another key than `secret`. The server must not start then. Changes nothing.
 * @param secret the result of `readLinkSecret`
 * @returns an error `conflict` with a remedy; null: the server may start
 */
export async function linkSecretProblem(
  config: SecretConfig,
  database: Kysely<Schema>,
  secret: string | null,
): Promise<ShopError | null> {
  const stored = await readFingerprint(database)
  if (stored?.fingerprint === forgotten) return null
  const accepted = secret === null ? [] : linkKeys(secret).map(fingerprintOf)
  const isKnown = stored ? accepted.includes(stored.fingerprint) : secret !== null
  if (isKnown || !(await hasPaidOrders(database))) return null
  if (secret === null) {
    const file = linkSecretFile(config.dataDir)
    const remedy = `Put it back from a backup, for the same user. ${ifLost}`
    return new ShopError('conflict', `${file} is missing, but its key signed the links of paid orders.`, {
      remedy,
    })
  }
  const name = config.linkSecret ? 'LINK_SECRET' : linkSecretFile(config.dataDir)
  const remedy = `Put the former key back. To change the key without breaking links, set both: LINK_SECRET=new,former. ${ifLost}`
  return new ShopError('conflict', `${name} is not the key that signed the links of paid orders.`, {
    remedy,
  })
}

/**
 * Returns the key of the download links: LINK_SECRET, or a key in `dataDir`, which is created once and readable by its owner
 * only. Stores in the database which key signs from now on.
 * @throws ShopError `conflict` with a remedy, if the links of paid orders were signed with another key, or the errors of
 * `readLinkSecret`
 */
export async function ensureLinkSecret(config: SecretConfig, database: Kysely<Schema>): Promise<string> {
  const existing = readLinkSecret(config)
  const problem = await linkSecretProblem(config, database, existing)
  if (problem) throw problem
  const secret = existing ?? makeLinkSecret(config.dataDir)
  const fingerprint = fingerprintOf(linkKeys(secret)[0] ?? '')
  // Write only if the key has changed, so that a shop with a full disk still starts and delivers to buyers who have paid.
  if ((await readFingerprint(database))?.fingerprint !== fingerprint) {
    await database
      .insertInto('link_secrets')
      .values({ id: current, fingerprint })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ fingerprint }))
      .execute()
  }
  return secret
}

/** Lets the next start sign with any key. Links that were signed with another key stop working. */
export async function forgetLinkSecret(database: Kysely<Schema>): Promise<void> {
  await database
    .insertInto('link_secrets')
    .values({ id: current, fingerprint: forgotten })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ fingerprint: forgotten }))
    .execute()
}

/** @returns the key in the file, which another process may have created at the same moment */
function makeLinkSecret(dataDir: string): string {
  // The folder will hold orders, so no other user may read it.
  makeFolder(dataDir)
  const file = linkSecretFile(dataDir)
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeDurably(temporary, randomBytes(32).toString('base64url'), 0o600)
    // Unlike a rename, a hard link never replaces a file. If two processes start at once, one wins and both read its key.
    linkSync(temporary, file)
    syncFolder(dataDir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}
