import { site } from '#content/site.ts'
import { functions, pages, sellerPath } from '../../contract/paths.ts'
import { withLocalCommands } from '../config/local-commands.ts'
import type { Mail, MailKind, Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { linkLifeMs, signLink } from '../downloads/link.ts'
import { readOrder } from '../orders/find-orders.ts'
import { otherPaidOrders } from '../orders/paid-twice.ts'
import { earlyBirdLeft } from '../orders/seats.ts'
import { chargeOf, isEarned, mayDownload, shownStatus } from '../orders/state.ts'
import { carriesLink, isToBuyer, nameOfMail } from '../outbox/kinds.ts'
import { type MailDetails, parseDetails } from '../outbox/mail-details.ts'
import type { TroubleKind } from '../outbox/unreported.ts'
import { dashboardLink } from '../payments/dashboard-link.ts'
import { modeOf } from '../payments/payment-mode.ts'
import type { MailContent } from './content.ts'
import { htmlOf } from './html.ts'
import { MailError, type Message, ObsoleteMail } from './mailer.ts'
import { type Notes, parseNotes } from './notes.ts'
import { announcement, announcementPreview } from './templates/announcement.ts'
import type { DownloadLink, NoticeInput } from './templates/blocks.ts'
import { dispute, link, paymentPending, paymentRefused, refund } from './templates/buyer-notices.ts'
import { receipt } from './templates/receipt.ts'
import { sellerNotices, type TroubledMail } from './templates/seller-notices.ts'
import { textOf } from './text.ts'
import { unsubscribeUrl } from './unsubscribe-routes.ts'

type RenderDependencies = Pick<
  Dependencies,
  'config' | 'database' | 'kit' | 'linkSecret' | 'now' | 'payments' | 'prices'
>

/** @throws MailError, permanent, if the mail lacks a part of what it has to say */
function detailsOf<Kind extends MailKind>(kind: Kind, { details }: Pick<Mail, 'details'>): MailDetails[Kind] {
  try {
    return parseDetails(kind, details)
  } catch (cause) {
    throw new MailError('The mail lacks a part of what it has to say.', { permanent: true, cause })
  }
}

/**
 * The link is signed when the mail is rendered. So the buyer can use it for its full lifetime, even after a long outage of
 * the mail server.
 */
function freshLink(order: Order, deps: RenderDependencies): DownloadLink {
  const expiresAt = Math.ceil((deps.now() + linkLifeMs) / 1000) * 1000
  const token = signLink({ orderId: order.id, expiresAt }, deps.linkSecret)
  const { publicUrl, siteUrl } = deps.config
  return {
    url: `${publicUrl}${functions.download(token)}`,
    expiresAt,
    lostUrl: `${siteUrl}${pages.lostLink}`,
  }
}

/** The input of a notice about an order. Its link is signed when the mail is rendered, like the download link. */
function noticeInput(order: Order, { config, linkSecret, now }: RenderDependencies): NoticeInput {
  const token = signLink({ orderId: order.id, expiresAt: now() + linkLifeMs }, linkSecret, 'seller')
  const orderUrl = `${config.publicUrl}${sellerPath(token)}`
  return { order, orderUrl, dashboard: dashboardLink(order, config.publicUrl) }
}

/** The most characters of a mail server's answer in a notice. */
const longestReason = 200

/** The mails of a notice that still have the problem, each with its order, oldest first. @throws ObsoleteMail if none has */
async function troubledMails(
  notice: Mail & { kind: TroubleKind },
  deps: RenderDependencies,
): Promise<[TroubledMail, ...TroubledMail[]]> {
  const { mails } = detailsOf(notice.kind, notice)
  const status = notice.kind === 'failure-notice' ? 'failed' : 'queued'
  const rows = await deps.database
    .selectFrom('outbox')
    .selectAll()
    .where('id', 'in', mails)
    .where('status', '=', status)
    .where('recipient', '!=', '')
    .orderBy('created_at')
    .execute()
  const troubled: TroubledMail[] = []
  for (const { order_id, kind, recipient, attempts, last_error } of rows) {
    const order = await readOrder(deps.database, order_id ?? '')
    if (order) {
      const name = nameOfMail(kind)
      const problem = last_error?.slice(0, longestReason) ?? null
      troubled.push({ ...noticeInput(order, deps), name, recipient, attempts, problem })
    }
  }
  const [first, ...others] = troubled
  if (!first) throw new ObsoleteMail('Every mail of this notice has arrived since, or is no longer needed.')
  return [first, ...others]
}

/**
 * Whether the state that a mail reports has changed since. For example, the bank may have decided while the mail server was
 * down.
 */
function isObsolete(mail: Mail, order: Order): boolean {
  if (mail.kind === 'payment-pending') return shownStatus(order) !== 'waiting'
  if (mail.kind === 'payment-refused') return order.status !== 'failed'
  if (mail.kind === 'announcement') return order.unsubscribed_at !== null
  if (mail.kind !== 'dispute') return false
  const { state } = detailsOf(mail.kind, mail)
  if (state === 'lost') return order.dispute !== 'lost' || mayDownload(order)
  return !mayDownload(order) || (state === 'open' && order.dispute !== 'open')
}

async function notesOf(id: string, { database }: RenderDependencies): Promise<Notes> {
  const row = await database
    .selectFrom('announcements')
    .select('notes')
    .where('id', '=', id)
    .executeTakeFirst()
  const notes = row && parseNotes(row.notes)
  if (!notes) throw new MailError('The text of the announcement no longer exists.', { permanent: true })
  return notes
}

/** The kinds of mail that belong to no order. */
type GeneralKind = 'announcement-preview' | 'sold-out-notice' | TroubleKind

async function contentOf(
  mail: Mail & { kind: Exclude<Mail['kind'], GeneralKind> },
  order: Order,
  deps: RenderDependencies,
): Promise<MailContent> {
  const { siteUrl } = deps.config
  const notice = noticeInput(order, deps)
  switch (mail.kind) {
    case 'receipt':
      return receipt({ order, kit: deps.kit, link: freshLink(order, deps) })
    case 'link':
      return link({ order, kit: deps.kit, link: freshLink(order, deps) })
    case 'payment-pending':
      return paymentPending({ order })
    case 'payment-refused':
      return paymentRefused({ order, shopUrl: siteUrl })
    case 'refund':
      return refund({ order, ...detailsOf(mail.kind, mail) })
    case 'dispute':
      return dispute({ order, ...detailsOf(mail.kind, mail) })
    case 'announcement':
      return announcement({
        order,
        kit: deps.kit,
        link: freshLink(order, deps),
        notes: await notesOf(detailsOf(mail.kind, mail).announcement, deps),
        unsubscribeUrl: unsubscribeUrl(order, deps),
      })
    case 'sale': {
      const mode = modeOf(order)
      const seatsLeft = deps.prices.earlyBirdSeats
        ? await earlyBirdLeft(deps.database, mode, deps.prices)
        : null
      return sellerNotices.sale({ ...notice, seatsLeft })
    }
    case 'refund-notice':
      return sellerNotices['refund-notice']({ ...notice, ...detailsOf(mail.kind, mail) })
    case 'dispute-notice':
      return sellerNotices['dispute-notice']({ ...notice, ...detailsOf(mail.kind, mail) })
    case 'fraud-notice':
      return sellerNotices['fraud-notice'](notice)
    case 'amount-notice': {
      const { chargedCents, chargedCurrency } = detailsOf(mail.kind, mail)
      return sellerNotices['amount-notice']({
        ...notice,
        chargedCents: chargedCents ?? chargeOf(order),
        chargedCurrency: chargedCurrency ?? order.currency,
      })
    }
    case 'paid-twice-notice': {
      const [first, ...more] = await otherPaidOrders(deps.database, order)
      if (!first || !isEarned(order)) throw new ObsoleteMail('One of the payments was returned since.')
      return sellerNotices['paid-twice-notice']({ ...notice, others: [first, ...more] })
    }
    case 'seller-link':
      return sellerNotices['seller-link'](notice)
    case 'seats-notice':
      return sellerNotices['seats-notice'](detailsOf(mail.kind, mail))
  }
}

async function readContent(mail: Mail, deps: RenderDependencies): Promise<MailContent> {
  const { kind } = mail
  if (kind === 'announcement-preview') {
    const notes = await notesOf(detailsOf(kind, mail).announcement, deps)
    return announcementPreview({ kit: deps.kit, notes, shopUrl: deps.config.publicUrl })
  }
  if (kind === 'sold-out-notice') return withLocalBlocks(sellerNotices[kind](detailsOf(kind, mail)), deps)
  if (kind === 'failure-notice' || kind === 'delay-notice')
    return withLocalBlocks(sellerNotices[kind](await troubledMails({ ...mail, kind }, deps)), deps)
  const order = await readOrder(deps.database, mail.order_id ?? '')
  if (!order) throw new MailError('The order of this mail no longer exists.', { permanent: true })
  if (isObsolete(mail, order)) throw new ObsoleteMail('What the mail says is no longer true.')
  // The payment may have been refunded while the mail server was down. Do not send a link that no longer works.
  if (carriesLink(kind) && !mayDownload(order))
    throw new MailError('The download was closed before it could be sent.', { permanent: true })
  // The address was changed after the mail was claimed, so a link signed now would open. The row has the new address and is sent.
  if (carriesLink(kind) && order.links_from !== null && mail.recipient !== order.email)
    throw new MailError("The order's address was changed.", { permanent: false })
  // The mail would state the size and hash of the sample. It waits until the shop runs with its live key again.
  if (carriesLink(kind) && order.livemode === 1 && deps.kit.sample)
    throw new MailError('The shop runs without real money, so it has no kit to deliver.', {
      permanent: false,
    })
  const content = await contentOf({ ...mail, kind }, order, deps)
  return isToBuyer(kind) ? content : withLocalBlocks(content, deps)
}

/** The commands in a notice, as the seller types them where the shop runs. Code in an announcement stays as it is. */
function withLocalBlocks(content: MailContent, { config }: RenderDependencies): MailContent {
  const blocks = content.blocks.map((block) =>
    block.kind === 'command' ? { ...block, text: withLocalCommands(block.text, config.publicUrl) } : block,
  )
  return { ...content, blocks }
}

/**
 * Renders a queued mail.
 * @throws ObsoleteMail
 * @throws MailError: permanent if the order or the announcement no longer exists, or the download is closed; otherwise if the
 * shop has only the sample
 */
export async function renderMail(mail: Mail, deps: RenderDependencies): Promise<Message> {
  const content = await readContent(mail, deps)
  return {
    messageId: mail.message_id,
    kind: mail.kind,
    queuedAt: mail.created_at,
    from: { name: site.name, address: deps.config.mailFrom },
    to: mail.recipient,
    // Also for a notice about a buyer: a reply quotes the button, with which a buyer could refund the order. `writeToBuyer` has the
    // way to the buyer.
    replyTo: site.emails.support,
    ...(mail.kind === 'announcement' && {
      unsubscribeUrl: unsubscribeUrl({ id: mail.order_id ?? '' }, deps),
    }),
    subject: content.subject,
    html: htmlOf(content, deps.config.siteUrl, isToBuyer(mail.kind) ? site.language : 'en'),
    text: textOf(content, deps.config.siteUrl),
  }
}
