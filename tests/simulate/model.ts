// A simple model of what the shop should know and do. It has no database or transactions, and uses none of the shop's code.
import { disputeOf, mayDownload, type PlainPayment, statusOf } from '../support/order-status.ts'

/** What the shop knows about one order so far. */
export interface ModelOrder extends PlainPayment {
  id: string
  /** The email address in lowercase, which identifies the person. */
  person: string
  /** From where the person opened the order. Only there do they get it again. */
  place: string
  /** When the shop stored the order, by its clock, in ms since 1970. */
  openedAt: number
  /** When the buyer paid, in ms since 1970: as the provider says, and not later than the shop learned of it. */
  paidAt: number | null
  tier: 'early' | 'list'
  expiresAt: number
  sessionId: string | null
  /** Mails that the shop sends at most once for an order: 0 or 1. */
  receipts: number
  pendings: number
  refusals: number
  sales: number
  fraudNotices: number
  /** Mails to the buyer for each change of the refunded amount, and for each dispute that changed the download. */
  refundMails: number
  disputeMails: number
  /** Notices to the seller of failed refunds and of disputes. */
  notices: number
}

export interface Prices {
  early: number
  list: number
  seats: number
}

const holdsSeat = (order: ModelOrder): boolean => {
  const status = statusOf(order)
  return status === 'open' || status === 'paid' || (status === 'disputed' && disputeOf(order) === 'open')
}

/** A change of a session that an event or an answer of the provider reports. */
export type SessionChange =
  | { kind: 'completed'; paid: boolean }
  | { kind: 'succeeded' }
  | { kind: 'failed' }
  | { kind: 'expired' }
  | { kind: 'refunds'; cents: number }
  | { kind: 'dispute'; id: string; state: 'open' | 'won' | 'lost' }
  | { kind: 'warning' }

export class Model {
  readonly orders = new Map<string, ModelOrder>()
  /** The possible states of each order in the database. After a crash, these are all states that the step went through. */
  readonly #states = new Map<string, ModelOrder[]>()
  /** Other correct states, for steps in which things happen at the same time. */
  readonly #alternatives = new Map<string, ModelOrder[]>()
  readonly #prices: Prices
  /** The shop's clock, in ms since 1970. */
  readonly #now: () => number

  constructor(prices: Prices, now: () => number) {
    this.#prices = prices
    this.#now = now
  }

  seatsLeft(): number {
    const held = [...this.orders.values()].filter(
      (order) => order.tier === 'early' && holdsSeat(order),
    ).length
    return Math.max(0, this.#prices.seats - held)
  }

  /** The price for the next buyer. */
  price(): { tier: 'early' | 'list'; cents: number } {
    const { early, list } = this.#prices
    return this.seatsLeft() > 0 ? { tier: 'early', cents: early } : { tier: 'list', cents: list }
  }

  offered(): { cents: number; left: number } {
    return { cents: this.price().cents, left: this.seatsLeft() }
  }

  /** The open order that a person gets again when they start another checkout at the same place. */
  reusable(person: string, place: string): ModelOrder | undefined {
    const price = this.price()
    return [...this.orders.values()]
      .filter((order) => order.person === person && order.place === place)
      .filter((order) => statusOf(order) === 'open' && !order.completed && !this.mustEnd(order))
      .filter((order) => order.expiresAt > this.#now() && order.cents <= price.cents)
      .sort((a, b) => a.cents - b.cents)[0]
  }

  /** How many orders of a person at a place the shop still counts as unpaid. */
  openOrders(person: string, place: string): number {
    return [...this.orders.values()].filter(
      (order) => order.person === person && order.place === place && statusOf(order) === 'open',
    ).length
  }

  /** Whether the shop has to end an open checkout, because the person has paid another order since they opened it. */
  mustEnd({ id, person, openedAt }: ModelOrder): boolean {
    const order = this.orders.get(id)
    if (!order || statusOf(order) !== 'open' || order.completed) return false
    return [...this.orders.values()].some(
      (other) => other.person === person && statusOf(other) === 'paid' && (other.paidAt ?? 0) > openedAt,
    )
  }

  add(order: Pick<ModelOrder, 'id' | 'person' | 'place' | 'cents' | 'tier' | 'expiresAt'>): void {
    const noCounts = {
      refundedCents: 0,
      receipts: 0,
      pendings: 0,
      refusals: 0,
      sales: 0,
      refundMails: 0,
      disputeMails: 0,
      notices: 0,
      fraudNotices: 0,
    }
    const noPayment = { completed: false, paid: false, failed: false, expired: false, disputes: {} }
    const times = { openedAt: this.#now(), paidAt: null }
    this.orders.set(order.id, { ...order, ...times, sessionId: null, ...noPayment, ...noCounts })
  }

  /** The shop learns the session of an order. */
  learnSession(orderId: string, sessionId: string): void {
    this.#update(orderId, (order) => ({ ...order, sessionId: order.sessionId ?? sessionId }))
  }

  /**
   * Applies a change to an order.
   * @param sessionId null if the event or the answer does not name the session
   * @param at when the provider says that it happened, in ms since 1970; an answer does not say
   */
  applyChange(orderId: string, sessionId: string | null, change: SessionChange, at = this.#now()): void {
    this.#update(orderId, (order) => {
      // Another session is a payment for something else, even if it names this order.
      if (order.sessionId !== null && sessionId !== null && order.sessionId !== sessionId) return order
      const changed = withChange({ ...order, sessionId: order.sessionId ?? sessionId }, change)
      const after = { ...changed, paidAt: changed.paid ? (order.paidAt ?? Math.min(at, this.#now())) : null }
      const status = statusOf(after)
      if (status === 'open' && after.completed) return { ...after, pendings: 1 }
      // If the provider refused to create the session, no bank has refused a payment.
      if (status === 'failed' && change.kind === 'failed' && sessionId !== null)
        return { ...after, refusals: 1 }
      if (!after.paid || !mayDownload(after)) return after
      return { ...after, receipts: 1, sales: 1 }
    })
  }

  #update(orderId: string, update: (order: ModelOrder) => ModelOrder): void {
    const before = this.orders.get(orderId)
    if (!before) return
    const states = this.#states.get(orderId) ?? [before]
    const after = update(before)
    this.#states.set(orderId, [...states, after])
    this.orders.set(orderId, after)
  }

  /** The possible states of an order. @param crashed whether the order may have stopped in any state of this step */
  possible(orderId: string, crashed: boolean): ModelOrder[] {
    const now = this.orders.get(orderId)
    if (!now) return []
    const alternatives = this.#alternatives.get(orderId) ?? []
    return crashed ? [...(this.#states.get(orderId) ?? []), ...alternatives, now] : [...alternatives, now]
  }

  /** Adds a state that results if two simultaneous requests ran in the other order. */
  addAlternative(order: ModelOrder): void {
    this.#alternatives.set(order.id, [...(this.#alternatives.get(order.id) ?? []), order])
  }

  /** Keeps the state that the database has. */
  settle(order: ModelOrder): void {
    this.orders.set(order.id, order)
  }

  /** Starts the next step. */
  begin(): void {
    this.#states.clear()
    this.#alternatives.clear()
  }
}

function withChange(order: ModelOrder, change: SessionChange): ModelOrder {
  switch (change.kind) {
    case 'completed':
      return { ...order, completed: true, paid: order.paid || change.paid }
    case 'succeeded':
      return { ...order, paid: true }
    case 'failed':
      return { ...order, failed: true }
    case 'expired':
      return { ...order, expired: true }
    case 'refunds': {
      const difference = change.cents - order.refundedCents
      return {
        ...order,
        refundedCents: change.cents,
        refundMails: order.refundMails + Number(difference !== 0),
        notices: order.notices + Number(difference < 0),
      }
    }
    case 'dispute': {
      const known = order.disputes[change.id]
      if (known === change.state || (known && change.state === 'open')) return order
      const after = { ...order, disputes: { ...order.disputes, [change.id]: change.state } }
      const isClosed = mayDownload(order) && !mayDownload(after)
      const isOpenAgain = disputeOf(order) === 'lost' && mayDownload(after)
      const disputeMails = order.disputeMails + Number(isClosed || isOpenAgain)
      return { ...after, disputeMails, notices: order.notices + 1 }
    }
    case 'warning':
      return { ...order, fraudNotices: 1 }
  }
}
