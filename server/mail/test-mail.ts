import { site } from '#content/site.ts'
import { checkEmail } from '../../contract/checkout.ts'
import type { Config } from '../config/env.ts'
import { ShopError } from '../errors.ts'
import { withoutSecrets } from '../log/redact.ts'
import { refuseUnreachable } from '../orders/refuse-unreachable.ts'
import type { MailContent } from './content.ts'
import { createMailer, mailFolder } from './create-mailer.ts'
import { htmlOf } from './html.ts'
import { MailError } from './mailer.ts'
import { textOf } from './text.ts'

const content: MailContent = {
  subject: `Test: mail of the ${site.name}`,
  preview: 'The mail server takes the mail of this shop.',
  title: 'The mail works',
  blocks: [
    {
      kind: 'text',
      content: [
        'The mail server has taken this email from the shop. If you found it among spam, check SPF, DKIM and DMARC of the sender’s domain.',
      ],
    },
  ],
}

/**
 * Sends a mail of the shop to any address at once, past the queue.
 * @param now ms since 1970
 * @returns where the mail is now: at the recipient's server, or in a folder
 * @throws ShopError `bad_input` for an address that the checkout would refuse; `unavailable` with the answer of the mail server
 */
export async function sendTestMail(
  config: Pick<Config, 'mail' | 'mailFrom' | 'dataDir' | 'siteUrl'>,
  recipient: string,
  now: number,
): Promise<{ to: string; folder: string | null }> {
  const checked = checkEmail(recipient)
  if (!checked.ok) throw new ShopError('bad_input', `${recipient} is not an email address.`)
  const mailer = createMailer(config)
  try {
    await mailer.check()
    await refuseUnreachable(mailer, checked.email)
    await mailer.send({
      messageId: `<${crypto.randomUUID()}@${config.mailFrom.split('@').at(-1)}>`,
      kind: 'test',
      queuedAt: now,
      from: { name: site.name, address: config.mailFrom },
      to: checked.email,
      replyTo: site.emails.support,
      subject: content.subject,
      html: htmlOf(content, config.siteUrl, 'en'),
      text: textOf(content, config.siteUrl),
    })
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    throw new ShopError('unavailable', `The mail was not sent: ${withoutSecrets(error.message)}`, {
      remedy: 'Correct SMTP_URL and MAIL_FROM, or the address, and try again.',
      cause: error,
    })
  } finally {
    await mailer.close()
  }
  return { to: checked.email, folder: config.mail.kind === 'files' ? mailFolder(config) : null }
}
