import { consultation } from '#content/consultation.ts'
import { words } from '#content/words.ts'
import { formatMoment } from '../../contract/format.ts'
import { facts, type Letter, type Markdown, md } from '../../contract/markdown.ts'
import { sellerPath } from '../../contract/paths.ts'
import type { Order } from '../database/schema.ts'
import { linkLifeMs, signLink } from '../downloads/link.ts'
import { moneyOf } from '../orders/money.ts'
import { personOf, plainName } from '../orders/plain-name.ts'
import { chargeOf, isGift, mayDownload, statusOf } from '../orders/state.ts'
import { dashboardLink } from '../payments/dashboard-link.ts'
import { testPlaceOf } from '../payments/payment-mode.ts'
import type { LetterDependencies } from './order-facts.ts'

// Mails to the seller are in English, like the command line.

/** The most characters of a buyer in a subject, of which a phone shows about forty. */
const longestInSubject = 32

/** The buyer in a subject: the plain name, or else the address. */
function shortBuyer(order: Order): string {
  if (order.erased_at !== null) return 'erased'
  const characters = [...(plainName(order) ?? order.email)]
  return characters.length <= longestInSubject
    ? characters.join('')
    : `${characters.slice(0, longestInSubject - 1).join('')}…`
}

const testNote = (order: Order): Markdown | false =>
  order.livemode !== 1 &&
  md`> This order was placed in ${testPlaceOf(order)}: no money has moved, and the download is a sample archive.`

/**
 * The ways from a mail to its order. The buyer's address is a link: a new mail quotes nothing, but a reply would quote the button.
 * Without the escape, a `?` in an address would begin the headers of the mail (RFC 6068 §2).
 */
function waysTo(order: Order, { config, linkSecret, now }: LetterDependencies): Markdown {
  const dashboard = dashboardLink(order, config.publicUrl)
  const payment = dashboard && md`[${dashboard.label}](${dashboard.href})`
  // The page of an erased order is closed.
  if (order.erased_at !== null) return md`${payment && md`Refunds and disputes: ${payment}`}`
  const token = signLink({ orderId: order.id, expiresAt: now() + linkLifeMs }, linkSecret, 'seller')
  return md`
    [Open this order](${config.publicUrl}${sellerPath(token)})

    There you can send a new link, change the address, or close and open the download. The button works for anyone who has it, for seven days, so do not forward this email.

    Write to the buyer: [${order.email}](mailto:${encodeURIComponent(order.email).replace('%40', '@')})

    ${payment && md`Refunds and disputes: ${payment}`}`
}

/** What the seller has to know, with the order as it is when the mail is sent. */
export function notice(
  { title, text }: { title: string; text: Markdown },
  order: Order,
  deps: LetterDependencies,
): Letter {
  return {
    subject: `${title}, ${shortBuyer(order)}`,
    text: md`
      # ${title}

      ${testNote(order)}

      ${text}

      ${facts({
        Order: order.id,
        Buyer: order.erased_at === null ? personOf(order) : 'erased',
        Amount: moneyOf(order, chargeOf(order)),
        Download: mayDownload(order) ? 'open' : 'closed',
        Payment: order.payment_id,
      })}

      ${waysTo(order, deps)}`,
  }
}

function owed(order: Order): Markdown {
  // The money may go back while this mail waits for the mail server.
  if (statusOf(order) === 'refunded' || order.dispute === 'lost')
    return md`Nothing. The payment was refunded and the download is closed.`
  const download = mayDownload(order)
    ? 'The download link is on its way to the buyer.'
    : 'The download is closed.'
  if (!consultation) return md`${download}`
  return md`${download} The buyer also gets a ${consultation.name}. ${consultation.bookingLink ? 'The receipt has your booking link.' : 'Write to the buyer to schedule it.'} Once it's done, open the order and mark it.`
}

/** What the seller hears of a sale beside the order. */
interface SaleFacts {
  /** Seats at the early-bird price. Null: no seat is sold at that price. */
  seatsLeft: number | null
  /** The orders for which this buyer had already paid. */
  earlier: Pick<Order, 'id'>[]
  /** Whether the charge differs from the price, and no setting explains it. */
  isOddCharge: boolean
}

/** Once for each paid order. */
export function sale(
  order: Order,
  { seatsLeft, earlier, isOddCharge }: SaleFacts,
  deps: LetterDependencies,
): Letter {
  const amount = moneyOf(order, chargeOf(order))
  const price = moneyOf({ currency: order.currency }, order.amount_cents)
  return {
    subject: `${isGift(order) ? 'Free order' : `Sale: ${amount}`}, ${shortBuyer(order)}`,
    text: md`
      # ${isGift(order) ? 'An order was free' : words.mail.sold}

      ${testNote(order)}

      ${isOddCharge && md`> Another amount was charged: ${amount} instead of ${price}. No setting in content/payments.ts explains it. Look at the payment. If nobody changed a price or a coupon there, somebody may know your webhook signing secret: replace it.`}

      ${earlier.length > 0 && md`> This buyer has already paid for order ${earlier.map(({ id }) => id).join(', ')}. If you are not sure that the second order is meant, ask.`}

      ${facts({
        Buyer: plainName(order) ?? order.email,
        Email: order.email,
        Amount: isGift(order)
          ? 'Free: a code took off the whole price'
          : `${amount} (${order.tier === 'early' ? 'early-bird' : 'list'} price)`,
        Date: formatMoment(order.paid_at ?? order.created_at, 'en'),
        Order: order.id,
        'Seats left': seatsLeft !== null && `${seatsLeft} at the early-bird price`,
        Payment: order.payment_id,
      })}

      ${waysTo(order, deps)}

      ## What you owe

      ${owed(order)}`,
  }
}
