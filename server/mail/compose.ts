import type { SendMailOptions } from 'nodemailer'
import { checkEmail } from '../../contract/checkout.ts'
import { MailError, type Message } from './mailer.ts'

/**
 * A message as Nodemailer takes it. Addresses go in as objects, since it splits text at commas and line
 * breaks; and the recipient is held against the checkout's own rule once more, whatever the database says.
 * @throws MailError, permanent, for anything but one plain address
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
    // Holiday notes and other robots then do not answer (RFC 3834 §5).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
