import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { makeFolder, replaceDurably } from '../files/durable-file.ts'
import { compose } from './compose.ts'
import { MailError, type Mailer, type Message } from './mailer.ts'

/** `20261120-101500-receipt-1a2b3c4d.eml`: sorts by time, and a repeat has the name of the first. */
function fileName(message: Pick<Message, 'kind' | 'queuedAt' | 'messageId'>): string {
  const time = new Date(message.queuedAt).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  const id = createHash('sha256').update(message.messageId).digest('hex').slice(0, 8)
  return `${time}-${message.kind}-${id}.eml`
}

/**
 * Removes what was written of these mails, as a person whose data is erased may ask, by a process that was killed
 * meanwhile, too; one that was never written is no error.
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

/** Mail as `.eml` files that any mail program opens: the embedded default, for a shop that is being tried out. */
export function createFilesMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const attempt = (action: () => void) => {
    try {
      makeFolder(folder)
      action()
    } catch (cause) {
      throw new MailError(`Mail cannot be written to ${folder}: make room there and the folder writable.`, {
        permanent: false,
        cause,
      })
    }
  }
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(compose(message))
      // Links in a mail open downloads, so only the owner reads it.
      attempt(() => replaceDurably(path.join(folder, fileName(message)), bytes as Buffer, 0o600))
    },
    async check() {
      attempt(() => accessSync(folder, constants.W_OK))
    },
    async close() {},
  }
}
