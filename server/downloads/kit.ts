import { createHash } from 'node:crypto'
import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config/env.ts'
import { writeSampleArchive } from './sample-archive.ts'

/** The archive that is delivered. Its digest is computed once, when the server starts. */
export interface Kit {
  /** Absolute path of the file. */
  path: string
  /** The name that the buyer's browser saves. */
  fileName: string
  bytes: number
  /** When the file was last changed, ms since 1970 with a fraction. */
  mtimeMs: number
  /** Lower-case hex. */
  sha256: string
  /** The sample archive, not the seller's kit: no real money moves. */
  sample: boolean
}

/**
 * @param found the file of the kit as it is now
 * @throws Error when it is not the one whose digest was computed
 */
export function checkUnchanged(kit: Kit, found: Stats): void {
  if (found.size === kit.bytes && found.mtimeMs === kit.mtimeMs) return
  throw new Error(`${kit.path} has changed since the server started; restart it`)
}

/**
 * The seller's archive in live mode. In the sandbox and in Stripe's test mode anybody can pay with money that is not real,
 * so both deliver the sample archive, which is made in `dataDir`.
 * @throws Error with its remedy, when KIT_FILE is missing, empty or no file
 */
export async function loadKit(config: Pick<Config, 'kitFile' | 'dataDir' | 'livemode'>): Promise<Kit> {
  const file = config.livemode ? config.kitFile : writeSampleArchive(config.dataDir)
  if (file === null) throw new Error('KIT_FILE is not set. Set it to the archive that buyers get.')
  const found = await stat(file).catch(() => null)
  if (!found?.isFile() || found.size === 0) {
    const problem = found ? 'is empty or not a file' : 'is not there'
    throw new Error(`KIT_FILE ${file} ${problem}. Set it to the archive that buyers get.`)
  }
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return {
    path: file,
    fileName: path.basename(file),
    bytes,
    mtimeMs: found.mtimeMs,
    sha256: hash.digest('hex'),
    sample: !config.livemode,
  }
}
