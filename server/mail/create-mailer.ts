import path from 'node:path'
import type { Config } from '../env.ts'
import { createFilesMailer } from './files-mailer.ts'
import type { Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/** SMTP when SMTP_URL is set, else files in `dataDir`/mail. */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'dataDir'>): Mailer {
  return config.smtpUrl
    ? createSmtpMailer({ url: config.smtpUrl })
    : createFilesMailer(path.join(config.dataDir, 'mail'))
}
