import path from 'node:path'
import type { Config } from '../config/env.ts'
import { createFilesMailer } from './files-mailer.ts'
import type { Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/** Where mail lies that no SMTP server takes. */
export const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'mail')

/** SMTP when SMTP_URL is set, else files in `dataDir`/mail. */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'dataDir'>): Mailer {
  return config.smtpUrl ? createSmtpMailer({ url: config.smtpUrl }) : createFilesMailer(mailFolder(config))
}
