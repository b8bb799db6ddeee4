import type { Config } from '../config/env.ts'
import { ShopError } from '../errors.ts'

/** What the system says to a user who may not, of a read-only disk, and where a file is in place of a folder. */
const denied = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR'])

/**
 * Runs what reads and writes in `dataDir`; an error about another place, like KIT_FILE, stays as it is.
 * @throws ShopError `unavailable` with its remedy, when this user may not
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

      `This user cannot write ${file}: give the folder and all that is in it to this user, or set DATA_DIR.`,
      { cause },
    )
  }
}
