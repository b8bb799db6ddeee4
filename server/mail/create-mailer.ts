import path from 'node:path'
import type { Config } from '../config/env.ts'
import { createFilesMailer } from './files-mailer.ts'
import type { Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

/** The folder for mail when no SMTP server is set. */
export const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'mail')

/** Uses SMTP if SMTP_URL is set, otherwise files in `dataDir`/mail. */
export const createMailer = (config: Pick<Config, 'smtpUrl' | 'dataDir'>): Mailer =>
  config.smtpUrl === null ? createFilesMailer(mailFolder(config)) : createSmtpMailer({ url: config.smtpUrl })
