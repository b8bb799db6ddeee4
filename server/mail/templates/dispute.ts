import { site } from '../../../content/site.ts'
import { formatUsdExact } from '../../../contract/money.ts'
import type { DisputeState, Order } from '../../database/schema.ts'
import { chargeOf } from '../../orders/state.ts'
import type { MailContent } from '../content.ts'
import { greeting, helpBlocks, orderFacts, paragraph, testOrderNote } from './facts.ts'

/** The buyer's mail about a dispute: its effect on the download, and what the buyer can do. */
const told: Record<
  DisputeState,
  { title: string; preview: string; text: (payment: string) => string; more: string[] }
> = {
  open: {
    title: 'Your bank disputes the payment',
    preview: 'Your download stays open until your bank decides.',
    text: (payment) =>
      `your bank told us that you dispute ${payment}. Your download stays open until your bank decides.`,
    more: [
      "If you didn't mean to dispute it, tell your bank: it can withdraw the dispute.",
      'If something is wrong with your order, reply to this email. We can often fix it faster than the bank.',
    ],
  },
  won: {
    title: 'The dispute is closed',
    preview: 'Your download is open.',
    text: (payment) => `the dispute about ${payment} is closed. Your download is open.`,
    more: [],
  },
  lost: {
    title: 'Your download is closed',
    preview: 'Your bank returned the payment to you.',
    text: (payment) => `your bank returned ${payment} to you. The download that came with it is closed.`,
    more: ['If that is a mistake, reply to this email.'],
  },
}

/** To the buyer, once for each state of a dispute. */
export function dispute({ order, state }: { order: Order; state: DisputeState }): MailContent {
  const { title, preview, text, more } = told[state]
  const payment = `the payment of ${formatUsdExact(chargeOf(order))} for the ${site.name}`
  return {
    subject: `Your ${site.name} order: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    preview,
    title,
    blocks: [
      paragraph(`${greeting(order)} ${text(payment)}`),
      ...testOrderNote(order),
      ...more.map(paragraph),
      { kind: 'facts', rows: orderFacts(order) },
      ...helpBlocks(order),
    ],
  }
}
