import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { writeDurably } from '../durable-file.ts'
import { type Config, linkSecretLength } from '../env.ts'
import { ShopError } from '../errors.ts'

/** Where the key is kept that was made here. */
export const linkSecretFile = (dataDir: string): string => path.join(dataDir, 'link-secret')

/**
 * The key of the download links: LINK_SECRET, or one that is made once and kept in `dataDir`, readable by its
 * owner only. Links outlive a restart, so a key that was lost must be noticed and never replaced in silence.
 * @throws ShopError `unavailable` with its remedy, when several machines would each make their own or the kept one is damaged
 */
export function loadLinkSecret(config: Pick<Config, 'linkSecret' | 'dataDir' | 'databaseUrl'>): string {
  if (config.linkSecret) return config.linkSecret
  if (config.databaseUrl) {
    throw new ShopError(
      'unavailable',
      503,
      'With Postgres every machine must sign with the same key: set LINK_SECRET on all of them.',
    )
  }
  // The first to make the folder: orders come to lie in it, and no other user may look into it.
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const file = linkSecretFile(config.dataDir)
  // What is there is only read: a shop whose disk is full starts all the same, and hands out what was paid for.
  if (!existsSync(file)) makeSecret(file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < linkSecretLength) {
    throw new ShopError(
      'unavailable',
      503,
      `${file} is damaged. Restore it from a backup, or delete it: links mailed so far then stop working.`,
    )
  }
  return secret
}

function makeSecret(file: string): void {
  const fresh = `${file}.${process.pid}.tmp`
  try {
    writeDurably(fresh, randomBytes(32).toString('base64url'), 0o600)
    // Unlike a rename, a hard link never replaces: of two processes that start at once, one wins and both read it.
    linkSync(fresh, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(fresh, { force: true })
  }
}
