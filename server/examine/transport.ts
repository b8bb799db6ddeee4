import { type Config, isThisMachine } from '../config/env.ts'
import { isUnencrypted } from '../mail/smtp-mailer.ts'
import { error, type Finding } from './finding.ts'

/** The host of a `postgres://` address, or the folder of a socket. As in `pg`, `host` in the query has precedence. */
function databaseHost(url: URL): string {
  return url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
}

function* databaseFindings(databaseUrl: string): Generator<Finding> {
  const url = new URL(databaseUrl)
  const host = databaseHost(url)
  if (host.startsWith('/') || isThisMachine(`http://${host}`)) return
  const mode = url.searchParams.get('sslmode')
  // `pg` treats require and verify-ca as verify-full, and announces that its next major version will not.
  if (mode === 'verify-full') return
  const problem = mode ? `sslmode=${mode} in DATABASE_URL does not say` : 'DATABASE_URL does not say'
  yield error(
    `${problem} that the connection to ${host} is encrypted and its certificate checked, so orders and addresses may be sent without encryption.`,
    'Add ?sslmode=verify-full to DATABASE_URL, and &sslrootcert=<file> if your own authority issued the certificate.',
  )
}

function* mailFindings(smtpUrl: string): Generator<Finding> {
  const { host, searchParams } = new URL(smtpUrl)
  if (isThisMachine(smtpUrl)) return
  if (isUnencrypted(smtpUrl)) {
    yield error(
      `ignoreTLS in SMTP_URL sends mail to ${host} without encryption, with names, addresses and download links.`,
      'Leave ignoreTLS out, or use a mail server that offers TLS.',
    )
  }
  if (searchParams.get('tls.rejectUnauthorized') === 'false') {
    yield error(
      `SMTP_URL does not check the certificate of ${host}: anybody between the machines can read the mail and the password.`,
      'Leave tls.rejectUnauthorized out. For your own authority, set NODE_EXTRA_CA_CERTS.',
    )
  }
}

/** Reports connections to other machines without encryption, or without a check of the certificate. */
export function transportFindings({ databaseUrl, mail }: Config): Finding[] {
  return [
    ...(databaseUrl ? databaseFindings(databaseUrl) : []),
    ...(mail.kind === 'smtp' ? mailFindings(mail.url) : []),
  ]
}
