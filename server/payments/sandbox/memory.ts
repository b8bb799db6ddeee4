import type { Checkout, SandboxEvent } from './checkout.ts'

/** The period of a list, in ms since 1970. */
export interface Period {
  since: number
  /** Null: all later ones. */
  until: number | null
}

/**
 * Where the sandbox keeps its checkouts: the shop's database, or a Map in tests. A checkout holds everything that follows from
 * it, so one write stores an action with the events that report it, and no transaction is needed.
 */
export interface Memory {
  find(id: string): Promise<Checkout | null>
  findByPayment(paymentId: string): Promise<Checkout | null>
  findByKey(key: string): Promise<Checkout | null>
  /** @returns false when the key is taken */
  insert(checkout: Checkout): Promise<boolean>
  /**
   * Applies a change to the newest state. It tries again if another change came in between.
   * @param change returns null to leave the checkout as it is
   * @returns the checkout as it is now; null for an unknown id
   */
  change(id: string, change: (checkout: Checkout) => Checkout | null): Promise<Checkout | null>
  /** Newest first. @param since ms since 1970 */
  list(since: number, limit: number): Promise<Checkout[]>
  /** Ids of open checkouts that have expired. @param now ms since 1970 */
  overdue(now: number): Promise<string[]>
  /** Ids of checkouts with events that the webhook has not accepted. */
  undelivered(): Promise<string[]>
  /** Newest first. */
  listEvents(period: Period): Promise<SandboxEvent[]>
}

/** The events of a period, newest first. Events of the same second keep the reverse order of their checkouts. */
export const eventsOf = (
  checkouts: Pick<Checkout, 'listedEvents'>[],
  { since, until }: Period,
): SandboxEvent[] =>
  checkouts
    .flatMap(({ listedEvents }) => listedEvents)
    .filter(({ created }) => created * 1000 >= since && (until === null || created * 1000 < until))
    .reverse()
    .sort((a, b) => b.created - a.created)
