import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Config, linkSecretLength } from '../config/env.ts'
import { ShopError } from '../errors.ts'
import { makeFolder, syncFolder, writeDurably } from '../files/durable-file.ts'

type SecretConfig = Pick<Config, 'linkSecret' | 'dataDir' | 'databaseUrl'>

/** The file with the key that this shop created. */
export const linkSecretFile = (dataDir: string): string => path.join(dataDir, 'link-secret')

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
      remedy:
        'Put it back from a backup. If it is lost, delete the file and start again: links in sent emails then stop working, and their page offers to email a new one.',
    })
  }
  return secret
}

/**
 * Returns the key of the download links: LINK_SECRET, or a key in `dataDir`, which is created once and readable by its owner only.
 * @throws ShopError as `readLinkSecret`
 */
export const ensureLinkSecret = (config: SecretConfig): string =>
  readLinkSecret(config) ?? makeLinkSecret(config.dataDir)

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
