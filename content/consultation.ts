/** A conversation with the buyer that is part of the price. */
export interface Consultation {
  /** A noun that fits after "a" and "your". Its value in cents is in content/catalog.ts. */
  name: string
  /** Follows the product's name where checkout, receipt and posts say what the buyer gets. */
  bought: string
  /** What it is about, after "it covers". */
  covers: string
  /** Its step on the page after the payment. */
  next: string
  /** Its line in that page's log: a resource and its name. */
  log: readonly [string, string]
  /** Where the buyer picks a time; the receipt links to it. null: you write to the buyer. */
  bookingLink: string | null
}

/**
 * `null`: you sell no consultation. Then no price, email, page or command names one. Before you set it to null, hold the
 * consultations that you still owe, because the list of them disappears too. Your own texts, such as content/home/hero.ts,
 * stay as you wrote them.
 */
export const consultation: Consultation | null = {
  name: '1-hour implementation consultation',
  bought: 'with a 1-hour implementation consultation',
  covers: 'your units and accounts, regions and network, who gets in, and your first plan, read together',
  next: 'Schedule your 1-hour consultation: we will reach out to you to find a time.',
  log: ['consultation', 'one_hour'],
  bookingLink: null,
}
