import { statSync } from 'node:fs'
import type { Config } from '../config/env.ts'
import type { StartWarning } from '../config/start-warnings.ts'
import { ShopError } from '../errors.ts'

/** The system's errors for missing permission, a read-only disk, and a file in the place of a folder. */
const denied = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR'])

/**
 * Runs work that reads and writes in `dataDir`, and explains its errors. An error about another path, such as KIT_FILE, is
 * thrown unchanged.
 * @throws ShopError `unavailable` with a remedy, if this user may not read or write there
 */
export async function inDataFolder<T>(
  { dataDir }: Pick<Config, 'dataDir'>,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const { code = '', path: file = '' } = cause as NodeJS.ErrnoException
    if (!denied.has(code) || !(file.startsWith(dataDir) || dataDir.startsWith(file))) throw cause
    throw new ShopError(
      'unavailable',
      `This user cannot write ${file}. Give this user the folder and everything in it, or set DATA_DIR.`,
      { cause },
    )
  }
}

/**
 * A warning if other users of this machine can open `dataDir`. The shop makes the folder for its owner alone, and never changes
 * the permissions of a folder that somebody else has made, because it may hold other things. Every file that the shop writes
 * there is private, but its name is not.
 */
export function dataFolderWarning({ dataDir }: Pick<Config, 'dataDir'>): StartWarning | null {
  const mode = statSync(dataDir, { throwIfNoEntry: false })?.mode ?? 0
  // Windows has no such permissions.
  if (process.platform === 'win32' || (mode & 0o077) === 0) return null
  return {
    what: `Other users of this machine can open the folder ${dataDir}.`,
    remedy: `Close it to them: chmod 700 ${dataDir}`,
  }
}
