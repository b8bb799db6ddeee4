import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { createFolderWriter, makeFolder } from '../files/durable-file.ts'
import { compose } from './compose.ts'
import { MailError, type Mailer, type Message } from './mailer.ts'

/**
 * The name of a file, such as `20261120-101500-receipt-1a2b3c4d.eml`. Names sort by time. A repeated mail gets the same name.
 */
function fileName(message: Pick<Message, 'kind' | 'queuedAt' | 'messageId'>): string {
  const time = new Date(message.queuedAt).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  const id = createHash('sha256').update(message.messageId).digest('hex').slice(0, 8)
  return `${time}-${message.kind}-${id}.eml`
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

/** Writes mail to `.eml` files, which any mail program opens. It is the default for a shop that is being tried out. */
export function createFilesMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  // Links in a mail open downloads, so only the owner may read the files.
  const write = createFolderWriter(folder, 0o600)
  const attempt = async (action: () => unknown) => {
    try {
      makeFolder(folder)
      await action()
    } catch (cause) {
      throw new MailError(
        `Mail cannot be written to ${folder}. Free some disk space there, and make the folder writable.`,
        {
          permanent: false,
          cause,
        },
      )
    }
  }
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(compose(message))
      await attempt(() => write(fileName(message), bytes as Buffer))
    },
    async check() {
      await attempt(() => accessSync(folder, constants.W_OK))
    },
    async close() {},
  }
}
