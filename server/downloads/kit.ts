import { createHash } from 'node:crypto'
import { chmodSync, constants, createReadStream, existsSync, readFileSync, type Stats } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Archive, packKit, packSample, versionOf } from 'kit-reader/archive'
import { type KitEntry, readKitFolder } from 'kit-reader/files'
import { sample } from '#content/sample.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'
import type { Config } from '../config/env.ts'
import { makeFolder, replaceDurably } from '../files/durable-file.ts'

/** The archive that is delivered. Its digest is computed once, when the server starts. */
export interface Kit {
  /** Absolute path of the file. */
  path: string
  /** The name that the buyer's browser saves. */
  fileName: string
  /** From kit/VERSION. */
  version: string
  bytes: number
  /** When the file was last changed, ms since 1970 with a fraction. */
  mtimeMs: number
  /** Lower-case hex. */
  sha256: string
  /** True if this is the public sample and not the kit, because no real money moves. */
  sample: boolean
}

/**
 * Checks that the file has not changed since its digest was computed.
 * @param stats the file as it is now
 * @throws Error if the file has changed
 */
export function checkUnchanged(kit: Kit, stats: Stats): void {
  if (stats.size === kit.bytes && stats.mtimeMs === kit.mtimeMs) return
  throw new Error(`${kit.path} has changed since the server started; restart it`)
}

/** The product: only its owner may read it, also in a `dataDir` that others can open. */
const archiveMode = 0o600

/**
 * Writes an archive into `dataDir`, unless a file with the same bytes is there.
 * @returns its path
 */
async function writeArchive(dataDir: string, { name, bytes }: Archive): Promise<string> {
  const file = path.join(dataDir, name)
  makeFolder(dataDir)
  if (existsSync(file) && readFileSync(file).equals(bytes)) chmodSync(file, archiveMode)
  else await replaceDurably(file, bytes, archiveMode)
  return file
}

const pack = (entries: KitEntry[], livemode: boolean): Archive =>
  livemode
    ? packKit(entries, site.name)
    : packSample(entries, { ...sample, product: site.name, words: words.sample })

/**
 * Loads the archive. In live mode, it is KIT_FILE, or the folder kit, packed into `dataDir`. In the sandbox and in Stripe's test
 * mode, anybody can pay with test money, so both deliver the sample.
 * @throws Error with a remedy if KIT_FILE is missing, empty, not a file or not readable, or if the folder kit lacks a file that an archive
 * needs
 */
export async function loadKit(config: Pick<Config, 'kitFile' | 'dataDir' | 'livemode'>): Promise<Kit> {
  const entries = readKitFolder()
  const file =
    (config.livemode && config.kitFile) ||
    (await writeArchive(config.dataDir, pack(entries, config.livemode)))
  const stats = await access(file, constants.R_OK).then(
    () => stat(file),
    () => null,
  )
  if (!stats?.isFile() || stats.size === 0)
    throw new Error(
      `KIT_FILE ${file} does not exist, is empty or cannot be read. Set it to the archive that buyers get, or leave it out: they then get the packed folder kit.`,
    )
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return {
    path: file,
    fileName: path.basename(file),
    version: versionOf(entries),
    bytes,
    mtimeMs: stats.mtimeMs,
    sha256: hash.digest('hex'),
    sample: !config.livemode,
  }
}
