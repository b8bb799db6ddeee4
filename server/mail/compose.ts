import type { SendMailOptions } from 'nodemailer'
import { checkEmail } from '../../contract/checkout.ts'
import { MailError, type Message } from './mailer.ts'

/**
 * Converts a message to Nodemailer's format. Addresses are objects, because Nodemailer splits text at commas and line breaks.
 * The recipient is checked again by the rule of the checkout, because the database may hold an older or edited address.
 * @throws MailError, permanent, unless the recipient is a single email address
 */
export function compose(message: Message): SendMailOptions {
  const recipient = checkEmail(message.to)
  if (!recipient.ok || recipient.email !== message.to) {
    throw new MailError('The recipient is not a single email address. Correct it with change-address.', {
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
    headers: {
      // Automatic replies, such as vacation notices, are not sent to a mail with this header (RFC 3834 §5).
      'Auto-Submitted': 'auto-generated',
      ...(message.unsubscribeUrl && {
        'List-Unsubscribe': `<${message.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
