import { facts, type Letter, type Markdown, md } from '../contract/markdown.ts'
import { consultation } from './consultation.ts'
import { guarantee } from './guarantee.ts'
import { purchase } from './purchase.ts'
import { site } from './site.ts'
import { words } from './words.ts'

/** What emails say about an order. Times and amounts are in the language of the shop. */
export interface OrderFacts {
  id: string
  /** Null if the buyer's name cannot be shown. */
  name: string | null
  email: string
  /** Name and email address. */
  buyer: string
  ordered: string
  paid: string
  amount: string
  /** The tax in the amount. Null: there is none. */
  tax: string | null
  /** The last day of the guarantee. */
  guaranteeUntil: string
  /** Nobody paid for it. */
  isGift: boolean
  /** You gave it away, or took the payment elsewhere. It includes no consultation. */
  isGranted: boolean
  /** Null for an order with real money. */
  testPlace: 'sandbox' | 'test mode' | null
  isDownloadOpen: boolean
  /** The address of the download, and until when it works. */
  download: string
  until: string
  /** The page on which the buyer gets another link. */
  lostLink: string
  shop: string
  kit: { file: string; size: string; sha256: string; version: string }
}

/** How each email begins. The next sentence begins with a lowercase letter. */
const hello = ({ name }: Pick<OrderFacts, 'name'>): string => (name === null ? 'Hello,' : `Hello ${name},`)

/** A paragraph that is only a link becomes a button. */
const download = (order: OrderFacts): Markdown => md`
  [${words.mail.download}](${order.download})

  The link works until ${order.until}. After that, open it to have a new link emailed to you. If you lose this email, [get a new link](${order.lostLink}).`

const fileRows = ({ kit }: OrderFacts) => ({ File: kit.file, Size: kit.size, 'SHA-256': kit.sha256 })

const orderRows = (order: OrderFacts) => ({
  Order: order.id,
  Buyer: order.buyer,
  Ordered: order.ordered,
  Amount: order.amount,
})

const testOrder = {
  sandbox: 'This order was placed in the sandbox: no money has moved, and the download is a sample archive.',
  'test mode':
    "This order was placed in the payment provider's test mode: no money has moved, and the download is a sample archive.",
}

/** An email about an order: a title, the text, and how to get help. */
const letter = (order: OrderFacts, subject: string, title: string, text: Markdown): Letter => ({
  subject,
  text: md`
    # ${title}

    ${order.testPlace !== null && md`> ${testOrder[order.testPlace]}`}

    ${text}

    ## If you need help

    Reply to this email, or write to [${site.emails.support}](mailto:${site.emails.support}) and mention order ${order.id}.`,
})

/** The step of the receipt that says how you find a time for the consultation. */
function consultationStep({ isGranted, email }: OrderFacts): Markdown[] {
  if (!consultation || isGranted) return []
  const { name, bookingLink } = consultation
  return bookingLink
    ? [md`1. Book your ${name}, which is part of your order: [${bookingLink}](${bookingLink})`]
    : [md`1. We write to you at ${email} to find a time for your ${name}. It is part of your order.`]
}

/**
 * The emails to buyers, each in Markdown. The steps and the description of the purchase are in purchase.ts, and what emails call
 * the product is in words.ts. Notices to you are not here: they are in English, like the command line.
 */
export const mails = {
  hello,
  testOrder,
  receipt: (order: OrderFacts) =>
    letter(
      order,
      `Your ${site.name}: download link and receipt`,
      words.mail.ready,
      md`
        ${hello(order)} ${order.isGift ? `the ${site.name} is yours.` : `thank you for buying the ${site.name}. Your payment has arrived.`}

        ${download(order)}

        ${facts(fileRows(order))}

        ## What happens next

        ${[
          ...purchase.receipt.first.map((step) => md`1. ${step}`),
          ...consultationStep(order),
          ...purchase.receipt.last.map((step) => md`1. ${step}`),
        ]}

        ## Receipt

        ${facts({
          Order: order.id,
          Bought: [`${site.name}: ${purchase.ordered}`, !order.isGranted && consultation?.bought]
            .filter(Boolean)
            .join(', '),
          'Amount paid': !order.isGift && order.amount,
          Tax: order.tax !== null && `${order.tax}, included in the amount`,
          Date: order.paid,
          ...(guarantee &&
            !order.isGift && { [guarantee.receipt.label]: guarantee.receipt.value(order.guaranteeUntil) }),
          Buyer: order.buyer,
          Seller: site.seller.legalName,
          Address: site.seller.postalAddress?.join(', ') ?? null,
          'Tax ID': site.seller.taxId,
        })}`,
    ),
  newLink: (order: OrderFacts) =>
    letter(
      order,
      `Your ${site.name}: a new download link`,
      'A new download link',
      md`
        ${hello(order)} here is a new link for your order of the ${site.name}. It downloads version ${order.kit.version}. If you didn't request this, you can ignore it. Nobody else received it.

        ${download(order)}

        ${facts({ Order: order.id, ...fileRows(order) })}`,
    ),
  pending: (order: OrderFacts) =>
    letter(
      order,
      `Your ${site.name} order: waiting for your bank`,
      'Waiting for your bank',
      md`
        ${hello(order)} thank you for ordering the ${site.name}. Your bank has not confirmed the payment of ${order.amount} yet. Depending on how you pay, this can take a few days.

        ## What happens next

        1. Your bank confirms the payment. We then email you the receipt and your download link.
        1. If your bank refuses the payment, we email you too, and you owe nothing.

        You don't have to do anything. Please don't pay a second time.

        ${facts(orderRows(order))}`,
    ),
  refused: (order: OrderFacts) =>
    letter(
      order,
      `Your ${site.name} order: your bank refused the payment`,
      'Your bank refused the payment',
      md`
        ${hello(order)} your bank refused the payment of ${order.amount} for the ${site.name}. We received no money, and you owe nothing. The order is closed.

        ## If you still want it

        Order again and choose another way to pay. Your bank can tell you why it refused this one.

        [Order again](${order.shop}/#pricing)

        ${facts(orderRows(order))}`,
    ),
  /** @param amounts `now`: what was refunded; `total`: all refunds; `paid`: what the buyer paid */
  refund: (order: OrderFacts, { now, total, paid }: { now: string; total: string; paid: string }) =>
    letter(
      order,
      `Refund: ${site.name}, ${now}`,
      total === paid ? 'Your payment was refunded' : 'Part of your payment was refunded',
      md`
        ${hello(order)} we refunded ${now === paid ? now : `${now} of the ${paid}`} that you paid for the ${site.name}. Banks usually need five to ten business days to show it in your account.

        ${order.isDownloadOpen ? 'Your download stays open.' : 'The download that came with this order is closed.'}

        ${facts({ ...orderRows(order), Refunded: now, 'In total': total !== now && total })}`,
    ),
  /** @param back the refund that failed */
  refundFailed: (order: OrderFacts, back: string) =>
    letter(
      order,
      `Refund failed: ${site.name}, ${back}`,
      'A refund did not go through',
      md`
        ${hello(order)} the refund of ${back} for the ${site.name} did not go through: your bank sent the money back to us. We will sort it out with you. To choose another way to get your money, reply to this email.

        ${facts(orderRows(order))}`,
    ),
  /** When a dispute has changed the download. */
  dispute: {
    lost: (order: OrderFacts) =>
      letter(
        order,
        `Your ${site.name} order: your download is closed`,
        'Your download is closed',
        md`
          ${hello(order)} your bank returned the payment of ${order.amount} for the ${site.name} to you. The download that came with it is closed.

          If that is a mistake, reply to this email.

          ${facts(orderRows(order))}`,
      ),
    won: (order: OrderFacts) =>
      letter(
        order,
        `Your ${site.name} order: your download is open again`,
        'Your download is open again',
        md`
          ${hello(order)} the dispute about the payment of ${order.amount} for the ${site.name} is closed. Your download is open again.

          ${facts(orderRows(order))}`,
      ),
  },
  /** @param news your text. `unsubscribe`: an address */
  announcement: (order: OrderFacts, news: { title: string; text: Markdown; unsubscribe: string }) =>
    letter(
      order,
      `${site.name}: ${news.title}`,
      news.title,
      md`
        ${hello(order)} there is something new in the ${site.name}, which you bought.

        ${news.text}

        ## Get the new version

        ${download(order)}

        ${facts({ Order: order.id, ...fileRows(order) })}

        You get this email because you bought it. To stop these emails, [unsubscribe](${news.unsubscribe}).`,
    ),
  /** The page behind that link. */
  unsubscribe: {
    title: 'No more news?',
    text: 'Press the button to stop our emails about new versions. Nothing else about your order changes.',
    button: 'Unsubscribe',
    done: {
      title: 'You are unsubscribed',
      text: 'We send you no more emails about new versions. Nothing else about your order changes.',
    },
    unknown: {
      title: "We don't recognize this link",
      text: 'Email programs sometimes cut a long address in two. Copy the whole address from the email, or write to us.',
    },
  },
}
