/**
 * How long the shop keeps what it does not need for the books, in days. The server deletes by these figures every day, and
 * content/legal/privacy.md states them. Ask your lawyer before you raise them.
 */
export const retention = {
  /** Name and address of an order that was never paid, after its checkout has ended. */
  unpaidOrderDays: 30,
  /** IP address and browser of whoever has used a download link. A dispute may ask for them. */
  downloadTraceDays: 180,
  /** Events of the payment provider that belong to no order here. */
  unmatchedEventDays: 30,
} as const
