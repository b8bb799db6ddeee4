import type { SendMailOptions } from 'nodemailer'
import { checkEmail } from '../../contract/checkout.ts'
import { MailError, type Message } from './mailer.ts'

/**
 * A message in Nodemailer's format. Pass addresses as objects, because Nodemailer splits text at commas and line breaks. The
 * recipient is checked again by the rule of the checkout, whatever the database says.
 * @throws MailError, permanent, unless the recipient is one plain address
 */
export function compose(message: Message): SendMailOptions {
  const recipient = checkEmail(message.to)
  if (!recipient.ok || recipient.email !== message.to) {
    throw new MailError('The recipient is not one plain address. Correct it with change-address.', {
      permanent: true,
    })
  }
  return {
    messageId: message.messageId,
    from: message.from,
    to: { name: '', address: message.to },
    replyTo: { name: '', address: message.replyTo },
    subject: message.subject,
    html: message.html,
    text: message.text,
    // Vacation notices and other robots do not answer such a mail (RFC 3834 §5).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
