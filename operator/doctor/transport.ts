import { type Config, isThisMachine } from '../../server/config/env.ts'
import { goesUnencrypted } from '../../server/mail/smtp-mailer.ts'
import { error, type Finding } from './finding.ts'

/** Where a `postgres://` address leads: a host, or the folder of a socket. `host` in its query comes first, as in `pg`. */
function databaseHost(url: URL): string {
  return url.searchParams.get('host') ?? decodeURIComponent(url.hostname)
}

function* databaseFindings(databaseUrl: string): Generator<Finding> {
  const url = new URL(databaseUrl)
  const host = databaseHost(url)
  if (host.startsWith('/') || isThisMachine(`http://${host}`)) return
  const mode = url.searchParams.get('sslmode')
  // `pg` takes require and verify-ca for verify-full as well, and says that its next major version will not.
  if (mode === 'verify-full') return
  const problem = mode ? `sslmode=${mode} in DATABASE_URL does not say` : 'DATABASE_URL does not say'
  yield error(
    `${problem} that the connection to ${host} is encrypted and its certificate checked: orders and addresses may travel in the open.`,
    'Add ?sslmode=verify-full to DATABASE_URL, and &sslrootcert=<file> where the certificate is of an authority of your own.',
  )
}

function* mailFindings(smtpUrl: string): Generator<Finding> {
  const { host, searchParams } = new URL(smtpUrl)
  if (isThisMachine(smtpUrl)) return
  if (goesUnencrypted(smtpUrl)) {
    yield error(
      `ignoreTLS in SMTP_URL sends mail to ${host} in the open, with names, addresses and download links.`,
      'Leave ignoreTLS out, or use a mail server that offers TLS.',
    )
  }
  if (searchParams.get('tls.rejectUnauthorized') === 'false') {
    yield error(
      `SMTP_URL does not check the certificate of ${host}: anybody in between can read the mail and the password.`,
      'Leave tls.rejectUnauthorized out. For an authority of your own, set NODE_EXTRA_CA_CERTS.',
    )
  }
}

/** Connections that leave this machine without encryption, or to whoever answers. */
export function transportFindings({ databaseUrl, smtpUrl }: Config): Finding[] {
  return [...(databaseUrl ? databaseFindings(databaseUrl) : []), ...(smtpUrl ? mailFindings(smtpUrl) : [])]
}
