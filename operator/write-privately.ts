import { realpathSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { reasonOf } from '../server/errors.ts'
import { UsageError } from './io.ts'

/**
 * Writes texts, each with a line feed, to a file that only its owner may read, because it contains names and email
 * addresses. The file gets its name when it is complete. Until then, and after a failure, an existing file with this name
 * stays.
 * @param start goes before the texts, without a line feed. A device or a pipe does not get it
 * @throws UsageError when it cannot be written
 */
export async function writePrivately(file: string, texts: AsyncIterable<string>, start = ''): Promise<void> {
  const existing = statSync(file, { throwIfNoEntry: false })
  // A device or a pipe cannot be replaced.
  const final = existing && !existing.isFile() ? null : existing ? realpathSync(file) : file
  const target = final === null ? file : `${final}.${process.pid}.tmp`
  try {
    const handle = await open(target, 'w', 0o600)
    try {
      if (final !== null) await handle.write(start)
      for await (const text of texts) await handle.write(`${text}\n`)
    } finally {
      await handle.close()
    }
    if (final !== null) await rename(target, final)
  } catch (error) {
    if (final !== null) await rm(target, { force: true })
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
    throw new UsageError(
      `--output ${file} cannot be written: ${reasonOf(error).replaceAll(target, file)}.\nIf you may write there, but the user ${userInfo().username} may not, leave --output out and add: > ${file}`,
    )
  }
}
