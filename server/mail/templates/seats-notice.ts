import { site } from '#content/site.ts'
import type { MailContent } from '../content.ts'
import { paragraph, shopCommand } from './blocks.ts'

/**
 * To the seller, when half of the early-bird seats are in orders that nobody has paid.
 * @param input.held early-bird seats in unpaid orders when the mail was queued
 * @param input.seats all early-bird seats
 */
export function seatsNotice({ held, seats }: { held: number; seats: number }): MailContent {
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
}
