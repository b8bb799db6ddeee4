import { createHash } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { makeFolder, replaceDurably } from '../files/durable-file.ts'
import { stamp } from '../files/stamp.ts'
import { compose } from './compose.ts'
import { MailError, type Mailer, type Message } from './mailer.ts'

/**
 * The name of a file, such as `20261120-101500-receipt-1a2b3c4d.eml`. Names sort by time. A repeated mail gets the same name.
 */
function fileName(message: Pick<Message, 'kind' | 'queuedAt' | 'messageId'>): string {
  const id = createHash('sha256').update(message.messageId).digest('hex').slice(0, 8)
  return `${stamp(message.queuedAt)}-${message.kind}-${id}.eml`
}

/**
 * Removes the files of these mails, for a person whose data is erased. It includes files that a killed process left
 * incomplete. A missing file is not an error.
 */
export function removeMailFiles(
  folder: string,
  mails: Pick<Message, 'kind' | 'queuedAt' | 'messageId'>[],
): void {
  const names = mails.map(fileName)
  const written = existsSync(folder) ? readdirSync(folder) : []
  for (const file of written) {
    if (names.some((name) => file === name || file.startsWith(`${name}.`)))
      rmSync(path.join(folder, file), { force: true })
  }
}

/**
 * Removes the files of mails that were queued before a time.
 * @param before ms since 1970
 * @returns how many were removed
 */
export function removeOldMailFiles(folder: string, before: number): number {
  const written = existsSync(folder) ? readdirSync(folder) : []
  const old = written.filter((file) => /^\d{8}-\d{6}-.+\.eml/.test(file) && file < stamp(before))
  for (const file of old) rmSync(path.join(folder, file), { force: true })
  return old.length
}

/** Writes mail to `.eml` files, which any mail program opens. It is the default for a shop that is being tried out. */
export function createFilesMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(compose(message))
      const file = path.join(folder, fileName(message))
      // Links in a mail open downloads, so only the owner may read the files.
      try {
        makeFolder(folder)
        await replaceDurably(file, bytes as Buffer, 0o600)
      } catch (cause) {
        const problem = `Mail cannot be written to ${folder}. Free some disk space there, and make the folder writable.`
        throw new MailError(problem, { permanent: false, cause })
      }
    },
    async close() {},
  }
}
