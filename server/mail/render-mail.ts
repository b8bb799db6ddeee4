import { mails } from '#content/mails.ts'
import { site } from '#content/site.ts'
import { type Letter, Markdown, md } from '../../contract/markdown.ts'
import type { Mail, MailKind, Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { readOrder } from '../orders/find-orders.ts'
import { moneyOf } from '../orders/money.ts'
import { paidOrdersOf } from '../orders/paid-twice.ts'
import { earlyBirdLeft } from '../orders/seats.ts'
import { mayDownload, shownStatus } from '../orders/state.ts'
import { carriesLink, isToBuyer, type MailDetails, parseDetails } from '../outbox/kinds.ts'
import { modeOf } from '../payments/payment-mode.ts'
import { htmlOf } from './html.ts'
import { MailError, type Message, ObsoleteMail } from './mailer.ts'
import { factsOf } from './order-facts.ts'
import { notice, sale } from './seller-mails.ts'
import { textOf } from './text.ts'
import { unsubscribeUrl } from './unsubscribe-routes.ts'

/** @throws MailError, permanent, if the mail lacks a part of what it has to say */
function detailsOf<Kind extends MailKind>(kind: Kind, { details }: Pick<Mail, 'details'>): MailDetails[Kind] {
  try {
    return parseDetails(kind, details)
  } catch (cause) {
    throw new MailError('The mail lacks a part of what it has to say.', { permanent: true, cause })
  }
}

/**
 * Whether the state that a mail reports has changed since. For example, the bank may have decided while the mail server was
 * down.
 */
function isObsolete(mail: Mail, order: Order): boolean {
  switch (mail.kind) {
    case 'payment-pending':
      return shownStatus(order) !== 'waiting'
    case 'payment-refused':
      return order.status !== 'failed'
    case 'announcement':
      return order.unsubscribed_at !== null
    case 'dispute':
      return detailsOf(mail.kind, mail).state === 'won'
        ? !mayDownload(order)
        : order.dispute !== 'lost' || mayDownload(order)
    default:
      return false
  }
}

/** @throws ObsoleteMail if the mail that a notice is about was sent, or is on its way, since */
async function noticeLetter(mail: Mail, order: Order, deps: Dependencies): Promise<Letter> {
  const { title, text, mail: failed } = detailsOf('notice', mail)
  if (failed) {
    const row = deps.database.selectFrom('outbox').select('status').where('id', '=', failed)
    if ((await row.executeTakeFirst())?.status !== 'failed')
      throw new ObsoleteMail('The mail of this notice was sent again since.')
  }
  return notice({ title, text: new Markdown(text) }, order, deps)
}

function refundLetter(mail: Mail, order: Order, deps: Dependencies): Letter {
  const { refundedCents, refundedBeforeCents, amountCents } = detailsOf('refund', mail)
  const money = (cents: number) => moneyOf(order, cents)
  const change = refundedCents - refundedBeforeCents
  const facts = factsOf(order, deps)
  return change < 0
    ? mails.refundFailed(facts, money(-change))
    : mails.refund(facts, { now: money(change), total: money(refundedCents), paid: money(amountCents) })
}

async function saleLetter(mail: Mail, order: Order, deps: Dependencies): Promise<Letter> {
  const { database, prices } = deps
  const seatsLeft = prices.earlyBirdSeats ? await earlyBirdLeft(database, modeOf(order), prices) : null
  const paid = order.erased_at === null ? await paidOrdersOf(database, modeOf(order), order.email) : []
  const earlier = paid.slice(
    0,
    Math.max(
      0,
      paid.findIndex(({ id }) => id === order.id),
    ),
  )
  return sale(order, { seatsLeft, earlier, ...detailsOf('sale', mail) }, deps)
}

function letterAbout(mail: Mail, order: Order, deps: Dependencies): Letter | Promise<Letter> {
  const facts = factsOf(order, deps)
  switch (mail.kind) {
    case 'receipt':
      return mails.receipt(facts)
    case 'link':
      return mails.newLink(facts)
    case 'payment-pending':
      return mails.pending(facts)
    case 'payment-refused':
      return mails.refused(facts)
    case 'refund':
      return refundLetter(mail, order, deps)
    case 'dispute':
      return mails.dispute[detailsOf(mail.kind, mail).state](facts)
    case 'announcement': {
      const { title, text } = detailsOf(mail.kind, mail)
      const unsubscribe = unsubscribeUrl(order, deps)
      return mails.announcement(facts, { title, text: new Markdown(text), unsubscribe })
    }
    case 'sale':
      return saleLetter(mail, order, deps)
    case 'notice':
      return noticeLetter(mail, order, deps)
  }
}

/** Refuses a mail that must not be sent, or not now. @throws ObsoleteMail, MailError */
function checkMail(mail: Mail, order: Order, { kit }: Dependencies): void {
  if (isObsolete(mail, order)) throw new ObsoleteMail('What the mail says is no longer true.')
  if (!carriesLink(mail.kind)) return
  // The payment may have been refunded while the mail server was down. Do not send a link that no longer works.
  if (!mayDownload(order)) throw new ObsoleteMail('The download was closed before it could be sent.')
  // The address was changed after the mail was claimed, so a link signed now would open. The row has the new address and is sent.
  if (order.links_from !== null && mail.recipient !== order.email)
    throw new MailError("The order's address was changed.", { permanent: false })
  // The mail would state the size and hash of the sample. It waits until the shop runs with its live key again.
  if (order.livemode === 1 && kit.sample)
    throw new MailError('The shop runs without real money, so it has no kit to deliver.', {
      permanent: false,
    })
}

async function letterOf(mail: Mail, deps: Dependencies): Promise<Letter> {
  const order = await readOrder(deps.database, mail.order_id ?? '')
  if (!order) throw new MailError('The order of this mail no longer exists.', { permanent: true })
  checkMail(mail, order, deps)
  return letterAbout(mail, order, deps)
}

/** The letter with the seller's name and addresses at its end. */
export const signed = ({ subject, text }: Letter, { siteUrl }: { siteUrl: string }): Letter => ({
  subject,
  text: md`
    ${text}

    ___

    ${site.seller.legalName}, [${site.name}](${siteUrl}), [${site.emails.support}](mailto:${site.emails.support})`,
})

/**
 * Renders a queued mail.
 * @throws ObsoleteMail
 * @throws MailError: permanent if the order no longer exists; otherwise if the shop has only the sample
 */
export async function renderMail(mail: Mail, deps: Dependencies): Promise<Message> {
  const letter = signed(await letterOf(mail, deps), deps.config)
  return {
    messageId: mail.message_id,
    kind: mail.kind,
    queuedAt: mail.created_at,
    from: { name: site.name, address: deps.config.mailFrom },
    to: mail.recipient,
    // Also for a notice about a buyer: a reply quotes the button, and whoever has it can act as the seller. `waysTo` has the way to the
    // buyer.
    replyTo: site.emails.support,
    ...(mail.kind === 'announcement' && {
      unsubscribeUrl: unsubscribeUrl({ id: mail.order_id ?? '' }, deps),
    }),
    subject: letter.subject,
    html: htmlOf(letter, isToBuyer(mail.kind) ? site.language : 'en'),
    text: textOf(letter.text),
  }
}
