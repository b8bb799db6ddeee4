import { consultation } from '#content/consultation.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'
import { formatMoment } from '../../../contract/format.ts'
import type { DisputeState, Order } from '../../database/schema.ts'
import { creditNoteAdvice } from '../../invoices/credit-note.ts'
import { moneyOf } from '../../orders/money.ts'
import { plainName } from '../../orders/plain-name.ts'
import { chargeOf, isGift, mayDownload, statusOf } from '../../orders/state.ts'
import type { Block, MailContent } from '../content.ts'
import {
  dashboardBlock,
  downloadNow,
  type NoticeInput,
  noticeBlocks,
  orderButton,
  paragraph,
  paymentRows,
  shopCommand,
  shortBuyer,
  testOrderNotice,
  writeToBuyer,
} from './blocks.ts'

/** What the seller reads, by the kind of the mail. Each entry is in English, like the command line. */
export const sellerNotices = {
  /**
   * Once for each paid order.
   * @param input.seatsLeft at the early-bird price; null if no seat is sold at that price
   */
  sale(input: NoticeInput & { seatsLeft: number | null }): MailContent {
    const { order, dashboard, seatsLeft } = input
    const amount = moneyOf(order, chargeOf(order))
    const buyer = plainName(order) ?? order.email
    const debt = consultation ? ` You owe a ${consultation.name}.` : ''
    const ending = isPaidBack(order) ? ' The payment has since been refunded.' : debt
    return {
      subject: isGift(order) ? `Free order: ${shortBuyer(order)}` : `Sale: ${amount}, ${shortBuyer(order)}`,
      preview: isGift(order)
        ? `${buyer}: nothing was paid.${ending}`
        : `${buyer} ${words.mail.bought}.${ending}`,
      title: isGift(order) ? 'An order was free' : words.mail.sold,
      blocks: [
        ...testOrderNotice(order),
        {
          kind: 'table',
          rows: [
            { label: 'Buyer', value: buyer },
            { label: 'Email', value: order.email, code: true },
            {
              label: 'Amount',
              value: isGift(order)
                ? 'Free: a code took off the whole price'
                : `${amount} (${order.tier === 'early' ? 'early-bird' : 'list'} price${order.promotion_code ? `, code ${order.promotion_code}` : ''})`,
            },
            { label: 'Date', value: formatMoment(order.paid_at ?? order.created_at, 'en') },
            { label: 'Order', value: order.id, code: true },
            ...(seatsLeft === null
              ? []
              : [{ label: 'Seats left', value: `${seatsLeft} at the early-bird price` }]),
            ...paymentRows(order),
          ],
        },
        ...orderButton(input),
        ...writeToBuyer(order),
        ...dashboardBlock(dashboard),
        ...owed(order),
      ],
    }
  },

  /** When mails to buyers have failed for good. @param input oldest first, at least one */
  'failure-notice'(input: [TroubledMail, ...TroubledMail[]]): MailContent {
    const [first] = input
    const count = input.length
    return {
      subject:
        count === 1
          ? `Not delivered: the ${first.name} to ${shortBuyer(first.order)}`
          : `Not delivered: ${count} emails to buyers`,
      preview: `The ${first.name} of order ${first.order.id} did not reach the buyer.`,
      title: count === 1 ? 'A buyer did not get our email' : `${count} emails did not reach their buyers`,
      blocks: troubleBlocks(input, [
        paragraph(
          first.attempts > 1
            ? `The shop has tried ${first.attempts} times and does not try again. The download is safe: a new email can bring it.`
            : 'The mail server refused it for good, so the shop does not try again.',
        ),
        paragraph(
          'Look at the address first. If it has a typo, open the order and change it: the email then goes to the new address at once. If the address is right, the reason above says what is wrong. Correct that, and send the email again.',
        ),
      ]),
    }
  },

  /** When mails to buyers have waited for more than 15 minutes. @param input oldest first, at least one */
  'delay-notice'(input: [TroubledMail, ...TroubledMail[]]): MailContent {
    const [first] = input
    const count = input.length
    return {
      subject:
        count === 1
          ? `Late: the ${first.name} to ${shortBuyer(first.order)}`
          : `Late: ${count} emails to buyers`,
      preview: `The ${first.name} of order ${first.order.id} has waited for more than 15 minutes.`,
      title: count === 1 ? 'A buyer waits for our email' : `${count} emails to buyers are late`,
      blocks: troubleBlocks(input, [
        paragraph(
          'The shop tries again by itself, for almost three days. If the mail server was down, there is nothing to do.',
        ),
        paragraph(
          'If only this buyer waits, the address may be wrong, or the mailbox full. Open the order to change the address, or to send the email again now.',
        ),
      ]),
    }
  },

  /** Each time the refunded amount changes. It falls when a refund fails. */
  'refund-notice'(input: RefundNoticeInput): MailContent {
    const { order, refundedCents, refundedBeforeCents, amountCents } = input
    const failed = hasFailed(input)
    const money = (cents: number) => moneyOf(order, cents)
    const changed = money(Math.abs(refundedCents - refundedBeforeCents))
    const total = `${money(refundedCents)} of ${money(amountCents)}`
    return {
      subject: `${failed ? 'Refund failed' : 'Refund'}: ${changed}, ${shortBuyer(order)}`,
      preview: `Order ${order.id}: ${total} refunded in all.`,
      title: failed ? 'A refund failed' : 'A payment was refunded',
      blocks: noticeBlocks(
        input,
        [
          { label: failed ? 'Not refunded' : 'Refunded', value: changed },
          { label: 'Refunded in all', value: total },
        ],
        [...adviceAfterRefund(input), ...creditNoteBlock(input)],
      ),
    }
  },

  /** Once for each state of a dispute. */
  'dispute-notice'(input: NoticeInput & { state: DisputeState; dueAt: number | null }): MailContent {
    const { order, state, dueAt } = input
    const amount = moneyOf(order, chargeOf(order))
    const title = titleOfDispute(order, state)
    const word = state === 'won' && order.refunded_cents > 0 ? 'closed' : state
    return {
      subject: `Dispute ${word}: ${amount}, ${shortBuyer(order)}`,
      preview: `Order ${order.id}: ${title.toLowerCase()}.`,
      title,
      blocks: noticeBlocks(
        input,
        [
          { label: 'Amount', value: amount },
          { label: 'State', value: word },
          ...(state === 'open' && dueAt !== null
            ? [{ label: 'Answer by', value: formatMoment(dueAt, 'en') }]
            : []),
        ],
        adviceInDispute(order, state, dueAt),
      ),
    }
  },

  /**
   * When the card's bank says that the payment is probably fraudulent
   * (https://docs.stripe.com/disputes/prevention/best-practices, early fraud warnings).
   */
  'fraud-notice'(input: NoticeInput): MailContent {
    const { order } = input
    const amount = moneyOf(order, chargeOf(order))
    return {
      subject: `Fraud warning: ${amount}, ${shortBuyer(order)}`,
      preview: `The bank suspects fraud in order ${order.id}. A refund now avoids a dispute.`,
      title: "The card's bank suspects fraud",
      blocks: noticeBlocks(
        input,
        [{ label: 'Amount', value: amount }],
        order.refunded_at === null
          ? [
              paragraph(
                'Such a payment often ends in a dispute, which costs a fee on top of the amount. Unless you know the buyer, open the order and refund it now, or run:',
              ),
              shopCommand(`refund ${order.id}`),
              paragraph('To close the download while you look into it, open the order, or run:'),
              shopCommand(`close ${order.id}`),
            ]
          : [paragraph('The payment was already refunded. There is nothing to do.')],
      ),
    }
  },

  /**
   * When the payment provider charged another amount or currency than the price, and no setting explains it.
   * @param input.chargedCurrency as Stripe writes it, such as `eur`
   */
  'amount-notice'(input: NoticeInput & { chargedCents: number; chargedCurrency: string }): MailContent {
    const { order } = input
    const price = moneyOf({ currency: order.currency }, order.amount_cents)
    const charged = moneyOf({ currency: input.chargedCurrency }, input.chargedCents)
    return {
      subject: `Wrong amount: ${charged} instead of ${price}, ${shortBuyer(order)}`,
      preview: `Order ${order.id} was charged ${charged}. The price was ${price}.`,
      title: 'A wrong amount was charged',
      blocks: noticeBlocks(
        input,
        [
          { label: 'Price', value: price },
          { label: 'Charged', value: charged },
        ],
        [
          paragraph(
            `No setting in content/payments.ts explains the difference. If they are switched on, taxes and local prices may raise an amount, and promotion codes may lower it. The buyer paid what the payment page showed, and ${downloadNow(order)}.`,
          ),
          paragraph(
            "Look at the payment in the provider's dashboard. If somebody changed a price or a coupon there, correct it. If nobody did, somebody may know your webhook signing secret: replace it.",
          ),
          paragraph(`If you do not want to keep the sale, open the order and ${undo(order).words}, or run:`),
          shopCommand(undo(order).command),
        ],
      ),
    }
  },

  /**
   * Once for each payment by somebody who has already paid an order. The order is the one that was paid last.
   * @param input.others the buyer's other paid orders, the first one first
   */
  'paid-twice-notice'(input: NoticeInput & { others: [Order, ...Order[]] }): MailContent {
    const { order, others } = input
    return {
      subject: `Two orders by one buyer: ${moneyOf(order, chargeOf(order))}, ${shortBuyer(order)}`,
      preview: `Order ${order.id} is paid, and its buyer already has order ${others[0].id}.`,
      title: 'A buyer has more than one order',
      blocks: noticeBlocks(
        input,
        [
          { label: 'Paid', value: paidLine(order) },
          ...others.flatMap((other) => [
            { label: 'Other order', value: other.id, code: true },
            { label: other.granted_at === null ? 'Paid' : 'Granted', value: paidLine(other) },
          ]),
        ],
        [
          paragraph(
            `If the buyer wants more than one, for example for a colleague, there is nothing to do. If you are not sure, ask. If it is a mistake, open this order and ${undo(order).words}, or run:`,
          ),
          shopCommand(undo(order).command),
          paragraph('The link of the other order then still works.'),
        ],
        isGift(order) ? 'Open the second order' : 'Refund the second order',
      ),
    }
  },

  /** When somebody has asked for it on the page of an expired link to the order. */
  'seller-link'(input: NoticeInput): MailContent {
    const { order } = input
    return {
      subject: `New link to the order of ${shortBuyer(order)}`,
      preview: `The page of order ${order.id}, for seven days.`,
      title: 'Your new link to an order',
      blocks: noticeBlocks(
        input,
        [],
        [
          paragraph(
            'Somebody who has an older link to this order asked for this email. If it was not you, there is nothing to do: the new link is only here.',
          ),
        ],
      ),
    }
  },

  /**
   * When half of the early-bird seats are in orders that nobody has paid.
   * @param input.held early-bird seats in unpaid orders when the mail was queued
   * @param input.seats all early-bird seats
   */
  'seats-notice'({ held, seats }: { held: number; seats: number }): MailContent {
    return {
      subject: `Early-bird seats: ${held} of ${seats} are in unpaid orders`,
      preview: 'A busy day, or somebody holds seats on purpose. Unpaid orders expire after half an hour.',
      title: 'Half of the early-bird seats are in unpaid orders',
      blocks: [
        paragraph(
          `${held} of the ${seats} early-bird seats of the ${site.name} are in checkouts that nobody has paid yet. An unpaid order expires after about half an hour, and its seat is then sold again.`,
        ),
        { kind: 'heading', text: 'What to do' },
        paragraph(
          'On a busy day, such as a launch, this is normal: do nothing. Otherwise somebody may be holding seats on purpose. Look at the open orders:',
        ),
        shopCommand('orders list --status open'),
        paragraph(
          'If the names and email addresses look made up, find the IP addresses of these requests in the log of your proxy, and block them there. One client can hold three seats, so many seats mean many clients.',
        ),
        paragraph('You get this email at most once a day.'),
      ],
    }
  },

  /**
   * Once, when the last early-bird seat is paid.
   * @param input.count how many there were
   */
  'sold-out-notice'({ count }: { count: number }): MailContent {
    return {
      subject: `All ${count} early-bird seats are sold`,
      preview: 'Set earlyBirdSeats to 0, and build the site again.',
      title: 'The last early-bird seat is sold',
      blocks: [
        paragraph(
          `All ${count} early-bird seats of the ${site.name} are paid. The shop charges the list price from now on, and the pages say so by a script.`,
        ),
        { kind: 'heading', text: 'What to do' },
        paragraph(
          'Search engines, link previews and visitors without scripts still read the early-bird price, with the words "while seats last". To take it away, set earlyBirdSeats to 0 in content/catalog.ts, build the site, and start the shop again.',
        ),
        paragraph('You get this email once. Until it is done, the launch check says so:'),
        shopCommand('doctor'),
      ],
    }
  },
}

/** How the seller takes an order back. Without a payment, there is nothing to refund. */
const undo = (order: Order) =>
  isGift(order)
    ? { words: 'close its download', command: `close ${order.id}` }
    : { words: 'refund it', command: `refund ${order.id}` }

/** `$348.00, November 20, 2026 at 10:15 UTC` */
const paidLine = (order: Order): string =>
  `${moneyOf(order, chargeOf(order))}, ${formatMoment(order.paid_at ?? order.created_at, 'en')}`

/** A mail to a buyer that failed or is late. */
export interface TroubledMail extends NoticeInput {
  /** What it is, such as `receipt`. */
  name: string
  recipient: string
  attempts: number
  /** What the mail server said at the last attempt, without secrets and addresses. */
  problem: string | null
}

/** How many mails a notice lists after the first. */
const mostListed = 50

/** The first mail in full, and a link to the order of each of the next ones. */
function troubleBlocks([first, ...others]: [TroubledMail, ...TroubledMail[]], advice: Block[]): Block[] {
  const rows = [
    { label: 'Mail', value: first.name },
    { label: 'To', value: first.recipient, code: true },
    ...(first.problem === null ? [] : [{ label: 'Reason', value: first.problem }]),
  ]
  const unlisted = others.length - mostListed
  return [
    ...noticeBlocks(first, rows, advice),
    ...(others.length === 0
      ? []
      : [
          { kind: 'heading', text: `${others.length} more` } as const,
          {
            kind: 'list',
            items: others
              .slice(0, mostListed)
              .map(({ name, recipient, orderUrl }) => [
                `${name} to ${recipient}: `,
                { text: 'open the order', href: orderUrl },
              ]),
          } as const,
        ]),
    ...(unlisted > 0
      ? [paragraph(`And ${unlisted} more. The launch check counts them:`), shopCommand('doctor')]
      : []),
  ]
}

/** Whether the buyer has the money back. It may go back while this mail waits for the mail server. */
const isPaidBack = (order: Order) => statusOf(order) === 'refunded' || order.dispute === 'lost'

function owed(order: Order): Block[] {
  if (isPaidBack(order)) {
    return [
      { kind: 'heading', text: 'What you owe' },
      paragraph('Nothing. The payment was refunded and the download is closed.'),
    ]
  }
  const download = mayDownload(order)
    ? 'The download link is on its way to the buyer.'
    : 'The download is closed.'
  if (!consultation) return [paragraph(download)]
  return [
    { kind: 'heading', text: 'What you owe' },
    paragraph(
      `${download} The buyer also gets a ${consultation.name}. ${consultation.bookingLink ? 'The receipt has your booking link.' : 'Write to the buyer to schedule it.'} Once it's done, open the order and mark it, or run:`,
    ),
    shopCommand(`consultation ${order.id}`),
  ]
}

const notByYou = paragraph(
  "If you did not refund it yourself, your payment provider's dashboard says who did.",
)

interface RefundNoticeInput extends NoticeInput {
  /** The total of refunds, in cents. */
  refundedCents: number
  /** The total before this change, in cents. */
  refundedBeforeCents: number
  amountCents: number
  /** Null: the order has no invoice. */
  invoiceUrl: string | null
}

/** Whether a refund failed, so that the total is lower than before. */
const hasFailed = ({ refundedCents, refundedBeforeCents }: RefundNoticeInput) =>
  refundedCents < refundedBeforeCents

function adviceAfterRefund(input: RefundNoticeInput): Block[] {
  const { order, refundedCents, amountCents } = input
  if (hasFailed(input)) {
    return [
      paragraph(
        `The money is back in your account, and ${downloadNow(order)}. To refund all that is left, open the order, or run:`,
      ),
      shopCommand(`refund ${order.id}`),
    ]
  }
  if (refundedCents >= amountCents) {
    const message =
      order.refunded_at === null
        ? `The whole amount was refunded. Some of it has come back to you since, and ${downloadNow(order)}.`
        : 'The whole amount was refunded, so the download is closed and the seat can be sold again.'
    return [paragraph(message), notByYou]
  }
  if (!mayDownload(order))
    return [paragraph(`Only part of the amount was refunded, and ${downloadNow(order)}.`), notByYou]
  return [
    paragraph(
      'Only part of the amount was refunded, so the download stays open. To close it, open the order, or run:',
    ),
    shopCommand(`close ${order.id}`),
    notByYou,
  ]
}

/** How to correct the invoice, while money has gone back. */
const creditNoteBlock = ({ invoiceUrl, refundedCents }: RefundNoticeInput): Block[] =>
  invoiceUrl === null || refundedCents === 0
    ? []
    : [
        paragraph(creditNoteAdvice),
        { kind: 'text', content: [{ text: 'Open the invoice', href: invoiceUrl }] },
      ]

/** The provider also reports a dispute as won if a refund has settled it. */
function titleOfDispute(order: Order, state: DisputeState): string {
  if (state === 'open') return 'A buyer disputes a payment'
  if (state === 'lost') return 'A dispute was lost'
  return order.refunded_cents > 0 ? 'A dispute was closed' : 'A dispute was won'
}

/** Where the money is after a dispute that was not lost. */
function moneyAfter(order: Order): string {
  if (order.refunded_at !== null) return 'The payment was refunded'
  if (order.refunded_cents > 0)
    return `${moneyOf(order, order.refunded_cents)} was refunded, the rest stays with you`
  return 'The money stays with you'
}

function adviceInDispute(order: Order, state: DisputeState, dueAt: number | null): Block[] {
  if (state === 'won') {
    return [paragraph(`${moneyAfter(order)}, and ${downloadNow(order)}. There is nothing to do.`)]
  }
  if (state === 'lost') {
    const lost = `The money has gone back to the buyer, and ${downloadNow(order)}. There is nothing to do.`
    return [paragraph(lost)]
  }
  return [
    paragraph(
      `Answer in your payment provider's dashboard ${dueAt === null ? 'before its deadline' : `by ${formatMoment(dueAt, 'en')}`}, or the dispute is lost. Until it is decided, ${downloadNow(order)}.`,
    ),
    paragraph('This prints the evidence: the accepted terms, the emails that were sent and every download.'),
    shopCommand(`orders show ${order.id}`),
  ]
}
